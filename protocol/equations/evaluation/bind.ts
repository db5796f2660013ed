/** Inputs of one request to the slots of a compiled equation. */
import { UNUSED_NEAREST_MAX } from "../../limits.js";
import { nearestName } from "../../search/nearest.js";
import { RESERVED, isReserved } from "../../units/constants.js";
import { asUnit } from "../../units/bracketCodes.js";
import { parseUnit, unitNames } from "../../units/index.js";
import type { BadInput, MissingInput } from "./evaluation.js";
import type { Refusal } from "../reading/ast.js";
import { asciiName } from "../reading/lexer.js";
import type { Slot } from "../reading/bindNames.js";
import type { AssumedValue } from "../reading/symbols.js";

/** The letter names nobody may guess, with what they are usually taken for. */
const CANDIDATES: ReadonlyMap<string, string> = new Map([
  ["e", "Euler's number, the elementary charge (q_e) or an eccentricity"],
  ["g", "the acceleration of free fall (g_n) or a statistical weight"],
  ["h", "Planck's constant (h_Planck) or a height"],
  ["R", "the gas constant (R_gas), a radius or a resistance"],
  ["F", "the Faraday constant (F_const) or a force"],
  ["k", "the constant of Boltzmann (k_B) or a spring constant"],
]);

const NOT_A_SLOT = -1;
/** Shorter units are names of quantities, too: m, s, K, kg. */
const UNIT_NAME_CHARS_MIN = 2;
const NON_ASCII = /[^\x20-\x7e]/;

/** `M_1`, `m-1` and `m1` are one name; single letters keep their case. */
export function fold(key: string): string | null {
  const folded = key.toLowerCase().replace(/[_\-\s]/g, "");
  return folded.length > 1 ? folded : null;
}

/** Names first, then aliases, then folded forms; a form two symbols claim belongs to neither. */
class KeyTable {
  readonly #exact = new Map<string, number>();
  readonly #folded = new Map<string, number>();

  constructor(slots: readonly Slot[]) {
    const claimed = new Map<string, number>();
    slots.forEach((slot, index) =>
      slot.aliases.forEach((alias) => {
        // A reserved name is the constant, whatever a record would like it to be.
        if (!isReserved(alias)) claim(claimed, alias, index);
      }),
    );
    for (const [alias, index] of claimed) if (index >= 0) this.#exact.set(alias, index);
    slots.forEach((slot, index) => this.#exact.set(slot.name, index));
    const folded = new Map<string, number>();
    slots.forEach((slot, index) => {
      for (const name of [slot.name, ...slot.aliases]) {
        const form = fold(name);
        if (form !== null) claim(folded, form, index);
      }
    });
    for (const [form, index] of folded) if (index >= 0) this.#folded.set(form, index);
  }

  /** Slot of an input key, or -1. */
  slotOf(key: string): number {
    const direct = this.#exact.get(key);
    if (direct !== undefined) return direct;
    if (isReserved(key)) return NOT_A_SLOT;
    // `λ` and `x₁` are the names that an equation reads them as.
    const ascii = NON_ASCII.test(key) ? asciiName(key) : null;
    if (ascii !== null && ascii !== key) return this.slotOf(ascii);
    const form = fold(key);
    return form === null ? NOT_A_SLOT : (this.#folded.get(form) ?? NOT_A_SLOT);
  }

  keys(): Iterable<string> {
    return this.#exact.keys();
  }
}

function claim(table: Map<string, number>, form: string, index: number): void {
  const owner = table.get(form);
  table.set(form, owner === undefined || owner === index ? index : NOT_A_SLOT);
}

type BindProblem =
  | { readonly status: "refused"; readonly refusal: Refusal }
  | { readonly status: "missing"; readonly inputError: MissingInput }
  | BadInput;

const NO_ASSUMPTIONS: Readonly<Record<string, AssumedValue>> = Object.freeze({});
const NONE: Readonly<Record<string, string | null>> = Object.freeze({});

/** Fills values from inputs; allocates only where something is wrong or left over. */
export class Binder {
  readonly values: Float64Array;
  /** 1 where the value came from the inputs, 0 where it is the fallback. */
  readonly given: Uint8Array;
  readonly table: KeyTable;
  unused: Readonly<Record<string, string | null>> = NONE;
  readonly #slots: readonly Slot[];
  readonly #keyOf: string[];

  constructor(slots: readonly Slot[]) {
    this.#slots = slots;
    this.table = new KeyTable(slots);
    this.values = new Float64Array(slots.length);
    this.given = new Uint8Array(slots.length);
    this.#keyOf = slots.map((slot) => slot.name);
  }

  /** @returns null when every slot has a value inside its range. */
  bind(inputs: Readonly<Record<string, number>>): BindProblem | null {
    const { values, given, table } = this;
    given.fill(0);
    let left: string[] | null = null;
    for (const key of Object.keys(inputs)) {
      const value = inputs[key]!;
      if (typeof value !== "number" || value - value !== 0) return notANumber(key);
      const slot = table.slotOf(key);
      if (slot === NOT_A_SLOT) {
        if (isReserved(key)) return constantSupplied(inputs);
        (left ??= []).push(key);
        continue;
      }
      if (given[slot] === 1 && values[slot] !== value)
        return duplicate(this.#slots[slot]!.name, this.#keyOf[slot]!, key);
      values[slot] = value + 0;
      given[slot] = 1;
      this.#keyOf[slot] = key;
    }
    this.unused = left === null ? NONE : this.#nearestOf(left);
    return this.#complete();
  }

  /** Canonical name to value of every input that was given and used. */
  bound(): Readonly<Record<string, number>> {
    const bound: Record<string, number> = {};
    for (let i = 0; i < this.#slots.length; i += 1) {
      if (this.given[i] === 1) bound[this.#slots[i]!.name] = this.values[i]!;
    }
    return bound;
  }

  /**
   * Facts about inputs by name, by slot; null where nothing is, or the input was not given.
   */
  bySlot<T>(byName: Readonly<Record<string, T>>): (T | null)[] {
    const bySlot: (T | null)[] = this.#slots.map(() => null);
    for (const name of Object.keys(byName)) {
      const slot = this.table.slotOf(name);
      if (slot >= 0 && this.given[slot] === 1) bySlot[slot] = byName[name]!;
    }
    return bySlot;
  }

  /** Fallbacks that were taken, declared back. */
  assumed(): Readonly<Record<string, AssumedValue>> {
    const assumed: Record<string, AssumedValue> = {};
    let any = false;
    for (let i = 0; i < this.#slots.length; i += 1) {
      const slot = this.#slots[i]!;
      if (slot.fallback === null || this.given[i] === 1) continue;
      assumed[slot.name] = slot.fallback.declared;
      any = true;
    }
    return any ? assumed : NO_ASSUMPTIONS;
  }

  #complete(): BindProblem | null {
    const { values, given } = this;
    const slots = this.#slots;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i]!;
      if (given[i] === 1) {
        const value = values[i]!;
        if (value < slot.min || value > slot.max) return outOfRange(slot, value);
        if (slot.whole && value !== Math.floor(value)) return notWhole(slot, value);
      } else if (slot.fallback === null) {
        return { status: "missing", inputError: this.#missing() };
      } else {
        values[i] = slot.fallback.value;
      }
    }
    return null;
  }

  #missing(): MissingInput {
    const absent = this.#slots.filter((slot, i) => this.given[i] === 0 && slot.fallback === null);
    const [first] = absent;
    if (first === undefined) throw new RangeError("Nothing is missing.");
    const accepts = [first.name, ...first.aliases].join(", ");
    const others = absent.slice(1).map((slot) => slot.name);
    return {
      code: "MISSING_INPUT",
      message: [
        `Missing input ${describe(first)}; accepted names: ${accepts}.`,
        candidatesOf(first.name),
        this.#productHint(first.name),
        others.length === 0 ? "" : `Also missing: ${others.join(", ")}.`,
        this.#unusedHint(),
      ]
        .filter((part) => part !== "")
        .join(" "),
      missing: first.name,
      missing_all: absent.map((slot) => slot.name),
      accepts,
    };
  }

  /** A name nobody declared may be a unit, or a product written without a space. */
  #productHint(name: string): string {
    const slot = this.#slots.find((s) => s.name === name);
    if (slot === undefined || slot.unit !== null) return "";
    const hint = name.length >= UNIT_NAME_CHARS_MIN ? unitHint(name) : "";
    if (hint !== "" && unitNames().includes(name)) return hint;
    if (!/^[A-Za-z]{2,3}$/.test(name)) return hint;
    return `If ${name} is a product, write "${name.split("").join(" ")}". ${hint}`.trim();
  }

  /** A mistyped name is both missing and given: the two belong in one message. */
  #unusedHint(): string {
    const given = Object.entries(this.unused).slice(0, UNUSED_NEAREST_MAX);
    if (given.length === 0) return "";
    const names = given.map(([name, near]) =>
      near === null ? name : `${name} (did you mean ${near}?)`,
    );
    return `Given but not used: ${names.join(", ")}.`;
  }

  #nearestOf(keys: readonly string[]): Readonly<Record<string, string | null>> {
    const known = [...this.table.keys()];
    const unused: Record<string, string | null> = {};
    for (const [i, key] of [...keys].sort(byCodeUnits).entries()) {
      Object.defineProperty(unused, key, {
        value: i < UNUSED_NEAREST_MAX ? nearestName(key, known) : null,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return unused;
  }
}

/** A name that is a unit, too, may have been meant as one. */
function unitHint(name: string): string {
  if (!parseUnit(name).ok) return "";
  return asUnit(name);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function describe(slot: Slot): string {
  const parts = [
    slot.description,
    slot.unit === null || slot.unit === "1" ? null : `in ${slot.unit}`,
  ];
  const text = parts.filter((part) => part !== null).join(", ");
  return text === "" ? slot.name : `${slot.name} (${text})`;
}

function candidatesOf(name: string): string {
  const candidates = CANDIDATES.get(name);
  return candidates === undefined
    ? ""
    : `The letter ${name} alone is not assumed to be ${candidates}.`;
}

function notANumber(key: string): BadInput {
  return {
    status: "bad-input",
    code: "INVALID_INPUT",
    message: `The input ${key} must be a finite number.`,
    name: key,
  };
}

function duplicate(name: string, first: string, second: string): BadInput {
  return {
    status: "bad-input",
    code: "DUPLICATE_INPUT",
    name,
    message:
      `The inputs ${first} and ${second} are both ${name} but have different values; ` +
      "give one.",
  };
}

function constantSupplied(inputs: Readonly<Record<string, number>>): BindProblem {
  const name = RESERVED.find((symbol) => Object.hasOwn(inputs, symbol))!;
  return {
    status: "refused",
    refusal: {
      kind: "constant-supplied",
      message:
        `${name} is a constant in every equation and cannot be an input; ` +
        "rename the quantity if another one is meant.",
    },
  };
}

function notWhole({ name }: Slot, value: number): BindProblem {
  return {
    status: "refused",
    refusal: {
      kind: "domain-error",
      message: `The input ${name} = ${value} must be a whole number.`,
    },
  };
}

function outOfRange(slot: Slot, value: number): BindProblem {
  const unit = slot.unit === null || slot.unit === "1" ? "" : ` ${slot.unit}`;
  const bounds = [
    slot.min === Number.NEGATIVE_INFINITY ? "" : `at least ${slot.min}${unit}`,
    slot.max === Number.POSITIVE_INFINITY ? "" : `at most ${slot.max}${unit}`,
  ]
    .filter((part) => part !== "")
    .join(" and ");
  return {
    status: "refused",
    refusal: {
      kind: "domain-error",
      message: `The input ${slot.name} = ${value}${unit} is outside its range: it must be ${bounds}.`,
    },
  };
}
