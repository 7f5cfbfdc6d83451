// The corrections desk: what a correction would change is shown before it may be recorded.

import { call, data, keepToken, make, randomId, token } from "./service.js";

const { match, events, words } = data("start");
const { ui } = words;
const form = document.getElementById("correction");
const effect = document.getElementById("effect");
const field = (name) => form.elements.namedItem(name);
const record = form.querySelector('[value="record"]');
const say = (kind, code) => words[kind]?.[code] ?? code;
const body = (event) => JSON.stringify(event.body, null, 2);

field("seq").replaceChildren(...events.toReversed().map((event) => new Option(`${event.seq} ${say("event", event.type)}`, event.seq)));
field("token").value = token();

function chosen() { return events.find((event) => event.seq === Number(field("seq").value)); }

function offer() {
  const how = field("how").value;
  field("body").closest("label").hidden = how === "null";
  field("body").value = how === "ruling" ? "[]" : chosen() ? body(chosen()) : "";
}

function correction() {
  const seq = Number(field("seq").value);
  const how = field("how").value;
  const told = how === "null" ? null : JSON.parse(field("body").value);
  const envelope = { id: randomId(), at: new Date().toISOString(), reason: field("reason").value };
  if (how === "ruling") return { ...envelope, type: "official_ruling", of: seq, fouls: told };
  return { ...envelope, type: "correction", corrects: seq, with: told };
}

function verdict(lines) {
  return lines.map((line) => (line.struck ? "–" : [say("verdict", line.ruling.verdict), ...line.ruling.fouls.map((code) => say("foul", code)), ...Object.entries(line.ruling.points).filter(([, change]) => change).map(([player, change]) => `${player} ${change > 0 ? "+" : "−"}${Math.abs(change)}`)].join(" "))).join("; ");
}

const scoreOf = (end) => Object.values(end.score ?? {}).join(":");

function tell(told) {
  const list = (title, items, words_) => (items.length ? [make("h3", {}, title), make("ul", { class: "plain rows" }, ...items.map((one) => make("li", {}, ...words_(one))))] : []);
  const finding = (one) => [make("span", { class: `tag ${one.severity}` }, one.code), " ", make("span", { lang: "en" }, one.detail)];
  const rows = told.changed.slice(0, 200).map((one) => make("tr", {}, make("th", { scope: "row" }, String(one.seq)), make("td", {}, verdict(one.before)), make("td", {}, verdict(one.after))));
  const table = make("table", {}, make("caption", { class: "unseen" }, ui.changed), make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "#"), make("th", { scope: "col" }, ui.before), make("th", { scope: "col" }, ui.after))), make("tbody", {}, ...rows));
  effect.replaceChildren(
    make("p", {}, `${ui.score}: ${ui.before} ${scoreOf(told.before)}, ${ui.after} ${scoreOf(told.after)}`),
    make("h3", {}, ui.changed), rows.length ? table : make("p", { class: "empty" }, ui.nothing),
    ...list(ui.newly_rejected, told.newly_rejected, (one) => [String(one.seq), " ", make("code", {}, one.reason)]),
    ...list(ui.new_findings, told.findings_new, finding), ...list(ui.gone_findings, told.findings_gone, finding));
}

function complain(words_) { effect.replaceChildren(make("p", { class: "notice" }, words_)); }

let previewed = null;
form.addEventListener("input", () => { record.disabled = true; previewed = null; });
field("seq").addEventListener("change", offer);
field("how").addEventListener("change", offer);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  keepToken(field("token").value);
  const recording = event.submitter?.value === "record" && previewed;
  let sent;
  try { sent = recording ? previewed : correction(); } catch (error) { complain(`${ui.bad_json} ${error.message}`); return; }
  try {
    const path = `/v1/matches/${encodeURIComponent(match)}/${recording ? "events" : "preview"}`;
    const answer = await call("POST", path, sent);
    if (answer.status >= 300) complain(`${ui.refused} ${answer.body.detail ?? answer.body.title ?? answer.status}`);
    else if (recording) {
      record.disabled = true;
      complain(`${ui.recorded} ${answer.body.seq}.`);
    } else {
      tell(answer.body);
      previewed = sent;
      record.disabled = false;
    }
  } catch {
    complain(ui.offline);
  }
});
offer();
