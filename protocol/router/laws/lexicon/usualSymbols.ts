/** Symbols that textbooks write for a kind of quantity, beside those of a record. */
import kinds from "../../../lexicon/words/kinds.json" with { type: "json" };
import type { LawSlot } from "./lexicon.js";

const byKind: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(kinds.symbols).map(([kind, symbols]) => [kind, symbols.split(" ")]),
);
const byPhrase: readonly (readonly [phrase: string, symbols: readonly string[]])[] = Object.entries(
  kinds.symbolsOf,
).map(([phrase, symbols]) => [phrase, symbols.split(" ")]);

/** Greek letters as people write them in Latin letters. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["α", "alpha"],
  ["β", "beta"],
  ["γ", "gamma"],
  ["δ", "delta"],
  ["ε", "eps"],
  ["epsilon", "eps"],
  ["ζ", "zeta"],
  ["η", "eta"],
  ["θ", "theta"],
  ["κ", "kappa"],
  ["λ", "lambda"],
  ["μ", "mu"],
  ["µ", "mu"],
  ["ν", "nu"],
  ["ξ", "xi"],
  ["ρ", "rho"],
  ["σ", "sigma"],
  ["τ", "tau"],
  ["φ", "phi"],
  ["ϕ", "phi"],
  ["ω", "omega"],
  ["Ω", "Omega"],
]);

const NAMES =
  "alpha|beta|gamma|delta|epsilon|eps|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|omega|Omega|psi|chi";
const PARTS = new RegExp(String.raw`^(${NAMES}|\p{L})_?([\p{L}\p{N}']*)$`, "u");

export interface Symbol {
  readonly base: string;
  /** What stands behind the letter: `s` of `nu_s`, `1` of `u1`; nothing where there is none. */
  readonly index: string;
}

/** `nu_s`, `E_s`, `u1`, `Omega_m`; null for a word. */
export function symbolOf(written: string): Symbol | null {
  const latin = written.replace(/^\P{ASCII}/u, (letter) => SAME.get(letter) ?? letter);
  const [, base, index = ""] = PARTS.exec(latin) ?? [];
  return base === undefined ? null : { base: SAME.get(base) ?? base, index };
}

/** All that people write for an input: the letter of its record, of its kind and of what it is called. */
export function usualSymbols({ about, name, quantity }: LawSlot): ReadonlySet<string> {
  const own = symbolOf(name);
  const phrases = byPhrase.flatMap(([phrase, symbols]) => (about.includes(phrase) ? symbols : []));
  const all = [...(own === null ? [] : [own.base]), ...(byKind.get(quantity) ?? []), ...phrases];
  return new Set(all.map((one) => SAME.get(one) ?? one));
}
