// Follows a match by server-sent events. Each one means: there is something newer than what is
// shown. The board itself comes from the service, so that nothing is worked out here.

import { follow } from "./stream.js";

const board = document.getElementById("board");
const link = document.getElementById("link");
const spoken = document.getElementById("spoken");
const { match, clock } = board.dataset;
const allowed = Number(clock);

let shown = Number(board.firstElementChild.dataset.seq);
let wanted = shown;
let fetching = false;
let struckAt = Date.now();

async function refresh() {
  if (fetching) return;
  fetching = true;
  try {
    while (shown < wanted) {
      const answer = await fetch(`/live/${encodeURIComponent(match)}/board`);
      if (!answer.ok) throw new Error(String(answer.status));
      // Made by our own template, which escapes what people wrote.
      board.innerHTML = await answer.text();
      shown = Number(board.firstElementChild.dataset.seq);
      spoken.textContent = board.firstElementChild.dataset.spoken;
    }
  } catch {
    setTimeout(refresh, 1000);
  } finally {
    fetching = false;
  }
}

follow(match, shown, {
  ruling(seq) {
    wanted = Math.max(wanted, seq);
    struckAt = Date.now();
    refresh();
  },
  lost() { link.textContent = link.dataset.lost; },
  back() { link.textContent = ""; },
});

setInterval(() => {
  const place = board.querySelector("[data-clock-shown]");
  if (!place) return;
  const gone = Math.floor((Date.now() - struckAt) / 1000);
  const told = allowed ? Math.max(allowed - gone, 0) : gone;
  place.textContent = `${Math.floor(told / 60)}:${String(told % 60).padStart(2, "0")}`;
  place.parentElement.classList.toggle("late", allowed > 0 && told <= 10);
}, 250);
