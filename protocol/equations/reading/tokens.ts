/** Tokens of an equation, and the Unicode spellings that stand for them. */
import type { RelationOp } from "./ast.js";

export type TokenKind = "number" | "name" | "word" | "op" | "braket" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** ASCII form. */
  readonly text: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** White space or the beginning lies before it: `f (x)` is not `f(x)`. */
  readonly spaced: boolean;
  readonly bra?: string;
  readonly operator?: string;
  readonly ket?: string;
}

const GREEK_SMALL = (
  "alpha beta gamma delta eps zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma " +
  "sigma tau upsilon phi chi psi omega"
).split(" ");
const GREEK_CAPITAL = (
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho " +
  "Sigma . Tau Upsilon Phi Chi Psi Omega"
).split(" ");

function greekLetters(): Map<string, string> {
  const letters = new Map<string, string>([
    ["ϵ", "eps"],
    ["ϑ", "theta"],
    ["ϕ", "phi"],
    ["ϱ", "rho"],
    ["ϖ", "pi"],
    ["ϰ", "kappa"],
    ["µ", "mu"],
    ["\u2126", "Omega"],
    ["ħ", "hbar"],
    ["ℏ", "hbar"],
  ]);
  GREEK_SMALL.forEach((name, i) => letters.set(String.fromCharCode(0x3b1 + i), name));
  GREEK_CAPITAL.forEach((name, i) => {
    if (name !== ".") letters.set(String.fromCharCode(0x391 + i), name);
  });
  return letters;
}

/** Letters that are a name by themselves: `2πr` is 2 pi r. */
export const GREEK: ReadonlyMap<string, string> = greekLetters();

/** Names of Greek letters, for telling a quantity from an unknown function. */
export const GREEK_NAMES: ReadonlySet<string> = new Set([...GREEK.values(), "epsilon"]);

/** Single characters that are letters like a to z. */
export const LATIN: ReadonlyMap<string, string> = new Map([
  ["ℓ", "l"],
  ["ℰ", "E"],
  ["ℒ", "L"],
  ["ℋ", "H"],
]);

/** Combining marks above a letter, by the word that names them in ASCII. */
export const MARKS: ReadonlyMap<string, string> = new Map([
  ["\u0304", "bar"],
  ["\u0305", "bar"],
  ["\u0302", "hat"],
  ["\u0303", "tilde"],
  ["\u0307", "dot"],
  ["\u0308", "ddot"],
]);

export const SUPERSCRIPTS: ReadonlyMap<string, string> = new Map([
  ..."⁰¹²³⁴⁵⁶⁷⁸⁹".split("").map((c, i): [string, string] => [c, String(i)]),
  ["⁺", "+"],
  ["⁻", "-"],
  ["⁽", "("],
  ["⁾", ")"],
  ["ⁿ", "n"],
  ["ⁱ", "i"],
  ["ˣ", "x"],
  ["ʸ", "y"],
  ["ᵏ", "k"],
  ["ᵐ", "m"],
  ["ᵗ", "t"],
]);

export const SUBSCRIPTS: ReadonlyMap<string, string> = new Map([
  ..."₀₁₂₃₄₅₆₇₈₉".split("").map((c, i): [string, string] => [c, String(i)]),
  ["ₐ", "a"],
  ["ₑ", "e"],
  ["ₕ", "h"],
  ["ᵢ", "i"],
  ["ⱼ", "j"],
  ["ₖ", "k"],
  ["ₗ", "l"],
  ["ₘ", "m"],
  ["ₙ", "n"],
  ["ₒ", "o"],
  ["ₚ", "p"],
  ["ᵣ", "r"],
  ["ₛ", "s"],
  ["ₜ", "t"],
  ["ᵤ", "u"],
  ["ᵥ", "v"],
  ["ₓ", "x"],
  ["ᵦ", "beta"],
  ["ᵧ", "gamma"],
  ["ᵨ", "rho"],
  ["ᵩ", "phi"],
  ["ᵪ", "chi"],
]);

/** Signs of one character and their ASCII operators. */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ["×", "*"],
  ["·", "*"],
  ["⋅", "*"],
  ["∙", "*"],
  ["∗", "*"],
  ["÷", "/"],
  ["∕", "/"],
  ["⁄", "/"],
  ["−", "-"],
  ["–", "-"],
  ["±", "+-"],
  ["∓", "+-"],
  ["≤", "<="],
  ["≥", ">="],
  ["⩽", "<="],
  ["⩾", ">="],
  ["≪", "<"],
  ["≫", ">"],
  ["≠", "!="],
  ["≈", "~="],
  ["≃", "~="],
  ["≅", "~="],
  ["≡", "="],
  ["≔", ":="],
  ["∼", "~"],
  ["∝", "prop to"],
  ["∈", "in"],
  ["→", "->"],
  ["⟶", "->"],
  ["⇒", "=>"],
  ["⟹", "=>"],
  ["⇔", "iff"],
  ["⟺", "iff"],
]);

/** Signs that are words. */
export const WORD_SIGNS: ReadonlyMap<string, string> = new Map([
  ["∑", "SUM"],
  ["∏", "PROD"],
  ["∫", "INT"],
  ["∮", "INT"],
]);

/** Signs that are names. */
export const NAME_SIGNS: ReadonlyMap<string, string> = new Map([
  ["√", "sqrt"],
  ["∛", "cbrt"],
  ["∞", "inf"],
  ["∂", "partial"],
  ["□", "box"],
]);

export const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ["½", 0.5],
  ["¼", 0.25],
  ["¾", 0.75],
  ["⅛", 0.125],
]);

/** Operators that go by another name. */
export const OPERATOR_NAMES: ReadonlyMap<string, string> = new Map([
  ["<=>", "iff"],
  ["+/-", "+-"],
]);

/** ASCII operators, longest first. */
export const OPERATORS: readonly string[] = [
  "<=>",
  "+/-",
  "==",
  ":=",
  "!=",
  "<=",
  ">=",
  "=>",
  "->",
  "~=",
  "+-",
  "..",
  "+",
  "-",
  "*",
  "/",
  "^",
  "!",
  ",",
  ";",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "|",
  "=",
  "<",
  ">",
  "~",
  "_",
];

/** Words that end an operand where they are not quantities. */
export const CLAUSE_WORDS: ReadonlySet<string> = new Set([
  "in",
  "propto",
  "implies",
  "iff",
  "approx",
  "for",
  "where",
  "as",
  "and",
  "or",
]);

export const RELATIONS: readonly RelationOp[] = [
  "=",
  ":=",
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "~=",
  "~",
  "->",
  "=>",
  "prop to",
  "in",
  "iff",
];
