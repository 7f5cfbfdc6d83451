// What stands in the way of sending, and what the scorer may do about it.

import { make, token } from "./service.js";

export function troubleOf(place, { queue, keeper, ui, say, nameOf }) {
  const parts = partsOf({ queue, keeper, ui, say, nameOf });
  place.hidden = parts.length === 0;
  place.replaceChildren(...parts);
}

function partsOf({ queue, keeper, ui, say, nameOf }) {
  if (!token() || keeper.refused) return [make("p", {}, `${ui.need_token} `, make("span", { lang: "en" }, keeper.why))];
  const stopped = queue.stopped && !queue.stopped.waiting ? queue.stopped : null;
  if (keeper.other !== null) return otherScorer(queue, keeper, ui);
  if (!stopped) return [];
  const told = (item) => `${item.player ? nameOf(item.player) : ""} ${say("event", item.type)}`;
  const button = (words, act) => make("button", { type: "button", onclick: act }, words);
  if (stopped.kind === "seq_conflict" || stopped.kind === "id_conflict") {
    const holder = stopped.body.holder ?? {};
    const ruling = holder.ruling ? say("verdict", holder.ruling.verdict) : (holder.id ?? "");
    return [
      make("p", {}, `${ui.conflict} ${stopped.item.seq}.`),
      make("p", {}, `${ui.yours} ${told(stopped.item)}. ${ui.theirs} ${ruling}.`),
      make("div", { class: "row" }, button(ui.put_after, () => queue.putAfter()), button(ui.drop, () => queue.drop()), button(ui.drop_all, () => queue.dropAll())),
    ];
  }
  const detail = stopped.body.detail ?? stopped.body.title ?? String(stopped.status);
  return [
    make("p", {}, `${ui.refused} ${told(stopped.item)}. `, make("span", { lang: "en" }, detail)),
    make("div", { class: "row" }, button(ui.drop_on, () => queue.drop()), button(ui.drop_all, () => queue.dropAll())),
  ];
}

function otherScorer(queue, keeper, ui) {
  const words = [make("bdi", {}, keeper.other), ` ${ui.other_scorer}`];
  if (keeper.wasTaken) words.unshift(`${ui.taken} `);
  const take = async () => {
    await keeper.take(true);
    if (keeper.keeps) queue.resume();
  };
  return [make("p", {}, ...words), make("div", { class: "row" }, make("button", { type: "button", onclick: take }, ui.take_over))];
}
