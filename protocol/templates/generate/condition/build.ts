/** From a typed condition to its program, or what of it cannot be. */
import { dimensionsEqual, parseUnit, toSI } from "../../../units/index.js";
import { changeProgram } from "../change.js";
import { inverted } from "../clauses/clauses.js";
import { heartbeat, titleOf } from "../heartbeat.js";
import type { Plain } from "../heartbeat.js";
import { joinedPlain } from "../joined.js";
import { isDuration } from "../masked.js";
import { inputName } from "../names.js";
import { plainProgram } from "../plain.js";
import { unchanged } from "../unchanged.js";
import { withoutZero } from "../difference.js";
import type { Hold, Limit, Minus, Rate, Reading, Said, Side, Window } from "../reading.js";
import type { Quantity } from "../spans/spanTypes.js";
import { isChange, isCount, isOfTwo, isRange, isShare, READINGS } from "./condition.js";
import type { Amount, Comparator, Condition, Part } from "./condition.js";

/** What of a condition cannot be, and the member that says it. */
export interface Fault {
  readonly at: string;
  readonly message: string;
}

export type Built =
  | { readonly ok: true; readonly plain: Plain }
  | { readonly ok: false; readonly fault: Fault };

class Impossible extends Error {
  readonly at: string;

  constructor(at: string, message: string) {
    super(message);
    this.at = at;
  }
}

/** @param text the sentence, which the program keeps as what it is about */
export function built(condition: Condition, text: string): Built {
  try {
    const plain = plainBuilt(condition, text);
    return {
      ok: true,
      plain: { ...plain, program: { ...plain.program, name: nameOf(condition) } },
    };
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return { ok: false, fault: { at: error.at, message: error.message } };
  }
}

/** As a list of contracts shows it: all that the condition says, and not only its limit. */
function nameOf({ average, clear, hold, joined, kind, parts }: Condition): string {
  const said = parts.map((part) => partText(part, kind === "allowed")).join(` ${joined ?? ""} `);
  const isText = (amount: Amount | null, word: string): string =>
    amount === null ? "" : ` ${word} ${amount.value} ${amount.unit}`;
  const until = clear === null ? "" : `, until ${clear} ${parts[0]!.unit ?? ""}`;
  return titleOf([], `${said}${isText(hold, "for")}${isText(average, "on average over")}${until}`);
}

function partText(part: Part, isNorm: boolean): string {
  const { comparator, other, quantity, unit, values, within } = part;
  const number = `${values.join(" to ")} ${unit ?? ""}`.trim();
  const time = within === null ? "" : ` within ${within.value} ${within.unit}`;
  if (other === null)
    return `${quantity} ${isNorm ? "must be " : ""}${comparator} ${number}${time}`;
  const [verb, ...rest] = comparator.split(" by ");
  const by = rest.length === 0 ? "" : `by ${rest.join(" ")} ${number}`;
  if (isShare(comparator)) return `${quantity} ${comparator} ${number} of ${other}`;
  if (comparator.startsWith("differs"))
    return `${quantity} differs from ${other} by ${rest.join(" ")} ${number}`;
  return `${quantity} ${isNorm ? "must " : ""}${verb!} ${other} ${by}`;
}

function plainBuilt(condition: Condition, text: string): Plain {
  const [part, second] = condition.parts;
  if (part === undefined) throw new Impossible("parts", "a condition has a reading at least");
  if ((second !== undefined) !== (condition.joined !== null))
    throw new Impossible("joined", "two readings are joined by and, or by or; one by none");
  if (second !== undefined) return pairOf([part, second], condition, text);
  const { comparator } = part;
  if (comparator === "silent for") return heartbeat(silenceOf(part, condition, text));
  if (comparator === "unchanged for") return unchanged(silenceOf(part, condition, text));
  if (isChange(comparator)) return changeBuilt(part, condition, text);
  return plainProgram(...levelOf(part, condition, text));
}

function pairOf(parts: readonly [Part, Part], condition: Condition, text: string): Plain {
  without(condition, ["hold", "clear", "average"], "of two readings");
  const isAllowed = condition.kind === "allowed";
  const [a, b] = parts.map((part, i) => {
    if (!isSided(part.comparator))
      throw new Impossible(`parts/${i}/comparator`, "two readings are compared by a side each");
    const limit = limitOf(part, `parts/${i}`);
    return {
      name: inputName(wordsOf(part.quantity)),
      about: part.quantity.slice(0, 500),
      limit: isAllowed ? inverted(limit) : limit,
    };
  });
  if (a!.name === b!.name)
    throw new Impossible("parts/1/quantity", "two readings have a name each");
  // What must both hold is broken where one is.
  const isAnd = (condition.joined === "and") !== isAllowed;
  return joinedPlain({ parts: [a!, b!], isAnd, aside: [] }, text);
}

function levelOf(part: Part, condition: Condition, text: string): readonly [Reading, Limit] {
  const { average, hold } = condition;
  if (average !== null && hold !== null)
    throw new Impossible("average", "an average and a hold are two contracts");
  const { comparator } = part;
  const stated = limitOf(part, "parts/0");
  // 5 degC that two readings are apart are 5 K.
  const said = isOfTwo(comparator) && !isShare(comparator) ? withoutZero(stated) : stated;
  const limit = condition.kind === "allowed" ? inverted(said) : said;
  const reading: Reading = {
    ...NONE,
    text,
    subject: wordsOf(part.quantity),
    limit,
    clear: clearOf(condition, part, limit),
    hold: hold === null ? null : holdOf(hold),
    window: windowOf(part, condition),
    minus: isOfTwo(comparator) ? minusOf(part) : null,
  };
  return [reading, limit];
}

/** Over which time, or how many readings, a reading is averaged or something is counted. */
function windowOf(part: Part, condition: Condition): Window | null {
  const { average } = condition;
  if (isCount(part.comparator)) {
    without(condition, ["hold", "clear", "average"], "of a count");
    if (part.within === null) throw new Impossible("parts/0/within", "in which time?");
    return { ...timeOf(part.within, "parts/0/within", "within"), fn: "count" };
  }
  if (average === null) return null;
  if (isOfTwo(part.comparator))
    throw new Impossible("average", "average has no place in a condition of two readings");
  if (average.unit !== READINGS)
    return { ...timeOf(average, "average", "average over"), fn: "mean" };
  const { value, words } = countOf(average, "average", "average over");
  return { per: value, words, fn: "mean" };
}

/** A time, or a number of readings one behind the other. */
function holdOf(hold: Amount): Hold {
  if (hold.unit !== READINGS) return { ...saidTime(hold, "hold", "for"), isCount: false };
  return { ...countOf(hold, "hold", "for"), isCount: true };
}

function countOf({ value }: Amount, at: string, word: string): Said {
  if (!Number.isInteger(value) || value < 1) throw new Impossible(at, "how many readings?");
  return { value: quantityOf(value, null, at), words: `${word} ${value} readings` };
}

function clearOf({ clear }: Condition, { unit }: Part, limit: Limit): Said | null {
  if (clear === null) return null;
  const value = quantityOf(clear, unit, "clear");
  const [first] = limit.values;
  const isBehind = limit.side === "below" ? value.si > first.si : value.si < first.si;
  if (limit.values.length > 1 || !isBehind)
    throw new Impossible("clear", "an alert ends on the other side of its one limit");
  return { value, words: `clears at ${value.text}` };
}

function minusOf({ comparator, other, quantity, unit }: Part): Minus {
  if (other === null)
    throw new Impossible("parts/0/other", "two readings are compared: name the second");
  const [first, second] = [wordsOf(quantity), wordsOf(other)];
  if (inputName(first) === inputName(second))
    throw new Impossible("parts/0/other", "two readings have a name each");
  return {
    first,
    second,
    isAbsolute: comparator.startsWith("differs"),
    isTurned: comparator.startsWith("trails"),
    isRatio: isShare(comparator),
    unit: isShare(comparator) ? null : (unit ?? "1"),
    words: `${quantity} and ${other}`,
  };
}

function changeBuilt(part: Part, condition: Condition, text: string): Plain {
  without(condition, ["hold", "clear", "average"], "of a change");
  if (condition.kind === "allowed")
    throw new Impossible("kind", "a change is what to alert at, and none that must come");
  if (part.within === null)
    throw new Impossible("parts/0/within", "in which time? A change has one");
  const change = quantityOf(part.values[0] ?? NaN, part.unit, "parts/0/values");
  if (change.difference <= 0) throw new Impossible("parts/0/values", "how large is the change?");
  const within = timeOf(part.within, "parts/0/within", "within");
  const rate: Rate = {
    direction: part.comparator.startsWith("rises") ? "rise" : "fall",
    change,
    within: within.per,
    isStep: false,
    isRelative: false,
    isSpeed: part.comparator.endsWith("faster than"),
    isStrict: part.comparator.endsWith("than"),
    words: `${part.comparator} ${change.text} ${within.words}`,
  };
  const plain = changeProgram({ ...NONE, text, subject: wordsOf(part.quantity), rate }, rate);
  if (plain === null)
    throw new Impossible("parts/0/within", "within ten days at most: in what time?");
  return plain;
}

function silenceOf(part: Part, condition: Condition, text: string): Reading {
  without(condition, ["hold", "clear", "average"], "of silence");
  if (condition.kind === "allowed")
    throw new Impossible("kind", "silence is what to alert at, and none that must hold");
  const amount = { value: part.values[0] ?? NaN, unit: part.unit ?? "1" };
  const silence = saidTime(amount, "parts/0/values", part.comparator);
  return { ...NONE, text, subject: wordsOf(part.quantity), silence };
}

/** Members that have no place there. */
function without(
  condition: Condition,
  members: readonly ("hold" | "clear" | "average")[],
  where: string,
): void {
  const has = members.find((member) => condition[member] !== null);
  if (has !== undefined) throw new Impossible(has, `${has} has no place in a condition ${where}`);
}

const SIDES: Readonly<Record<string, readonly [side: Side, isStrict: boolean]>> = {
  above: ["above", true],
  "at least": ["above", false],
  below: ["below", true],
  "at most": ["below", false],
  outside: ["outside", true],
  inside: ["inside", false],
  "differs by": ["above", true],
  "differs by at least": ["above", false],
  "exceeds by more than": ["above", true],
  "exceeds by at least": ["above", false],
  "exceeds by less than": ["below", true],
  "trails by more than": ["above", true],
  "trails by at least": ["above", false],
  "is a larger share than": ["above", true],
  "is a smaller share than": ["below", true],
  "comes more than": ["above", true],
  "comes at least": ["above", false],
  "comes fewer than": ["below", true],
};

function isSided(comparator: Comparator): boolean {
  return comparator in SIDES && !isOfTwo(comparator) && !isCount(comparator);
}

function limitOf({ comparator, unit, values }: Part, at: string): Limit {
  const [side, isStrict] = SIDES[comparator]!;
  const ends = values.map((value) => quantityOf(value, unit, `${at}/values`));
  const [low, high] = ends;
  if (low === undefined || (high !== undefined) !== isRange(comparator) || ends.length > 2)
    throw new Impossible(
      `${at}/values`,
      `${comparator} has ${isRange(comparator) ? "two values" : "one value"}`,
    );
  if (high === undefined)
    return { side, isStrict, values: [low], words: `${comparator} ${low.text}` };
  if (high.si <= low.si) throw new Impossible(`${at}/values`, "the least of a range comes first");
  const words = `${comparator} ${low.text} to ${high.text}`;
  return { side, isStrict, values: [low, high], words };
}

function quantityOf(value: number, unit: string | null, at: string): Quantity {
  const read = parseUnit(unit ?? "1");
  if (!read.ok) throw new Impossible(at, `${unit}: ${read.message}`);
  const si = toSI(value, read);
  if (!Number.isFinite(si)) throw new Impossible(at, "how much?");
  if (dimensionsEqual(read.dimension, KELVIN) && si < 0)
    throw new Impossible(at, `${value} ${unit} is below absolute zero`);
  return {
    kind: "quantity",
    text: unit === null ? String(value) : `${value} ${unit}`,
    at: [0, 0],
    value,
    unit: unit ?? "1",
    si,
    difference: si - toSI(0, read),
    dimension: read.dimension,
  };
}

function saidTime(amount: Amount, at: string, word: string): Said {
  const value = quantityOf(amount.value, amount.unit, at);
  if (!isDuration(value) || value.si <= 0) throw new Impossible(at, "a time with its unit");
  return { value, words: `${word} ${value.text}` };
}

function timeOf(amount: Amount, at: string, word: string) {
  const { value, words } = saidTime(amount, at, word);
  return { per: value, words };
}

const KELVIN = (() => {
  const read = parseUnit("K");
  if (!read.ok) throw new Error(read.message);
  return read.dimension;
})();

function wordsOf(name: string): readonly string[] {
  return name.split(/\s+/u).filter((word) => word !== "");
}

const NONE: Reading = {
  text: "",
  subject: [],
  naming: [],
  phrase: { ok: true, head: [], words: [], hasOf: false },
  aside: [],
  isBare: false,
  isExpression: false,
  isNorm: false,
  isInverted: false,
  isDemand: false,
  limit: null,
  early: null,
  clear: null,
  band: null,
  hold: null,
  gap: null,
  window: null,
  rate: null,
  minus: null,
  silence: null,
  schedule: null,
  named: [],
  times: [],
};
