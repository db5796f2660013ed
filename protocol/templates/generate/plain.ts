/**
 * The monitor that a sentence describes by itself: one reading, named by its words, against the limit
 * that they state. It is used where no template watches that.
 */
import type { TransitionDeclaration, Trigger } from "../../contracts/program.js";
import { isDuration } from "./masked.js";
import type { Hold, Limit, Reading } from "./reading.js";
import { calcondsOf } from "./clauses/schedule.js";
import { CALCOND_S, heartbeat, monitor, titleOf, unitText } from "./heartbeat.js";
import type { Plain } from "./heartbeat.js";
import { bare } from "./slots.js";
import type { Asked, Filled, Moved } from "./slots.js";
import { changeOf } from "./change.js";
import { alertStates, limitGuards } from "./limits.js";
import { eventType, inputName } from "./names.js";
import { openIn } from "./open.js";
import { ABOVE, BELOW, REACHES, SINKS } from "./words.js";
import { writtenIn } from "./spans/writtenIn.js";
import type { Quantity } from "./spans/spanTypes.js";

export type PlainDraft =
  | { readonly ok: true; readonly plain: Plain }
  | { readonly ok: false; readonly asked: readonly Asked[] };

/**
 * Seconds that surely passed since the event before, and of a monitor that is looked at by times, since its
 * last reading: of two moments in calconds the first may be an end and the second a beginning.
 */
const SINCE_EVENT = "(tick.gap - 1.0) * params.calcond";
const SINCE_READING = "(tick.calcond - ctx.at - 1.0) * params.calcond";

const NAMES = {
  limit: "params.limit",
  low: "params.low",
  high: "params.high",
  band: "params.band",
};

const BAND_DIGITS = 12;

interface Param {
  readonly type: "double";
  readonly unit?: string;
  readonly default: number;
  readonly about: string;
}

/** Null where the sentence says nothing that a plain monitor could be made of. */
export function plainOf(reading: Reading, isKnown: (word: string) => boolean): PlainDraft | null {
  const { limit, named, naming, schedule, silence, subject, times } = reading;
  if (named.length + naming.length + times.length > 0) return null;
  if (silence !== null) {
    const { phrase } = reading;
    if (reading.isInverted) {
      const question = "is it an alert where nothing comes, or where something does?";
      return { ok: false, asked: [{ slot: "limit", question, words: silence.words }] };
    }
    if (phrase.ok) return { ok: true, plain: heartbeat(reading) };
    return { ok: false, asked: [{ slot: "input", question: phrase.message, words: phrase.stop }] };
  }
  if (reading.rate !== null) {
    const change = changeOf(reading, reading.rate, isKnown);
    return "program" in change ? { ok: true, plain: change } : { ok: false, asked: change };
  }
  if (limit === null) return null;
  const asked: Asked[] = [];
  const open = schedule?.problem != null ? null : openIn(reading, limit, isKnown);
  if (open !== null) asked.push(open);
  if (subject.length === 0) {
    const question = "what is watched? Name it, as in the bearing temperature";
    asked.push({ slot: "input", question, words: limit.words });
  }
  if (schedule?.problem != null)
    asked.push({ slot: "trigger", question: schedule.problem, words: schedule.words });
  const { gap, window } = reading;
  if (gap !== null && (reading.hold === null || reading.hold.isCount)) {
    const question = "a gap ends what is held for a time: for how long must it hold?";
    asked.push({ slot: "hold", question, words: gap.words });
  }
  if (window !== null && window.per === null) {
    const question = "over how long, or over how many readings?";
    asked.push({ slot: "trigger.window", question, words: window.words });
  }
  if (window !== null && (schedule !== null || reading.hold !== null)) {
    const question = "a window and a time are two contracts: which of them?";
    asked.push({ slot: "trigger", question, words: window.words });
  }
  const wrong = misplaced(reading, limit);
  if (wrong !== null) asked.push(wrong);
  if (asked.length > 0) return { ok: false, asked };
  return { ok: true, plain: plainProgram(reading, limit) };
}

/** The monitor of a reading in which nothing is open. */
export function plainProgram(reading: Reading, limit: Limit): Plain {
  return new PlainMonitor(reading, limit).whole();
}

/** Words of an end that lead to where the alert is. */
const GOES_HIGH = new RegExp(`(?<![a-z])(?:${ABOVE}|${REACHES}|rises?|climbs?)(?![a-z])`, "u");
const GOES_LOW = new RegExp(`(?<![a-z])(?:${BELOW}|${SINKS}|falls?|drops?|sinks?)(?![a-z])`, "u");

/** A watch behind the alert, an end on the wrong side, another quantity than that of the limit. */
function misplaced({ band, clear, early }: Reading, { side, values }: Limit): Asked | null {
  const [value] = values;
  const isLow = side === "below";
  const isOneSided = values.length === 1;
  for (const [said, slot] of [
    [early, "early"],
    [clear, "band"],
  ] as const) {
    if (said === null) continue;
    const isBefore = isLow ? said.value.si > value.si : said.value.si < value.si;
    const isBack =
      slot === "early" || !(isLow ? GOES_LOW : GOES_HIGH).test(said.words.toLowerCase());
    if (isOneSided && isBefore && isBack && sameKind(said.value, value)) continue;
    const question = `"${said.words}" does not fit the limit ${value.text}: where does it stand?`;
    return { slot, question, words: said.words };
  }
  if (band !== null && (clear !== null || !sameKind(band.value, value))) {
    const question = `"${band.words}" does not fit the limit ${value.text}`;
    return { slot: "band", question, words: band.words };
  }
  return null;
}

function sameKind(a: Quantity, b: Quantity): boolean {
  return JSON.stringify(a.dimension, plainNumber) === JSON.stringify(b.dimension, plainNumber);
}

function plainNumber(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

class PlainMonitor {
  readonly #reading: Reading;
  readonly #limit: Limit;
  readonly #params: Record<string, Param> = {};
  readonly #filled: Filled[] = [];
  readonly #kept: Moved[] = [];
  readonly #name: string;
  /** Of the second of two readings. */
  readonly #other: string | null;
  readonly #unit: string | null;
  readonly #isRatio: boolean;

  constructor(reading: Reading, limit: Limit) {
    this.#reading = reading;
    this.#limit = limit;
    const { minus, subject } = reading;
    this.#name = reading.window?.fn === "count" ? "n" : inputName(minus?.first ?? subject);
    this.#other = minus === null ? null : inputName(minus.second);
    const unit = minus?.unit ?? limit.values[0].unit;
    this.#isRatio = minus?.isRatio === true;
    this.#unit = this.#isRatio || unit === "1" || reading.window?.fn === "count" ? null : unit;
  }

  whole(): Plain {
    const { schedule, subject, text, window } = this.#reading;
    this.#setParams();
    const isTimed = schedule !== null;
    const trigger = this.#trigger();
    const value = window !== null ? "agg.value" : isTimed ? "ctx.last" : this.#now();
    const { context, states } = isTimed ? this.#timedStates(value) : this.#states(value);
    const about = subject.join(" ");
    const machine = { initial: "nominal", ...(context === null ? {} : { context }), states };
    const inputs = this.#inputs(about, isTimed);
    const whole = {
      name: this.#title(),
      about: text,
      params: this.#params,
      inputs,
      trigger,
      machine,
    };
    return monitor(whole, this.#filled, this.#kept);
  }

  #title(): string {
    const { hold, minus, subject, window } = this.#reading;
    const { values } = this.#limit;
    // As a list of contracts shows it: for how long is part of what is watched.
    const lasts =
      hold === null || hold.isCount || values.length > 1 ? "" : ` for ${hold.value.text}`;
    const words = `${this.#limit.words}${lasts}`;
    if (minus !== null) return titleOf([], `${minus.words} ${words}`);
    return titleOf(window?.fn === "count" ? [] : subject, words);
  }

  /** What a reading is at its event: one input, or how far two are apart. */
  #now(): string {
    const { minus } = this.#reading;
    if (minus === null) return `input.${this.#name}`;
    const [from, to] = minus.isTurned ? [this.#other, this.#name] : [this.#name, this.#other];
    if (minus.isRatio) return `(input.${from} / input.${to})`;
    return `${minus.isAbsolute ? "abs" : ""}(input.${from} - input.${to})`;
  }

  #inputs(about: string, isTimed: boolean) {
    const { minus } = this.#reading;
    if (minus === null) return { [this.#name]: this.#input(about, isTimed) };
    const unit = this.#isRatio ? ", in the unit of the other" : "";
    return {
      [this.#name]: this.#input(`${minus.first.join(" ")}${unit}`, false),
      [this.#other!]: this.#input(`${minus.second.join(" ")}${unit}`, false),
    };
  }

  #input(about: string, isTimed: boolean) {
    if (this.#reading.window?.fn === "count")
      return { type: "double", default: 1, about: `one of ${about}`.slice(0, 500) };
    return {
      type: "double",
      ...(this.#unit === null ? {} : { unit: this.#unit }),
      ...(isTimed ? { optional: true } : {}),
      about: about.slice(0, 500),
    };
  }

  #trigger(): Trigger {
    const { schedule, subject, window } = this.#reading;
    if (schedule?.trigger != null) {
      const { trigger, words } = schedule;
      const value = trigger.type === "cron" ? 1 : trigger.every;
      this.#filled.push({ slot: "trigger", value, unit: trigger.type, words });
      return trigger;
    }
    if (window === null) return { type: "on-event", event: "reading" };
    const { fn, words } = window;
    const per = window.per!;
    const span = isDuration(per)
      ? { calconds: calcondsOf(per.si) }
      : { count: Math.round(per.value) };
    this.#filled.push({ slot: "trigger.window", value: per.value, unit: unitText(per), words });
    const event = fn === "count" ? eventType(subject) : "reading";
    const emit = "calconds" in span ? ({ emit: "always" } as const) : {};
    return { type: "on-aggregate", event, field: this.#name, fn, window: span, ...emit };
  }

  #setParams(): void {
    const { band, clear, early, hold } = this.#reading;
    const { values, words } = this.#limit;
    const [first, second] = values;
    if (second === undefined) this.#set("limit", first, words, "where the alert begins");
    else {
      this.#set("low", first, words, "the least that is right");
      this.#set("high", second, words, "the most that is right");
    }
    if (early !== null) this.#set("early", early.value, early.words, "where the watch begins");
    const unit = this.#unit === null ? null : bare(this.#unit);
    if (band !== null) this.#setBand(band.value.difference, unit, band.words);
    else if (clear !== null) this.#setBand(Math.abs(first.si - clear.value.si), unit, clear.words);
    else {
      this.#params["band"] = { ...this.#param(0, unit), about: "dead band" };
      const reason = "none was named: an alert ends at its limit. Say with a band of ...";
      this.#kept.push({ slot: "band", value: 0, unit, reason });
    }
    if (hold !== null) {
      this.#set("hold", hold.value, hold.words, hold.isCount ? "readings in a row" : "how long");
      if (!hold.isCount) this.#setGap(hold);
    }
  }

  /** Readings that are further apart begin the hold anew. */
  #setGap({ value: { unit, value } }: Hold): void {
    const { gap } = this.#reading;
    const about = "longest time between two readings of one hold";
    if (gap !== null) this.#set("gap", gap.value, gap.words, about);
    else {
      this.#params["gap"] = { ...this.#param(value, unit), about };
      const reason =
        "none was named: readings further apart than the hold begin it anew. Say with gaps of at most ...";
      this.#kept.push({ slot: "gap", value, unit, reason });
    }
    const calcond = "length of a calcond";
    this.#params["calcond"] = { ...this.#param(CALCOND_S, "s"), about: calcond };
  }

  #param(value: number, unit: string | null): Omit<Param, "about"> {
    return { type: "double", ...(unit === null ? {} : { unit }), default: value };
  }

  #set(slot: string, { unit, value }: Quantity, words: string, about: string): void {
    const own = unit === "1" ? null : unit;
    this.#params[slot] = { ...this.#param(value, own), about };
    this.#filled.push({ slot, value, unit: own, words });
  }

  #setBand(si: number, unit: string | null, words: string): void {
    // Of a difference of two numbers: what a double adds in its last places is none of it.
    const value = Number((unit === null ? si : writtenIn(si, unit)).toPrecision(BAND_DIGITS));
    this.#params["band"] = { ...this.#param(value, unit), about: "dead band" };
    this.#filled.push({ slot: "band", value, unit, words });
  }

  /** Beyond the limit, back behind the band, and near to it. */
  #guards(value: string) {
    const { side } = this.#limit;
    const isLow = side === "below";
    const guards = {
      ...limitGuards(value, this.#limit, NAMES),
      near: `${value} ${isLow ? "<=" : ">="} params.early`,
      calm: isLow
        ? `${value} > params.early + params.band`
        : `${value} < params.early - params.band`,
    };
    if (!this.#isRatio) return guards;
    // A ratio to nought, or to less, is none.
    const whole = (guard: string): string => `input.${this.#other!} > 0.0 && (${guard})`;
    const { back, bad, calm, near } = guards;
    return { back: whole(back), bad: whole(bad), calm: whole(calm), near: whole(near) };
  }

  #states(value: string, keep: Readonly<Record<string, string>> = {}, when = "") {
    const { early, hold } = this.#reading;
    const { back, bad: isBeyond, calm, near } = this.#guards(value);
    // At a time the last reading may be old: beyond the longest gap it holds nothing.
    const isTimedHold = when !== "" && hold?.isCount === false;
    const bad = isTimedHold ? `(${isBeyond}) && !(${SINCE_READING} > params.gap)` : isBeyond;
    const and = (guard: string): string => (when === "" ? guard : `${when} && (${guard})`);
    const raised = { type: "alert.raised", data: { value } };
    const cleared = { type: "alert.cleared", data: { value } };
    const to = (
      guard: string,
      target: string,
      more: Partial<TransitionDeclaration> = {},
    ): TransitionDeclaration => ({ guard: and(guard), target, ...more });
    const assign = (values: Readonly<Record<string, string>>) => ({
      assign: { ...keep, ...values },
    });
    if (hold === null) {
      if (early === null)
        return { context: null, states: alertStates(and(bad), and(back), { value }) };
      const alert = to(bad, "alert", { emit: [raised] });
      return {
        context: null,
        states: {
          nominal: { on: [alert, to(near, "watch")] },
          watch: { on: [alert, to(calm, "nominal")] },
          alert: { on: [to(back, "resolved", { emit: [cleared] })] },
          resolved: { on: [alert, to(calm, "nominal")] },
        },
      };
    }
    const isLong = hold.isCount
      ? "ctx.held + 1.0 >= params.hold"
      : "ctx.held > 0.0 && (tick.calcond - ctx.held) * params.calcond >= params.hold";
    const begun = hold.isCount ? { held: "1.0" } : { held: "tick.calcond" };
    const none = { held: "0.0" };
    const first = hold.isCount
      ? [to(`(${bad}) && params.hold <= 1.0`, "alert", { emit: [raised] })]
      : [];
    const more = hold.isCount ? [to(bad, "watch", assign({ held: "ctx.held + 1.0" }))] : [];
    const isNew =
      when === "" ? `(ctx.held == 0.0 || ${SINCE_EVENT} > params.gap)` : "ctx.held == 0.0";
    const again = hold.isCount ? [] : [to(`(${bad}) && ${isNew}`, "watch", assign(begun))];
    const nearer = early === null ? [] : [to(near, "watch", assign(none))];
    const still = early === null ? [] : [to(`(${near}) && ctx.held > 0.0`, "watch", assign(none))];
    const away = early === null ? `!(${bad})` : calm;
    const enter = [...first, to(bad, "watch", assign(begun))];
    return {
      context: { held: 0 },
      states: {
        nominal: { on: [...enter, ...nearer] },
        watch: {
          on: [
            ...again,
            to(`(${bad}) && ${isLong}`, "alert", { emit: [raised], ...assign(none) }),
            ...more,
            to(away, "nominal", assign(none)),
            // Not beyond the limit any more, and still near it.
            ...still.map((one) => ({ ...one, guard: and(`!(${bad}) && ctx.held > 0.0`) })),
          ],
        },
        alert: { on: [to(back, "resolved", { emit: [cleared] })] },
        resolved: { on: [...enter, to(early === null ? back : calm, "nominal")] },
      },
    };
  }

  /** Readings are kept as they come, and judged at the times. */
  #timedStates(value: string) {
    const { context, states } = this.#states(value, {}, 'event.type == "tick" && ctx.seen');
    const input = `input.${this.#name}`;
    const isHeld = this.#reading.hold?.isCount === false;
    const held = `ctx.seen && ${SINCE_READING} > params.gap ? 0.0 : ctx.held`;
    const kept = (state: string): TransitionDeclaration => ({
      guard: `has(${input})`,
      target: state,
      assign: {
        last: input,
        seen: "true",
        ...(isHeld ? { at: "tick.calcond", held } : {}),
      },
    });
    return {
      context: { last: 0, seen: false, ...(isHeld ? { at: 0 } : {}), ...context },
      states: Object.fromEntries(
        Object.entries(states).map(([state, { on }]) => [state, { on: [kept(state), ...on] }]),
      ),
    };
  }
}
