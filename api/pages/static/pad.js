// The pad: what may be entered in a state. What is due comes from the state alone.

import { make } from "./service.js";
import { ballsOf, calls, composed, FOULS, fouled, made, missed, POCKETS, shot } from "./strokes.js";

const fresh = () => ({ call: null, pocket: null, pocketed: [], off: [], first: [], cushion: "", count: 1, fouls: [], safety: false });
let whole = false;
let draft = fresh();
let pocket = null;
let shownFor = "";

export function padOf(place, context) {
  const { state } = context;
  const key = state ? `${state.phase} ${state.to_act} ${state.rack} ${state.inning} ${state.run} ${state.balls?.length} ${state.balls_on_table}` : "";
  if (key !== shownFor) { draft = fresh(); pocket = null; shownFor = key; }
  const again = () => padOf(place, context);
  const focused = document.activeElement?.dataset?.key;
  place.replaceChildren(...partsOf(context, again));
  if (!context.enabled) for (const one of place.querySelectorAll("button, select, input")) one.disabled = true;
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function partsOf(context, again) {
  const { state, ui } = context;
  if (!state) return [];
  if (state.phase === "finished") return [finished(context)];
  if (state.phase === "lag") return [lag(context)];
  if (state.phase === "toss") return [toss(context)];
  const parts = [];
  const due = announcement(context);
  if (due) parts.push(due);
  if (state.options.length) parts.push(choices(context));
  if (state.options.length && !state.options.includes("accept")) return parts;
  if (state.phase === "rerack") parts.push(rerack(context));
  const broke = state.phase === "break" && !["14.1", "snooker"].includes(context.discipline);
  parts.push(...(broke ? breaking(context, again) : whole ? composing(context, again) : quick(context, again)));
  parts.push(button(whole ? ui.one_tap : ui.details, () => { whole = !whole; draft = fresh(); again(); }, "mode"));
  return parts;
}

const button = (words, act, key, options = {}) => make("button", { type: "button", onclick: act, "data-key": key, ...options }, words);
const group = (kind, ...children) => make("div", { class: kind }, ...children);

// Balls without a number of their own show what they are worth.
const FACES = { cue: "", red: "1", yellow: "2", green: "3", brown: "4", blue: "5", pink: "6", black: "7" };

export function ballFace(code, say) {
  const face = FACES[code] ?? code;
  return make("span", { class: `ball b-${code === "?" ? "any" : code}`, role: "img", "aria-label": say("ball", code) }, make("span", { "aria-hidden": "true" }, face));
}

function finished({ state, ui, nameOf }) {
  const winner = state.awarded ? state.awarded.winner : state.winner;
  return make("p", { class: "lede" }, `${ui.finished} `, winner ? make("b", {}, make("bdi", {}, nameOf(winner)), ` ${ui.won}`) : ui.drawn);
}

function lag({ players, nameOf, ui, enter }) {
  const event = (nearest) => ({ type: "lag", players: Object.fromEntries(players.map((player) => [player, {}])), nearest });
  return group("big",
    ...players.map((player) => button(`${nameOf(player)} ${ui.nearest}`, () => enter(event(player)), `lag-${player}`)),
    button(ui.lag_again, () => enter(event(null)), "lag-again"));
}

function toss({ players, nameOf, ui, enter }) {
  return group("big", ...players.map((player) => button(`${nameOf(player)} ${ui.plays_first}`, () => enter({ type: "toss", player }), `toss-${player}`)));
}

function choices({ state, say, nameOf, enter }) {
  return group("big", make("p", { class: "hint" }, make("bdi", {}, nameOf(state.to_act)), `: ${say("phase", state.phase)}`),
    ...state.options.map((choice) => button(say("choice", choice), () => enter({ type: "decision", player: state.to_act, choice }), `choice-${choice}`)));
}

function announcement({ state, rules, discipline, ui, nameOf, enter }) {
  const counted = ["14.1", "9-ball", "10-ball"].includes(discipline);
  if (rules !== "LT" || !counted || state.fouls[state.to_act] !== 2 || state.options.length) return null;
  return group("big", button(`${ui.announce_two}: ${nameOf(state.to_act)}`, () => enter({ type: "announcement", player: state.to_act, what: "two_fouls" }), "announce", { class: "danger" }));
}

function rerack({ say, ui, enter }) {
  const options = (name, codes) => {
    const select = make("select", { name }, ...codes.map(([code, words]) => make("option", { value: code }, words)));
    return make("label", {}, `${name === "cue_ball" ? ui.cue_ball : ui.fifteenth} `, select);
  };
  const rest = ["elsewhere", "–"];
  const form = make("form", { class: "row" },
    options("cue_ball", [rest, ["rack", "△"], ["head_spot", say("cue_ball", "head_spot")]]),
    options("fifteenth", [rest, ["rack", "△"], ["kitchen", say("cue_ball", "head")], ["kitchen_on_head_spot", `${say("cue_ball", "head")}, ${say("cue_ball", "head_spot")}`], ["head_spot", say("cue_ball", "head_spot")]]),
    make("button", {}, ui.record_rerack));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enter({ type: "rerack", ...Object.fromEntries(new FormData(form)) });
  });
  return group("due", make("p", { class: "hint" }, ui.rerack_hint), form);
}

function rackOf({ discipline, state, say }, act, pressed = () => false) {
  const on = (ball) => ball === state.on || (state.on === "colour" && ball !== "red");
  return group("rack", ...ballsOf(discipline, state).map((ball) => make("button", {
    type: "button", onclick: () => act(ball), "data-key": `ball-${ball}`, "data-ball": ball,
    class: on(ball) ? "on" : "", "aria-pressed": String(pressed(ball)),
  }, ballFace(ball, say))));
}

function pockets({ say, ui }, chosen, act) {
  return group("pick", make("span", {}, ui.pocket),
    ...POCKETS.map((code) => button(code, () => act(chosen === code ? null : code), `pocket-${code}`, { "aria-label": `${code}, ${say("pocket", code)}`, title: say("pocket", code), "aria-pressed": String(chosen === code) })));
}

// One tap for what usually happens.
function quick(context, again) {
  const { state, discipline, ui, enter } = context;
  const player = state.to_act;
  const nobodyKnows = discipline === "14.1";
  const parts = [];
  if (calls(discipline)) parts.push(pockets(context, pocket, (code) => { pocket = code; again(); }));
  const big = group("big");
  if (nobodyKnows) big.append(button(ui.made, () => enter(made(discipline, state, player, "?", pocket)), "made", { class: "usual" }));
  const rack = rackOf(context, (ball) => enter(made(discipline, state, player, ball, pocket)));
  if (rack.children.length) parts.push(rack);
  big.append(button(state.phase === "break" && discipline !== "snooker" ? ui.break_dry : ui.miss, () => enter(state.phase === "break" && discipline === "14.1" ? shot(player, { call: "safety" }) : missed(discipline, state, player)), "miss"));
  if (calls(discipline) && !(state.phase === "break")) big.append(button(ui.safety, () => enter(shot(player, { call: "safety" })), "safety"));
  if (state.push_out) big.append(button(ui.push_out, () => enter(shot(player, { call: "push_out" })), "push_out"));
  big.append(button(ui.foul, () => askFoul(context), "foul", { class: "danger" }));
  if (nobodyKnows) return [big, ...parts];
  return [...parts, big];
}

// The break of a rack: tap what fell, then record it.
function breaking(context, again) {
  const { state, ui, enter } = context;
  const player = state.to_act;
  const toggle = (ball) => {
    draft.pocketed = draft.pocketed.includes(ball) ? draft.pocketed.filter((one) => one !== ball) : [...draft.pocketed, ball];
    again();
  };
  const facts = () => (draft.pocketed.length ? { pocketed: draft.pocketed.map((ball) => ({ ball })) } : {});
  return [make("p", { class: "hint" }, ui.break_hint), rackOf(context, toggle, (ball) => draft.pocketed.includes(ball)),
    group("big", button(draft.pocketed.length ? ui.break_done : ui.break_dry, () => enter(shot(player, facts())), "break", { class: "usual" }),
      button(ui.foul, () => askFoul(context, facts()), "foul", { class: "danger" }))];
}

// A stroke with every fact that was seen.
function composing(context, again) {
  const { state, discipline, say, ui, enter } = context;
  const balls = ballsOf(discipline, state);
  const known = balls.length ? balls : ["?"];
  const flip = (name, ball) => { draft[name] = draft[name].includes(ball) ? draft[name].filter((one) => one !== ball) : [...draft[name], ball]; again(); };
  const line = (label, name, offered) => group("pick", make("span", {}, label), ...offered.map((ball) => make("button", { type: "button", "data-key": `${name}-${ball}`, "aria-pressed": String(draft[name].includes(ball)), onclick: () => flip(name, ball) }, ballFace(ball, say))));
  const choose = (label, name, offered) => group("pick", make("span", {}, label), ...offered.map(([code, face, words]) => make("button", { type: "button", "data-key": `${name}-${code}`, "aria-label": words, "aria-pressed": String(draft[name] === code), onclick: () => { draft[name] = draft[name] === code ? null : code; again(); } }, face)));
  const parts = [];
  if (calls(discipline) || state.on === "colour") parts.push(choose(ui.called, "call", known.filter((ball) => ball !== "red").map((ball) => [ball, ballFace(ball, say)])));
  if (calls(discipline)) {
    parts.push(pockets(context, draft.pocket, (code) => { draft.pocket = code; again(); }));
    parts.push(choose(ui.safety, "safety", [[true, ui.safety, ui.safety]]));
  }
  parts.push(line(ui.fell, "pocketed", [...known, "cue"]), line(ui.off, "off", [...known, "cue"]), line(ui.first, "first", known));
  parts.push(choose(ui.cushion, "cushion", [["none", ui.cushion_none], ["cue", ui.cushion_cue], ["balls", ui.cushion_balls]]));
  const codes = FOULS[discipline === "snooker" ? "snooker" : "pool"];
  const list = make("details", { open: draft.fouls.length > 0 }, make("summary", {}, ui.fouls), group("pick", ...codes.map((code) => button(say("foul", code), () => flip("fouls", code), `code-${code}`, { "aria-pressed": String(draft.fouls.includes(code)) }))));
  parts.push(list, group("big", button(ui.record, () => { const event = composed(discipline, state, state.to_act, draft); draft = fresh(); enter(event); }, "record", { class: "usual" })));
  return parts;
}

function askFoul(context, facts = null) {
  const { state, discipline, say, ui, enter } = context;
  const dialog = document.getElementById("foul");
  const chosen = new Set();
  let first = null;
  const snooker = discipline === "snooker";
  const show = () => {
    const codes = FOULS[snooker ? "snooker" : "pool"].map((code) => button(say("foul", code), () => { chosen.has(code) ? chosen.delete(code) : chosen.add(code); show(); }, code, { "aria-pressed": String(chosen.has(code)), "data-code": code }));
    const offered = ballsOf(discipline, state);
    const hit = group("pick", make("span", {}, ui.first), ...offered.map((ball) => make("button", { type: "button", "data-key": `hit-${ball}`, "aria-pressed": String(first === ball), onclick: () => { first = first === ball ? null : ball; show(); } }, ballFace(ball, say))));
    const focused = document.activeElement?.dataset?.key;
    dialog.replaceChildren(make("h2", { id: "foul-head" }, ui.foul), group("codes", ...codes), ...(offered.length ? [hit] : []),
      group("row", make("button", { type: "button", class: "main", "data-key": "record-foul", disabled: chosen.size === 0, onclick: record }, ui.record_foul), button(ui.cancel, () => dialog.close(), "cancel")));
    if (focused) dialog.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  };
  const record = () => {
    const event = fouled(discipline, state, state.to_act, [...chosen], first);
    if (facts?.pocketed) event.pocketed = [...facts.pocketed, ...(event.pocketed ?? [])];
    dialog.close();
    enter(event);
  };
  show();
  dialog.showModal();
}
