// The live stream of a match, taken up again after the last event had, however it was lost.

const AGAIN_MS = 1500;

export function follow(match, after, { ruling, lost, back }) {
  let last = after;
  let source = null;
  let timer = 0;

  function open() {
    source = new EventSource(`/v1/matches/${encodeURIComponent(match)}/live?after=${last}`);
    source.addEventListener("open", back);
    source.addEventListener("ruling", (event) => {
      const seq = Number(event.lastEventId);
      last = Math.max(last, seq);
      ruling(seq, event.data);
    });
    source.addEventListener("error", () => {
      lost();
      // The browser tries again by itself with Last-Event-ID, unless the answer was no stream.
      if (source.readyState === EventSource.CLOSED) again();
    });
  }

  function again() {
    clearTimeout(timer);
    source.close();
    timer = setTimeout(open, AGAIN_MS);
  }

  window.addEventListener("online", again);
  window.addEventListener("offline", lost);
  open();
}
