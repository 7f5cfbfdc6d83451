// What was entered and is not in the log yet: kept in this browser, sent in order, never dropped
// or renumbered unless the scorer says so.

import { call, randomId } from "./service.js";

const AGAIN_MS = [1000, 2000, 4000, 8000];

export class Queue {
  // `last` is the seq of the last event known to be in the log.
  constructor(match, last, lease, on) {
    this.match = match;
    this.key = `cuelog.queue.${match}`;
    this.last = last;
    this.lease = lease;
    this.on = on;
    this.stopped = null;
    this.online = true;
    this.tries = 0;
    this.sending = false;
    try { this.items = JSON.parse(localStorage.getItem(this.key)) ?? []; } catch { this.items = []; }
    window.addEventListener("online", () => this.send());
  }

  keep() {
    if (this.items.length) localStorage.setItem(this.key, JSON.stringify(this.items));
    else localStorage.removeItem(this.key);
  }

  get next() { return Math.max(this.last, this.items.at(-1)?.seq ?? 0) + 1; }

  // Each event is given its place when it is entered: whoever took it first is then noticed.
  add(body) {
    this.items.push({ id: randomId(), match: this.match, seq: this.next, at: new Date().toISOString(), ...body });
    this.keep();
    this.on.changed();
    return this.send();
  }

  takeBack() {
    const item = this.sending && this.items.length === 1 ? undefined : this.items.pop();
    this.keep();
    this.on.changed();
    return item;
  }

  heard(seq) { this.last = Math.max(this.last, seq); }

  async send() {
    if (this.sending || this.stopped) return;
    this.sending = true;
    try {
      while (this.items.length && !this.stopped) await this.sendFirst();
    } finally {
      this.sending = false;
      this.on.changed();
    }
  }

  async sendFirst() {
    const item = this.items[0];
    let answer;
    try {
      const headers = this.lease() ? { "Cuelog-Lease": this.lease() } : {};
      answer = await call("POST", `/v1/matches/${encodeURIComponent(this.match)}/events`, item, headers);
    } catch {
      answer = { status: 0 };
    }
    if (answer.status === 0 || answer.status >= 500 || answer.status === 429) {
      this.waitAndTryAgain();
      return;
    }
    this.online = true;
    this.tries = 0;
    if (answer.status >= 200 && answer.status < 300) {
      this.items.shift();
      this.keep();
      this.heard(answer.body.seq);
      this.on.ruled(answer.body, item);
      return;
    }
    // A conflict, a refusal, another scorer, no token: all wait for a person.
    this.stopped = { ...answer, item };
    this.on.stopped(this.stopped);
  }

  waitAndTryAgain() {
    this.online = false;
    const wait = AGAIN_MS[Math.min(this.tries, AGAIN_MS.length - 1)];
    this.tries += 1;
    this.stopped = { waiting: true };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.resume(), wait);
  }

  resume() {
    clearTimeout(this.timer);
    this.stopped = null;
    return this.send();
  }

  // What the scorer may decide about an event that was stopped.
  drop() { this.items.shift(); this.renumber(); }
  dropAll() { this.items = []; this.renumber(); }
  putAfter() { this.renumber(); }

  renumber() {
    this.items.forEach((item, place) => { item.seq = this.last + 1 + place; });
    this.keep();
    this.resume();
    this.on.changed();
  }
}
