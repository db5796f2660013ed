/** What a sentence sets in a template: its quantities by role and dimension, or why it does not fit. */
import { dimensionsEqual, divide, isDimensionless, parseUnit } from "../../units/index.js";
import type { Template } from "../template.js";
import { isDuration } from "./masked.js";
import type { Named, Reading, Side } from "./reading.js";
import { calcondsOf } from "./clauses/schedule.js";
import { writtenIn } from "./spans/writtenIn.js";
import type { Quantity } from "./spans/spanTypes.js";
import { stemOf, wordsOf } from "../../search/wordSearch.js";

export interface Filled {
  readonly slot: string;
  readonly value: number;
  /** Null of a pure number. */
  readonly unit: string | null;
  /** Of the sentence. */
  readonly words: string;
}

/** A param that keeps its place beside one that was set. */
export interface Moved {
  readonly slot: string;
  readonly value: number;
  readonly unit: string | null;
  readonly reason: string;
}

export interface Asked {
  readonly slot: string;
  readonly question: string;
  readonly words: string;
}

export interface Fitted {
  readonly params: Readonly<Record<string, number>>;
  readonly filled: readonly Filled[];
  readonly moved: readonly Moved[];
  readonly asked: readonly Asked[];
}

/** Null where the sentence says something that the template has no place for. */
export function fitted(template: Template, reading: Reading): Fitted | null {
  try {
    return new Fitting(template, reading).whole();
  } catch (error) {
    if (error instanceof NoPlace) return null;
    throw error;
  }
}

class NoPlace extends Error {}

interface Roles {
  readonly limit: string;
  readonly side: Side;
  readonly early: string | null;
  readonly band: string | null;
}

const HIGH = { limit: "limit", side: "above", early: "early", band: "band" } as const;
const LOW = { ...HIGH, side: "below" } as const;
const ROLES: Readonly<Record<string, Roles>> = {
  "threshold-high": HIGH,
  residual: HIGH,
  "parameter-sweep": HIGH,
  "peer-agreement": HIGH,
  "state-estimation": HIGH,
  deadline: HIGH,
  "count-in-window": HIGH,
  "conservation-drift": HIGH,
  "threshold-low": LOW,
  "safety-margin": LOW,
  aggregate: HIGH,
  "scheduled-report": HIGH,
  "held-for-n": { ...HIGH, early: null },
  "trend-to-limit": { ...HIGH, early: null, band: null },
  "cumulative-budget": { limit: "budget", side: "above", early: "early", band: null },
  "life-consumption": { limit: "end", side: "above", early: "early", band: null },
};
/** Their limits are differences: 5 degC is 5 K there. */
const DIFFERENCES: ReadonlySet<string> = new Set([
  "residual",
  "peer-agreement",
  "comparison",
  "cumulative-budget",
]);
/** Words of a sentence that speaks of a difference. */
const DIFFERS =
  /\b(?:differ|disagree|deviat|depart|off|apart|spread|gap|mismatch|drift|residual|model|forecast|expect|agree)\w*/u;
const DIFFERENCE_PARAMS: ReadonlySet<string> = new Set(["band", "margin", "slack", "decision"]);
const NEAR_WORDS = 5;

class Fitting {
  readonly #template: Template;
  readonly #reading: Reading;
  readonly #params: Record<string, number> = {};
  readonly #filled: Filled[] = [];
  readonly #moved: Moved[] = [];
  readonly #asked: Asked[] = [];

  constructor(template: Template, reading: Reading) {
    this.#template = template;
    this.#reading = reading;
  }

  whole(): Fitted {
    const { band, clear, early, gap, hold, limit, rate, schedule, silence, times, window } =
      this.#reading;
    if (times.length > 0 || gap !== null) throw new NoPlace();
    this.#demandMode();
    if (limit !== null) this.#limit();
    else if (early !== null || clear !== null) throw new NoPlace();
    if (band !== null) this.#set(this.#roles().band, band.value, band.words, true);
    if (hold !== null) this.#hold();
    if (rate !== null) this.#rate();
    if (silence !== null) this.#silence();
    if (window !== null) this.#window();
    if (schedule !== null) this.#schedule();
    for (const one of this.#reading.named) this.#named(one);
    this.#move();
    return {
      params: this.#params,
      filled: this.#filled,
      moved: this.#moved,
      asked: this.#asked,
    };
  }

  /** What the template does with its readings is what the sentence says. */
  #demandMode(): void {
    const { hold, limit, minus, text, window } = this.#reading;
    const { detector, trigger } = this.#template;
    const isOfTwo = ["residual", "peer-agreement", "comparison"].includes(detector);
    if (minus !== null && (!isOfTwo || minus.isRatio)) throw new NoPlace();
    if (limit === null) return;
    const isWindowed = trigger.type === "on-aggregate" && detector !== "count-in-window";
    if (isWindowed && window === null) throw new NoPlace();
    if (detector === "held-for-n" && hold === null) throw new NoPlace();
    if (isOfTwo && !DIFFERS.test(text.toLowerCase())) throw new NoPlace();
  }

  #roles(): Roles {
    const roles = ROLES[this.#template.detector];
    if (roles === undefined) throw new NoPlace();
    const isLow = this.#template.slots["side"] === "low";
    return isLow ? { ...roles, side: "below" } : roles;
  }

  #limit(): void {
    const { band, clear, early, limit } = this.#reading;
    const { side, values, words } = limit!;
    if (this.#template.detector === "two-sided-band") {
      if (side !== "outside" || values.length !== 2 || early !== null || clear !== null)
        throw new NoPlace();
      this.#set("low", values[0], words, false);
      this.#set("high", values[1], words, false);
      return;
    }
    const roles = this.#roles();
    if (side !== roles.side || values.length !== 1) throw new NoPlace();
    this.#set(roles.limit, values[0], words, DIFFERENCES.has(this.#template.detector));
    if (early !== null) {
      this.#set(roles.early, early.value, early.words, DIFFERENCES.has(this.#template.detector));
      const isBefore = (early.value.si - values[0].si) * (side === "above" ? -1 : 1) > 0;
      if (!isBefore) {
        const question = "the watch begins before the alert: which of the two is which?";
        this.#asked.push({ slot: roles.early!, question, words: early.words });
      }
    }
    if (clear === null) return;
    const gap = Math.abs(values[0].si - clear.value.si);
    const isBack = (clear.value.si - values[0].si) * (side === "above" ? -1 : 1) > 0;
    if (!isBack || band !== null) {
      const question = "an alert ends on the other side of its limit: at which value?";
      this.#asked.push({ slot: roles.band ?? "band", question, words: clear.words });
      return;
    }
    this.#set(roles.band, { ...clear.value, si: gap, difference: gap }, clear.words, true);
  }

  #hold(): void {
    const { isCount, value, words } = this.#reading.hold!;
    if (!isCount || this.#template.detector !== "held-for-n") throw new NoPlace();
    this.#set("hold", value, words, false);
  }

  #rate(): void {
    const { change, direction, isRelative, isSpeed, isStep, within, words } = this.#reading.rate!;
    const { detector, slots } = this.#template;
    if (detector !== "rate-of-change" || isStep || isRelative) throw new NoPlace();
    // A change within a time is no speed, and the speed of what is computed is not that of the reading.
    if (!isSpeed || !/^input\.\w+$/.test(String(slots["value"]))) throw new NoPlace();
    const own = slots["direction"] ?? "both";
    if (own !== "both" && direction !== "both" && own !== direction) throw new NoPlace();
    const unit = this.#unitOf("limit");
    const rate = within === null ? change.difference : change.difference / within.si;
    this.#demandRate(change, within, unit);
    this.#write("limit", writtenIn(rate, unit), words);
  }

  #demandRate(change: Quantity, within: Quantity | null, unit: string): void {
    const read = parseUnit(unit);
    const { dimension } = change;
    const whole = within === null ? dimension : divide(dimension, within.dimension);
    if (!read.ok || !dimensionsEqual(read.dimension, whole)) throw new NoPlace();
  }

  #silence(): void {
    const { value, words } = this.#reading.silence!;
    if (this.#template.detector !== "deadline") throw new NoPlace();
    this.#set("limit", value, words, false);
  }

  #window(): void {
    const { fn, per, words } = this.#reading.window!;
    const { detector, trigger } = this.#template;
    if (detector === "cumulative-budget" && (fn === "sum" || fn === "count")) {
      if (per !== null) this.#set("period", per, words, false);
      return;
    }
    if (trigger.type !== "on-aggregate" || trigger.fn !== fn) throw new NoPlace();
    if (per === null) return;
    const own = trigger.window;
    const isSame =
      "count" in own
        ? isDimensionless(per.dimension) && per.si === own.count
        : isDuration(per) && calcondsOf(per.si) === own.calconds;
    if (isSame) {
      this.#filled.push({ slot: "trigger.window", value: per.value, unit: per.unit, words });
      return;
    }
    const has = "count" in own ? `${own.count} events` : `${own.calconds} calconds`;
    const question = `this template's window is ${has}: is that what "${words}" means?`;
    this.#asked.push({ slot: "trigger.window", question, words });
  }

  #schedule(): void {
    const { problem, words } = this.#reading.schedule!;
    const question =
      problem ??
      "this template judges each reading as it comes, and a time brings none: leave the schedule" +
        " out, " +
        'or set hints.templateId to "plain", which judges the last reading at that time';
    this.#asked.push({ slot: "trigger", question, words });
  }

  /** A quantity that no clause took, by its dimension and the words before it. */
  #named({ before, behind, value }: Named): void {
    const taken = new Set([...Object.keys(this.#params), "calcond"]);
    const near = new Set([...wordsOf(before).slice(-NEAR_WORDS), behind].map(stemOf));
    const fitting = Object.entries(this.#template.params)
      .filter(([name]) => !taken.has(name) && this.#fits(name, value))
      .map(([name, { reason }]) => {
        const own = [...wordsOf(reason).map(stemOf), name.toLowerCase()];
        return { name, score: [...near].filter((word) => own.includes(word)).length };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const [best, second] = fitting;
    if (best === undefined) throw new NoPlace();
    const words =
      `${before.split(" ").slice(-2).join(" ").replace(/[|]/g, "").trim()} ${value.text}`.trim();
    if (second?.score === best.score) {
      const names = fitting.filter(({ score }) => score === best.score).map(({ name }) => name);
      const question = `which is meant: ${names.join(" or ")}?`;
      this.#asked.push({ slot: best.name, question, words });
      return;
    }
    this.#set(best.name, value, words, DIFFERENCE_PARAMS.has(best.name));
  }

  #unitOf(name: string): string {
    const param = this.#template.params[name];
    if (param === undefined) throw new NoPlace();
    return param.unit ?? "1";
  }

  /** A pure number of calconds takes a duration, too. */
  #isCalconds(name: string): boolean {
    const param = this.#template.params[name];
    const isPeriod = this.#template.detector === "cumulative-budget" && name === "period";
    return param?.unit === undefined && (isPeriod || /\bcalconds?\b/.test(param?.reason ?? ""));
  }

  #fits(name: string, value: Quantity): boolean {
    const unit = parseUnit(this.#unitOf(name));
    return unit.ok && dimensionsEqual(unit.dimension, value.dimension);
  }

  #set(name: string | null, value: Quantity, words: string, isDifference: boolean): void {
    if (name === null) throw new NoPlace();
    const unit = this.#unitOf(name);
    if (isDuration(value) && this.#isCalconds(name)) {
      this.#write(name, calcondsOf(value.si), words);
      return;
    }
    if (!this.#fits(name, value)) throw new NoPlace();
    const read = parseUnit(unit);
    const hasZero = read.ok && read.offset !== undefined;
    const difference = (isDifference || DIFFERENCE_PARAMS.has(name)) && !hasZero;
    this.#write(name, writtenIn(difference ? value.difference : value.si, unit), words);
  }

  #write(slot: string, value: number, words: string): void {
    if (Object.hasOwn(this.#params, slot)) throw new NoPlace();
    this.#params[slot] = value;
    this.#filled.push({ slot, value, unit: this.#template.params[slot]?.unit ?? null, words });
  }

  /** What stands beside a limit goes with it: a watch must not begin behind its alert. */
  #move(): void {
    if (Object.hasOwn(this.#params, "low")) {
      this.#moveWidth();
      return;
    }
    const roles = ROLES[this.#template.detector];
    const limit = roles?.limit ?? "limit";
    const given = this.#params[limit];
    const own = this.#template.params[limit]?.default;
    if (given === undefined || own === undefined || given === own) return;
    const read = parseUnit(this.#unitOf(limit));
    const isScaled = own > 0 && given > 0 && read.ok && read.offset === undefined;
    this.#beside("early", isScaled ? given / own : null, given - own, limit);
    if (isScaled) this.#beside("band", given / own, 0, limit);
  }

  #beside(name: string, ratio: number | null, shift: number, limit: string): void {
    const param = this.#template.params[name];
    const isOther = this.#template.detector === "trend-to-limit";
    if (param === undefined || isOther || Object.hasOwn(this.#params, name)) return;
    const value = Number(
      (ratio === null ? param.default + shift : param.default * ratio).toPrecision(6),
    );
    const way = ratio === null ? "as far off" : "in the same ratio";
    this.#params[name] = value;
    const reason = `${way} as before, beside ${limit}`;
    this.#moved.push({ slot: name, value, unit: param.unit ?? null, reason });
  }

  #moveWidth(): void {
    const { high, low } = this.#template.params;
    if (high === undefined || low === undefined) return;
    const ratio = (this.#params["high"]! - this.#params["low"]!) / (high.default - low.default);
    for (const name of ["margin", "band"]) {
      const param = this.#template.params[name];
      if (param === undefined || Object.hasOwn(this.#params, name) || ratio === 1) continue;
      const value = Number((param.default * ratio).toPrecision(6));
      this.#params[name] = value;
      const reason = "the same part of the width as before";
      this.#moved.push({ slot: name, value, unit: param.unit ?? null, reason });
    }
  }
}

/** A unit of differences: a change of 5 degC is one of 5 K. */
export function bare(unit: string): string {
  const read = parseUnit(unit);
  return read.ok && read.offset !== undefined ? "K" : unit;
}
