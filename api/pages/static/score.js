// The scorer's page: what may be entered now, the ruling of what was, and who keeps the score.

import { Keeper } from "./keeper.js";
import { padOf } from "./pad.js";
import { Queue } from "./queue.js";
import { data, keepToken, make, token } from "./service.js";
import { follow } from "./stream.js";
import { guessed } from "./strokes.js";
import { troubleOf } from "./trouble.js";

const start = data("start");
const { players, names, words, discipline, match } = start;
const ui = words.ui;
const at = (id) => document.getElementById(id);
const say = (kind, code) => words[kind]?.[code] ?? code;
const nameOf = (player) => names[player] ?? player;

const view = { state: start.state, lines: start.lines, last: null, striker: null };
const keeper = new Keeper(match, render);
const queue = new Queue(match, start.seq, () => keeper.lease, {
  changed: render,
  ruled(answer, item) {
    take(answer.seq, { type: item.type, player: item.player, corrects: item.corrects, ruling: answer.ruling }, answer.state);
  },
  stopped(what) {
    if (what.kind === "leased") keeper.lost(what.body.holder);
    render();
  },
});

// The state to enter into: as ruled, or beyond it what is probable while events wait.
function now() {
  const unsent = queue.items.reduce((state, item) => guessed(state, item, players), view.state);
  return view.striker && unsent.phase !== "finished" ? { ...unsent, to_act: view.striker } : unsent;
}

function take(seq, line, state) {
  queue.heard(seq);
  if (line.type === "correction" && line.corrects) {
    const gone = view.lines.find((one) => one.seq === line.corrects);
    if (gone) gone.struck = true;
  }
  if (!view.lines.some((one) => one.seq === seq)) view.lines.push({ seq, ...line });
  view.lines.sort((one, other) => one.seq - other.seq);
  view.lines = view.lines.slice(-40);
  if (state && seq >= (view.last ?? 0)) {
    view.state = state;
    view.last = seq;
  }
  view.striker = null;
  render();
}

function enter(event) {
  view.striker = null;
  return queue.add(event);
}

function undoable() {
  if (queue.items.length) return "queue";
  const decided = view.lines.findLastIndex((line) => line.ruling?.rack_won_by && !line.struck);
  const since = view.lines.slice(Math.max(decided, 0));
  return since.findLast((line) => !line.struck && !["match_opened", "correction", "official_ruling"].includes(line.type) && line.seq > 1);
}

function undo() {
  const target = undoable();
  if (target === "queue") queue.takeBack();
  else if (target) enter({ type: "correction", corrects: target.seq, with: null, reason: ui.undo_reason });
}

// -- showing ------------------------------------------------------------------------------------

function render() {
  const state = view.state ? now() : null;
  renderPlayers(state);
  renderRuling();
  renderLines();
  const keeping = keeper.keeps;
  at("undo").textContent = ui.undo;
  at("undo").disabled = !keeping || !undoable();
  const free = keeping && !(queue.stopped && !queue.stopped.waiting);
  padOf(at("pad"), { state, discipline, rules: start.rules, players, nameOf, say, ui, enter, enabled: free });
  const waiting = queue.items.length ? ` ${ui.waiting} ${queue.items.length}` : "";
  at("link").textContent = (queue.online ? ui.online : ui.offline) + (waiting ? ` · ${waiting}` : "");
  at("link").classList.toggle("off", !queue.online || Boolean(waiting));
  at("keeping").textContent = keeping ? ui.you_keep : "";
  troubleOf(at("trouble"), { queue, keeper, ui, say, nameOf });
}

function renderPlayers(state) {
  if (!state) return;
  at("players").replaceChildren(...players.map((player, side) => {
    const fouls = state.fouls?.[player] ?? 0;
    const due = fouls === 2 && ["14.1", "9-ball", "10-ball"].includes(discipline);
    const more = make("span", { class: "more" });
    const parts = [];
    if (state.frame_score) parts.push(`${state.frame_score[player]}`);
    if (state.groups?.[player]) parts.push(say("group", state.groups[player]));
    if (state.to_act === player && state.run) parts.push(`${ui.run} ${state.run}`);
    more.append(parts.join(" · "));
    if (fouls) more.append(make("span", { class: due ? "due" : "" }, ` ${"●".repeat(fouls)} ${say("verdict", "foul")} ${fouls}`));
    return make("button", {
      type: "button", class: `duelist side-${side}`, "aria-pressed": String(state.to_act === player), "data-player": player,
      onclick: () => { view.striker = player; render(); },
    }, make("bdi", { class: "name" }, nameOf(player)), make("span", { class: "score" }, String(state.score[player])), more);
  }));
}

function verdictOf(line) {
  const ruling = line.ruling;
  const words_ = [say("verdict", ruling.verdict)];
  if (ruling.fouls.length) words_.push(ruling.fouls.map((code) => say("foul", code)).join(", "));
  for (const [player, change] of Object.entries(ruling.points)) {
    if (change) words_.push(`${nameOf(player)} ${change > 0 ? "+" : "−"}${Math.abs(change)}`);
  }
  return words_.join(" · ");
}

const clauses = (ruling) => ruling.clauses.map((id) => make("a", { class: "clause", href: `/clauses/${encodeURIComponent(id)}`, target: "_blank", rel: "noopener" }, id));

function renderRuling() {
  const line = view.lines.findLast((one) => one.ruling);
  if (!line) return;
  const bad = ["foul", "break_foul", "deliberate_foul", "illegal_break", "rejected"].includes(line.ruling.verdict);
  at("ruling").classList.toggle("bad", bad);
  at("ruling").replaceChildren(make("strong", {}, `${line.seq}. ${say("event", line.type)}`), make("span", {}, line.player ? make("bdi", {}, `${nameOf(line.player)}: `) : "", verdictOf(line)), ...clauses(line.ruling));
}

function renderLines() {
  const unsent = queue.items.map((item) => make("li", { class: "unsent" }, make("b", {}, String(item.seq)), make("span", {}, `${item.player ? nameOf(item.player) : ""} ${say("event", item.type)}: ${ui.not_ruled}`)));
  const known = view.lines.slice(-12).map((line) => make("li", { class: line.struck ? "struck" : "" }, make("b", {}, String(line.seq)),
    make("span", {}, `${line.player ? `${nameOf(line.player)}: ` : ""}${say("event", line.type)} · ${verdictOf(line)}`)));
  at("lines").replaceChildren(...[...known, ...unsent].reverse());
}

// -- wiring -------------------------------------------------------------------------------------

at("undo").addEventListener("click", undo);

const other = at("other");
other.elements.player.replaceChildren(...players.map((player) => new Option(nameOf(player), player)));
other.addEventListener("submit", (event) => {
  event.preventDefault();
  const { what, player, reason } = Object.fromEntries(new FormData(other));
  const told = reason.trim() ? { reason: reason.trim() } : {};
  const strokes = view.lines.filter((line) => line.type === "shot" && !line.struck);
  const events = {
    void: { type: "void", ...told },
    stalemate: { type: "stalemate" },
    "timeout-start": { type: "timeout", player, stage: "start" },
    "timeout-end": { type: "timeout", player, stage: "end" },
    frozen: { type: "announcement", player, what: "frozen" },
    over_head_string: { type: "announcement", player, what: "over_head_string" },
    rack: { type: "concession", player, of: "rack" },
    match: { type: "concession", player, of: "match" },
    warning: { type: "sanction", player, penalty: "warning", conduct: "other" },
    "sanction-foul": { type: "sanction", player, penalty: "foul", conduct: "other" },
    "sanction-rack": { type: "sanction", player, penalty: "rack", conduct: "other" },
    "sanction-match": { type: "sanction", player, penalty: "match", conduct: "other" },
    protest: { type: "protest", player, of: strokes.at(-1)?.seq ?? 1, ground: "rule" },
    drawn: { type: "match_closed", result: "drawn" },
    abandoned: { type: "match_closed", result: "abandoned" },
    limit: { type: "match_closed", result: "limit" },
    forfeit: { type: "match_closed", result: "forfeit", winner: player },
    walkover: { type: "match_closed", result: "walkover", winner: player },
  };
  enter(events[what]);
  other.closest("details").open = false;
});

at("token").elements.holder.value = keeper.holder;
at("token").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.elements.token.value) keepToken(form.elements.token.value);
  keeper.holder = form.elements.holder.value;
  form.closest("details").open = false;
  keeper.take().then(() => queue.resume());
});

follow(match, start.seq, {
  ruling(seq, text) {
    const line = JSON.parse(text);
    if (queue.items.some((item) => item.id === line.id)) return;
    if (!view.lines.some((one) => one.seq === seq)) take(seq, line, line.state);
  },
  lost() {},
  back() { if (!queue.online) queue.resume(); },
});

render();
if (token()) keeper.take().then(() => queue.send());
else render();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/static/worker.js", { scope: "/score/" }).catch(() => {});
