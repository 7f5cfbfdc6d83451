// Paper sheets typed by keyboard. The service reads what is typed; here is only what was typed.

import { call, data, keepToken, make, randomId, token } from "./service.js";

const { ui, verdict } = data("words");
const KEY = "cuelog.sheets";
const at = (id) => document.getElementById(id);
const form = at("opening");
const typed = at("typed");
const field = (name) => form.elements.namedItem(name);
const FIELDS = ["one", "two", "target", "rules", "breaker", "day", "event", "round"];

let sheets = [];
try { sheets = JSON.parse(localStorage.getItem(KEY)) ?? []; } catch { /* nothing kept */ }
if (!sheets.some((one) => one.status === "typing")) sheets.push(blank());
let sheet = sheets.findLast((one) => one.status === "typing");
let told = null;
let asked = 0;
let mending = null;

function blank() {
  const before = sheets.at(-1)?.fields ?? {};
  return { id: `sheet-${randomId()}`, fields: { rules: before.rules, target: before.target ?? "100", day: before.day ?? new Date().toISOString().slice(0, 10), event: before.event, breaker: "one" }, words: [], first: null, status: "typing" };
}

const keep = () => localStorage.setItem(KEY, JSON.stringify(sheets));

function opening() {
  const { one, two, target, rules, breaker, day, event, round } = sheet.fields;
  const body = { players: [one, two], target: Number(target), rules, day, breaker: breaker === "two" ? two : one };
  if (event) body.event = event;
  if (round) body.round = round;
  return body;
}

const complete = () => sheet.fields.one && sheet.fields.two && sheet.fields.one !== sheet.fields.two && Number(sheet.fields.target) > 0 && sheet.fields.day;

async function check() {
  keep();
  const mine = ++asked;
  at("record").disabled = true; // what was typed last is not read yet, and would be left out
  if (!complete() || !token()) { told = null; show(); return; }
  let answer;
  try { answer = await call("POST", "/sheet/check", { ...opening(), words: sheet.words }); } catch { answer = null; }
  if (mine !== asked) return;
  told = answer && answer.status === 200 ? answer.body : null;
  at("verdict").dataset.problem = !answer ? ui.offline : answer.status === 401 ? ui.need_token : (answer.body.detail ?? "");
  show();
}

// -- showing ------------------------------------------------------------------------------------

function show() {
  const { one, two } = sheet.fields;
  for (const [id, name] of [["head-one", one], ["head-two", two], ["proof-one", one], ["proof-two", two]]) at(id).textContent = name || "–";
  showTurn();
  showRows();
  showProof();
  showQueue();
  showSecond();
  at("record").disabled = !told || told.wrong !== null || !told.opened || told.unread > 0 || sheet.words.length === 0 || Boolean(sheet.first);
}

function showTurn() {
  const state = told?.state;
  at("turn").textContent = state ? (state.status === "finished" ? ui.finished : `${ui.next} ${state.to_act ?? "–"} · ${Object.values(state.score).join(":")}`) : ui.next;
  const place = at("verdict");
  const bad = Boolean(told && (told.wrong !== null || !told.opened)) || (!told && Boolean(place.dataset.problem));
  place.classList.toggle("bad", bad);
  if (!token()) place.textContent = ui.need_token;
  else if (!told) place.textContent = place.dataset.problem ?? "";
  else if (!told.opened) place.textContent = told.refused ?? "";
  else if (told.wrong !== null) {
    const row = told.rows[told.wrong];
    const why = row.wrong === "unreadable" ? ui.unreadable : row.wrong;
    place.replaceChildren(`${ui.first_wrong} ${told.wrong + 1}, ${row.word}: `, make("span", { lang: row.wrong === "unreadable" ? null : "en" }, why));
  } else place.textContent = ui.agrees;
}

// Turns in pairs, as the sheet has them; words not read yet follow where they were typed.
function showRows() {
  const rows = [];
  const sides = [sheet.fields.one, sheet.fields.two];
  let line = null;
  sheet.words.forEach((word, index) => {
    const row = told?.rows[index];
    const side = row?.player ? Math.max(sides.indexOf(row.player), 0) : index % 2;
    const beside = row && row.kind !== "inning" && line;
    if (!beside && (!line || line.cells[side].length > 0 || (side === 0 && line.cells[1].length > 0 && sides[0] === line.first))) {
      line = { first: row?.player ?? sides[0], rack: row?.rack ?? "", cells: [[], []], totals: ["", ""] };
      rows.push(line);
    }
    line.cells[side].push([word, index, row]);
    if (row?.score) line.totals[side] = row.score[sides[side]];
  });
  at("sheet").tBodies[0].replaceChildren(...rows.map((one, number) => make("tr", { class: number && rows[number - 1].rack !== one.rack ? "rack" : "" },
    make("th", { scope: "row" }, String(number + 1)),
    ...[0, 1].flatMap((side) => [make("td", {}, ...one.cells[side].map(cell)), make("td", { class: "total" }, String(one.totals[side]))]),
    make("td", { class: "meta" }, String(one.rack)))));
  at("sheet").querySelector(".mend")?.focus();
}

function cell([word, index, row]) {
  if (mending === index) return mend(word, index);
  const wrong = told && told.wrong === index;
  const differs = sheet.first && sheet.first[index] !== undefined && sheet.first[index] !== word;
  const kinds = ["word", wrong && "wrong", row?.kind === "claim" && "claimed", differs && "differs"].filter(Boolean).join(" ");
  const words = row?.verdict ? `${word}: ${verdict[row.verdict] ?? row.verdict}` : word;
  return make("button", { type: "button", class: kinds, "aria-label": `${ui.turn} ${index + 1}, ${words}`, title: row?.clauses?.join(" ") ?? "", onclick: () => { mending = index; show(); } }, word);
}

function mend(word, index) {
  const input = make("input", { class: "mend", value: word, "aria-label": `${ui.turn} ${index + 1}` });
  const done = () => {
    if (mending !== index) return;
    mending = null;
    sheet.words.splice(index, 1, ...input.value.toUpperCase().split(/\s+/).filter(Boolean));
    check();
    typed.focus();
  };
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") done(); });
  input.addEventListener("blur", done);
  return input;
}

function showProof() {
  at("proof").tBodies[0].replaceChildren(...(told?.racks ?? []).map((rack) => make("tr", { class: rack.sum === 14 ? "full" : "" },
    make("th", { scope: "row" }, String(rack.rack)), ...rack.balls.map((balls) => make("td", {}, String(balls))), make("td", {}, String(rack.sum)))));
}

function showQueue() {
  at("queue").replaceChildren(...sheets.map((one) => {
    const name = one.fields.one && one.fields.two ? `${one.fields.one} – ${one.fields.two}` : ui.empty;
    const words = { typing: ui.typing, waiting: ui.to_send, recorded: ui.recorded }[one.status];
    const open = one.status === "recorded"
      ? make("a", { href: `/matches/${encodeURIComponent(one.id)}` }, make("bdi", {}, name))
      : make("button", { type: "button", "aria-current": one === sheet ? "true" : false, onclick: () => { sheet = one; load(); } }, make("bdi", {}, name));
    const gone = one.status === "recorded" || sheets.length > 1 ? make("button", { type: "button", onclick: () => remove(one) }, ui.delete) : null;
    return make("li", {}, open, ` ${words}${one.trouble ? `: ${one.trouble}` : ""} `, gone);
  }));
}

function showSecond() {
  const place = at("second-told");
  place.hidden = !sheet.first;
  at("second").textContent = sheet.first ? ui.back : ui.second;
  if (!sheet.first) return;
  const longest = Math.max(sheet.first.length, sheet.words.length);
  const differs = [...Array(longest).keys()].filter((index) => sheet.first[index] !== sheet.words[index] && index < sheet.words.length);
  if (differs.length) place.textContent = `${ui.differs} ${differs.map((index) => `${index + 1} (${sheet.first[index] ?? "–"} / ${sheet.words[index]})`).join(", ")}`;
  else if (sheet.words.length === sheet.first.length) place.textContent = ui.same;
  else place.textContent = ui.second_on;
}

// -- acting -------------------------------------------------------------------------------------

function load() {
  for (const name of FIELDS) field(name).value = sheet.fields[name] ?? (field(name).tagName === "SELECT" ? field(name).options[0].value : "");
  field("token").value = token();
  mending = null;
  take();
  check();
}

function take() {
  for (const name of FIELDS) sheet.fields[name] = field(name).value.trim();
}

function remove(one) {
  sheets = sheets.filter((other) => other !== one);
  if (!sheets.length) sheets.push(blank());
  if (sheet === one) sheet = sheets.at(-1);
  load();
}

function commit(text) {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean);
  if (!words.length) return;
  sheet.words.push(...words);
  check();
}

typed.addEventListener("input", () => {
  if (!/\s/.test(typed.value)) return;
  const parts = typed.value.split(/\s+/);
  const rest = parts.pop();
  commit(parts.join(" "));
  typed.value = rest;
});
typed.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    commit(typed.value);
    typed.value = "";
  } else if (event.key === "Backspace" && typed.value === "" && sheet.words.length) {
    event.preventDefault();
    typed.value = sheet.words.pop();
    check();
  }
});
form.addEventListener("input", () => {
  if (field("token").value) keepToken(field("token").value);
  take();
  check();
});
form.addEventListener("submit", (event) => event.preventDefault());

at("second").addEventListener("click", () => {
  if (sheet.first) {
    sheet.words = sheet.first;
    sheet.first = null;
  } else if (sheet.words.length) {
    sheet.first = sheet.words;
    sheet.words = [];
  }
  check();
  typed.focus();
});

at("record").addEventListener("click", () => {
  const [first, ...rest] = told.events;
  const id = (seq) => `${sheet.id}-${seq}`;
  sheet.bodies = { opening: { ...first, match: sheet.id, id: id(1) }, events: rest.map((event) => ({ ...event, match: sheet.id, id: id(event.seq) })) };
  sheet.status = "waiting";
  sheets.push(blank());
  sheet = sheets.at(-1);
  load();
  send();
});
at("new").addEventListener("click", () => {
  sheets.push(blank());
  sheet = sheets.at(-1);
  load();
  field("one").focus();
});

// The ids are fixed: sending again what was sent before does no harm.
let sending = false;
async function send() {
  if (sending) return;
  sending = true;
  try {
    for (const one of sheets.filter((other) => other.status === "waiting")) {
      const opened = await call("POST", "/v1/matches", one.bodies.opening);
      const done = opened.status < 300 ? await call("POST", `/v1/matches/${one.id}/events`, one.bodies.events) : opened;
      one.trouble = done.status < 300 ? "" : `${ui.refused} ${done.body.detail ?? done.body.title ?? done.status}`;
      if (done.status < 300) one.status = "recorded";
      keep();
      showQueue();
    }
  } catch {
    setTimeout(send, 3000);
  } finally {
    sending = false;
  }
}
window.addEventListener("online", send);

load();
send();
