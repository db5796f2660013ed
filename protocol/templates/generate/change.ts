/** The monitor of a change: how far a reading moved within a time, or how fast it moves. */
import type { Trigger } from "../../contracts/program.js";
import { dimensionsEqual, isDimensionless, parseUnit, toSI } from "../../units/index.js";
import { CALCOND_S, monitor, titleOf, unitText } from "./heartbeat.js";
import type { Plain } from "./heartbeat.js";
import { kindAtEnd } from "./kinds.js";
import type { Kind } from "./kinds.js";
import { alertStates } from "./limits.js";
import type { States } from "./limits.js";
import { inputName } from "./names.js";
import { KELVIN, openIn } from "./open.js";
import type { Limit, Rate, Reading, Said } from "./reading.js";
import { bare } from "./slots.js";
import type { Asked, Filled, Moved } from "./slots.js";
import { writtenIn } from "./spans/writtenIn.js";
import type { Quantity } from "./spans/spanTypes.js";

/** Of a window, in calconds. */
const WINDOW_MAX = 1_111_970;
/** Readings that are nearer to each other say little of a speed: times are in calconds. */
const APART = 10;
const APART_ENOUGH = "tick.calcond - ctx.at >= params.apart";
const TIME_BEHIND = /^(?<unit>.+)\/(?:s|sec|seconds?|min|minutes?|h|hr|hours?|d|days?)$/u;

/** What of a change is left open; its monitor where nothing is. */
export function changeOf(
  reading: Reading,
  rate: Rate,
  isKnown: (word: string) => boolean,
): Plain | readonly Asked[] {
  const whole = withShare(reading, rate);
  const value = readingOf(whole);
  if (value === null) {
    const question =
      `${rate.change.text} is no speed of a reading: write a change and its time, ` +
      "as in by 5 K within 10 min";
    return [{ slot: "limit", question, words: rate.words }];
  }
  const asked = askedOf(reading, whole, value, isKnown);
  if (asked !== null) return [asked];
  return new ChangeMonitor(reading, whole, value).whole();
}

/** The monitor of a change within a time; null where no window is that long. */
export function changeProgram(reading: Reading, rate: Rate): Plain | null {
  if (rate.within === null || windowOf(rate.within) > WINDOW_MAX) return null;
  return new ChangeMonitor(reading, rate, rate.change).whole();
}

/** 10 % against the reading before are a share of it, where the reading is no share itself. */
function withShare({ phrase }: Reading, rate: Rate): Rate {
  const kind = phrase.ok ? kindAtEnd(phrase.head) : null;
  const isOf = rate.isStep && /\b(?:against|of|than|compared|relative|over)\b/u.test(rate.words);
  const isRelative = isOf && isShare(rate.change) && kind !== null && hasNought(kind);
  return isRelative ? { ...rate, isRelative } : rate;
}

/** The change in the unit of the reading; null where a speed has no such unit. */
function readingOf({ change, isRelative, isStep, within }: Rate): Quantity | null {
  if (within !== null || isStep || isRelative) return change;
  const unit = TIME_BEHIND.exec(change.unit)?.groups?.["unit"];
  const read = unit === undefined ? null : parseUnit(unit);
  if (unit === undefined || read?.ok !== true) return null;
  const si = toSI(change.value, read);
  return { ...change, unit, si, difference: si, dimension: read.dimension };
}

function askedOf(
  reading: Reading,
  rate: Rate,
  value: Quantity,
  isKnown: (word: string) => boolean,
): Asked | null {
  const { change, direction, isRelative, isSpeed, isStep, within, words } = rate;
  const { band, clear, early, gap, hold, isInverted, minus, schedule, subject, text, window } =
    reading;
  const other = hold ?? window ?? schedule ?? early ?? clear ?? gap ?? minus;
  const ask = (slot: string, question: string, said = words): Asked => ({
    slot,
    question,
    words: said,
  });
  if (isInverted) return ask("limit", "a change that must come, or one that must not: which?");
  if (other !== null) {
    const question = `a change and "${other.words}" are two contracts: which of them?`;
    return ask("trigger", question, other.words);
  }
  if (subject.length === 0)
    return ask("input", "what is watched? Name it, as in the bearing temperature");
  if (isRelative) return relativeOpen(reading, rate, band, isKnown);
  if (isShare(value) && !/(?:%|percent(?:age)?) ?points?\b/iu.test(text)) {
    const question =
      `is it ${change.text} of the reading before, or percentage points? Write points, ` +
      "or a change in its unit";
    return ask("limit", question);
  }
  if (change.difference <= 0)
    return ask("limit", `a change of ${change.text} is none: how large is it?`);
  if (isStep) return openIn(reading, limitOf(value, words), isKnown);
  if (!isSpeed && direction === "both")
    return ask("limit", "does it rise or fall by that? Write a sentence for each");
  if (!isSpeed && windowOf(within!) > WINDOW_MAX)
    return ask("trigger.window", "within ten days at most: in what time?");
  return openIn(reading, limitOf(value, words), isKnown);
}

/** A share is of a quantity that has a nought of its own: none of a temperature. */
function relativeOpen(
  reading: Reading,
  { change, direction, isStep, within, words }: Rate,
  band: Said | null,
  isKnown: (word: string) => boolean,
): Asked | null {
  const { phrase, subject } = reading;
  const kind = phrase.ok ? kindAtEnd(phrase.head) : null;
  if (band !== null) {
    const question = `a change by a share and "${band.words}" are two contracts: which of them?`;
    return { slot: "band", question, words: band.words };
  }
  if (!isStep && direction === "both")
    return {
      slot: "limit",
      question: "does it rise or fall by that? Write a sentence for each",
      words,
    };
  if (within !== null && windowOf(within) > WINDOW_MAX)
    return { slot: "trigger.window", question: "within ten days at most: in what time?", words };
  if (kind === null || !hasNought(kind)) {
    const question = `a share of "${subject.join(" ")}"? Name its quantity, or a change in its unit`;
    return { slot: "limit", question, words };
  }
  const ofKind = { ...change, dimension: kind.measures[0]!.dimension };
  return openIn(reading, limitOf(ofKind, words), isKnown);
}

function hasNought({ measures }: Kind): boolean {
  return measures.every(
    ({ dimension }) => !isDimensionless(dimension) && !dimensionsEqual(dimension, KELVIN),
  );
}

/** Parts in a million are how much there is, and no share of the reading. */
function isShare({ dimension, unit }: Quantity): boolean {
  return isDimensionless(dimension) && !/^(?:1|deg|pp[mbt]v?)$/u.test(unit);
}

function limitOf(value: Quantity, words: string): Limit {
  return { side: "above", isStrict: true, values: [{ ...value, si: value.difference }], words };
}

/** Readings that are so far apart as the time says are surely both in it. */
function windowOf({ si }: Quantity): number {
  return Math.ceil(si / CALCOND_S) + 1;
}

class ChangeMonitor {
  readonly #reading: Reading;
  readonly #rate: Rate;
  readonly #name: string;
  readonly #unit: string | null;
  readonly #filled: Filled[] = [];
  readonly #kept: Moved[] = [];

  constructor(reading: Reading, rate: Rate, change: Quantity) {
    this.#reading = reading;
    this.#rate = rate;
    this.#name = inputName(reading.subject);
    this.#unit = change.unit === "1" || rate.isRelative ? null : change.unit;
  }

  whole(): Plain {
    const { subject, text } = this.#reading;
    const about = subject.join(" ").slice(0, 500);
    const params = this.#params();
    const inputs = {
      [this.#name]: {
        type: "double",
        ...(this.#unit === null ? {} : { unit: this.#unit }),
        about,
      },
    };
    const name = titleOf(subject, this.#rate.words);
    const machine = this.#isKept ? this.#previous() : this.#shift();
    const whole = { name, about: text, params, inputs, trigger: this.#trigger(), machine };
    return monitor(whole, this.#filled, this.#kept);
  }

  #params() {
    const { change, isRelative, isSpeed, within, words } = this.#rate;
    const unit = this.#unit === null ? null : bare(this.#unit);
    const [value, own] = isRelative
      ? [change.value, unitText(change)]
      : isSpeed && within !== null
        ? this.#perTime(unit)
        : unit === null
          ? [change.value, null]
          : [writtenIn(change.difference, bare(change.unit)), bare(change.unit)];
    this.#filled.push({ slot: "limit", value, unit: own, words });
    const typed = (value: number, about: string) => ({
      type: "double",
      ...(own === null ? {} : { unit: own }),
      default: value,
      about,
    });
    const limit = typed(value, "where the alert begins");
    if (isRelative) return { limit };
    return {
      limit,
      band: typed(this.#band(own), "dead band"),
      ...(isSpeed ? this.#speedParams() : {}),
    };
  }

  /** How far behind its limit an alert ends. */
  #band(unit: string | null): number {
    const { band } = this.#reading;
    if (band === null) {
      const reason = "none was named: an alert ends at its limit. Say with a band of ...";
      this.#kept.push({ slot: "band", value: 0, unit, reason });
      return 0;
    }
    const size = unit === null ? band.value.si : writtenIn(band.value.difference, unit);
    this.#filled.push({ slot: "band", value: size, unit, words: band.words });
    return size;
  }

  #speedParams() {
    const reason =
      "calconds: a speed is of readings that are at least so far apart, one behind the other";
    this.#kept.push({ slot: "apart", value: APART, unit: null, reason });
    return {
      apart: { type: "double", default: APART, about: "calconds between the readings of a speed" },
      calcond: { type: "double", unit: "s", default: CALCOND_S, about: "length of a calcond" },
    };
  }

  #perTime(unit: string | null): readonly [number, string] {
    const { change, within } = this.#rate;
    const own = `${unit ?? "1"}/${within!.unit}`;
    return [writtenIn(change.difference / within!.si, own), own];
  }

  #trigger(): Trigger {
    const { direction, within, words } = this.#rate;
    if (this.#isKept) return { type: "on-event", event: "reading" };
    const [value, unit] = within === null ? [2, null] : [within.value, within.unit];
    this.#filled.push({ slot: "trigger.window", value, unit, words });
    return {
      type: "on-aggregate",
      event: "reading",
      field: this.#name,
      fn: direction === "rise" ? "min" : "max",
      window: within === null ? { count: 2 } : { calconds: windowOf(within) },
      emit: "always",
    };
  }

  /** The reading before is kept: a window has only the lowest and the highest. */
  get #isKept(): boolean {
    const { direction, isSpeed, isStep } = this.#rate;
    return isSpeed || (isStep && direction === "both");
  }

  /** From the lowest or the highest reading within the time, or of two, to the newest. */
  #shift() {
    const now = `input.${this.#name}`;
    const moved = this.#rate.direction === "rise" ? `(${now} - agg.value)` : `(agg.value - ${now})`;
    return { initial: "nominal", states: this.#states(moved, "agg.value") };
  }

  /** From one reading to the next, or to the next that is far enough from it. */
  #previous() {
    const now = `input.${this.#name}`;
    const { direction, isSpeed } = this.#rate;
    const change = `(${now} - ctx.last)`;
    const moved = isSpeed ? `(${change} / ((tick.calcond - ctx.at) * params.calcond))` : change;
    const turned = direction === "fall" ? `(0.0 - ${moved})` : `abs(${moved})`;
    const base = { last: now, at: "tick.calcond" };
    const isFirst = "ctx.at == 0.0";
    const [isNext, isKept] = isSpeed
      ? [`ctx.at > 0.0 && ${APART_ENOUGH}`, `${isFirst} || ${APART_ENOUGH}`]
      : ["ctx.at > 0.0", "true"];
    const states = this.#states(direction === "rise" ? moved : turned, "abs(ctx.last)");
    return {
      initial: "nominal",
      context: { last: 0, at: 0 },
      states: Object.fromEntries(
        Object.entries(states).map(([state, { on }]) => [
          state,
          {
            on: [
              ...on.map((one) => ({
                ...one,
                guard: `${isNext} && (${one.guard})`,
                assign: base,
              })),
              { guard: isKept, target: state, assign: base },
            ],
          },
        ]),
      ),
    };
  }

  /** @param base what a share is of */
  #states(value: string, base: string): States {
    const [over, under] = this.#rate.isStrict ? [">", "<="] : [">=", "<"];
    const { isRelative } = this.#rate;
    const bad = isRelative
      ? `${base} >= 0.0 && ${value} > 0.0 && ${value} ${over} params.limit * ${base}`
      : `${value} ${over} params.limit`;
    const back = isRelative ? `!(${bad})` : `${value} ${under} params.limit - params.band`;
    return alertStates(bad, back, { value });
  }
}
