// Opens a match: names go to the register, the log gets ids alone.

import { call, data, keepToken, randomId, token } from "./service.js";

const form = document.getElementById("opening");
const texts = data("texts");
const trouble = form.querySelector(".trouble");
const field = (name) => form.elements.namedItem(name);

function offerTexts() {
  const offered = texts[field("discipline").value];
  field("rules").replaceChildren(...offered.map((text) => new Option(text, text)));
}

field("discipline").addEventListener("change", () => {
  offerTexts();
  field("target").value = field("discipline").value === "14.1" ? 150 : 5;
});
offerTexts();
field("token").value = token();

async function playerOf(text) {
  const known = await call("GET", `/v1/players/${encodeURIComponent(text)}`);
  if (known.status === 200) return text;
  const made = await call("POST", "/v1/players", { name: text });
  if (made.status !== 201) throw new Error(made.body.detail ?? made.body.title ?? String(made.status));
  return made.body.player;
}

// An id within the matches a token is for, where it is for some alone; else the service makes one.
async function ownId() {
  const me = await call("GET", "/v1/me");
  const scope = me.body.role === "scorer" ? me.body.matches : ["*"];
  const start = scope.find((one) => one.indexOf("*") === one.length - 1)?.slice(0, -1);
  return start ? start + randomId() : null;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  keepToken(field("token").value);
  trouble.hidden = true;
  try {
    const players = [await playerOf(field("one").value.trim()), await playerOf(field("two").value.trim())];
    const body = {
      discipline: field("discipline").value,
      rules: field("rules").value,
      players,
      target: Number(field("target").value),
      breaks: field("breaks").value,
    };
    const breaker = field("breaker").value;
    if (breaker) body.breaker = players[breaker === "one" ? 0 : 1];
    for (const name of ["event", "round", "table", "referee"]) {
      if (field(name).value.trim()) body[name] = field(name).value.trim();
    }
    const own = await ownId();
    if (own) body.match = own;
    const answer = await call("POST", "/v1/matches", body);
    if (answer.status !== 201) throw new Error(answer.body.detail ?? answer.body.title);
    location.assign(`/score/${encodeURIComponent(answer.body.match)}`);
  } catch (error) {
    const words = error instanceof TypeError ? form.dataset.offline : `${form.dataset.refused} ${error.message}`;
    trouble.textContent = words;
    trouble.hidden = false;
  }
});
