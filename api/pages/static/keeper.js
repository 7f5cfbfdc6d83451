// Who keeps the score: a lease of the match, renewed while the page is open, taken over in sight.

import { call, token } from "./service.js";

const RENEW_MS = 20000;

export class Keeper {
  constructor(match, changed) {
    this.path = `/v1/matches/${encodeURIComponent(match)}/lease`;
    this.store = `cuelog.lease.${match}`;
    this.changed = changed;
    this.lease = sessionStorage.getItem(this.store);
    this.keeps = false;
    this.other = null;
    this.refused = false;
    this.why = "";
    this.wasTaken = false;
    setInterval(() => { if (this.keeps) this.take(); }, RENEW_MS);
  }

  get holder() { return localStorage.getItem("cuelog.holder") ?? ""; }
  set holder(text) { localStorage.setItem("cuelog.holder", text.trim()); }

  async take(over = false) {
    const asked = new URLSearchParams();
    if (this.holder) asked.set("holder", this.holder);
    if (over) asked.set("take_over", "true");
    let answer;
    try {
      answer = await call("POST", `${this.path}?${asked}`, undefined, this.lease ? { "Cuelog-Lease": this.lease } : {});
    } catch {
      // Out of reach: who kept the score goes on; what is entered waits, and may conflict later.
      this.keeps ||= Boolean(this.lease && token());
      this.changed();
      return;
    }
    this.refused = answer.status === 401 || answer.status === 403;
    this.why = answer.status === 403 ? (answer.body.detail ?? "") : "";
    if (answer.status === 201) {
      this.lease = answer.body.lease;
      sessionStorage.setItem(this.store, this.lease);
      this.keeps = true;
      this.other = null;
      this.wasTaken = false;
    } else if (answer.status === 409) {
      this.lost(answer.body.holder);
    } else if (this.refused) {
      this.keeps = false;
    }
    this.changed();
  }

  lost(holder) {
    this.wasTaken ||= this.keeps;
    this.keeps = false;
    this.other = holder ?? "?";
  }
}
