// What a tap means as an event: facts only. What they are worth is ruled by the service.

export const POCKETS = ["HL", "HR", "SL", "SR", "FL", "FR"];
const CALLED = new Set(["14.1", "8-ball", "10-ball"]);
const COLOURS = ["yellow", "green", "brown", "blue", "pink", "black"];

// Fouls whose facts a scorer sees: told as facts, not as a call of the referee.
const FACTS = {
  scratch: { pocketed: [{ ball: "cue" }] },
  no_contact: { first_contact: [] },
  no_rail: { cue_to_cushion: false, balls_to_cushion: 0 },
};
export const FOULS = {
  pool: ["scratch", "no_rail", "no_contact", "wrong_ball_first", "ball_off_table", "touched_ball", "double_hit", "push_stroke", "balls_moving", "no_foot", "bad_placement", "break_foul", "kitchen_first", "cue_on_table", "out_of_turn", "deliberate_touch", "deliberate_stop", "unsporting", "other", "unspecified"],
  snooker: ["scratch", "wrong_ball_first", "no_contact", "wrong_ball_potted", "ball_off_table", "touched_ball", "push_stroke", "before_nomination", "successive_red", "struck_object_ball", "outside_d", "balls_moving", "no_foot", "unsporting", "other", "unspecified"],
};

export const calls = (discipline) => CALLED.has(discipline);

// The balls a scorer may tap now.
export function ballsOf(discipline, state) {
  if (discipline === "snooker") {
    const left = state.balls;
    const reds = state.reds === 0 && state.on !== "red" ? [] : ["red"];
    return [...reds, ...COLOURS.filter((one) => !left || left.includes(one))];
  }
  // Where the numbers of the balls are not known any more, what fell is told without one.
  return [...(state.balls ?? [])].sort((a, b) => a - b);
}

export const shot = (player, facts = {}) => ({ type: "shot", player, ...facts });

// One tap on a ball: it was played for, and made.
export function made(discipline, state, player, ball, pocket) {
  const where = pocket ? { pocket } : {};
  if (ball === "?") return shot(player, { call: "ball", made: true });
  if (discipline === "snooker" && state.on === "colour") {
    return shot(player, { call: { ball }, pocketed: [{ ball }] });
  }
  if (CALLED.has(discipline) && (state.phase !== "break" || discipline === "14.1")) {
    return shot(player, { call: { ball, ...where }, pocketed: [{ ball, ...where }] });
  }
  return shot(player, { pocketed: [{ ball, ...where }] });
}

export function missed(discipline, state, player) {
  const called = CALLED.has(discipline) && (state.phase !== "break" || discipline === "14.1");
  return shot(player, called ? { call: "ball", made: false } : {});
}

export function fouled(discipline, state, player, codes, first) {
  const facts = missed(discipline, state, player);
  const called = [];
  for (const code of codes) {
    if (FACTS[code] && !(code === "no_rail" && state.phase === "break")) Object.assign(facts, FACTS[code]);
    else called.push(code);
  }
  if (first) {
    facts.first_contact = [first];
    if (called[0] === "wrong_ball_first" && called.length === 1) called.pop();
  }
  if (called.length) facts.fouls = called;
  return facts;
}

// A whole stroke put together: call, pocket, what fell, what left the table, first contact.
export function composed(discipline, state, player, draft) {
  const facts = { type: "shot", player };
  if (draft.safety) facts.call = "safety";
  else if (draft.call) facts.call = { ball: draft.call, ...(draft.pocket ? { pocket: draft.pocket } : {}) };
  else if (missed(discipline, state, player).call) facts.call = "ball";
  if (facts.call === "ball" && !draft.pocketed.length) facts.made = false;
  if (draft.pocketed.length) {
    facts.pocketed = draft.pocketed.map((ball) => (ball === draft.call && draft.pocket ? { ball, pocket: draft.pocket } : { ball }));
  }
  if (draft.off.length) facts.off_table = draft.off;
  if (draft.first.length) facts.first_contact = draft.first;
  if (draft.cushion === "none") Object.assign(facts, FACTS.no_rail);
  if (draft.cushion === "cue") facts.cue_to_cushion = true;
  if (draft.cushion === "balls") facts.balls_to_cushion = Number(draft.count || 1);
  if (draft.fouls.length) facts.fouls = draft.fouls;
  return facts;
}

// What the table probably looks like after an event that could not be ruled yet. Nothing is
// scored: the turn passes after a miss, a safety and a foul, and balls that fell are gone.
export function guessed(state, event, players) {
  const after = { ...state };
  if (event.type !== "shot") return after;
  const other = players.find((one) => one !== event.player);
  const down = (event.pocketed ?? []).map((one) => one.ball).filter((ball) => ball !== "cue");
  const stays = !event.fouls?.length && event.call !== "safety" && (event.made || down.length > 0);
  after.phase = "play";
  after.options = [];
  after.to_act = stays ? event.player : other;
  if (after.balls && stays) after.balls = after.balls.filter((ball) => !down.includes(ball));
  if (after.reds !== null && stays && down.includes("red")) {
    after.reds = Math.max(0, after.reds - down.filter((ball) => ball === "red").length);
    after.on = "colour";
  } else if (after.reds) after.on = "red";
  return after;
}
