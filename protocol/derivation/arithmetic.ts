/**
 * Arithmetic between values of one kind, whatever the kind is: a difference, a sum, a ratio, a share. Each is a
 * conversion that its name states whole, so that who has the name has the equation and the kind.
 */
import { keepingFew } from "../once.js";
import { parseUnit } from "../units/parse.js";
import { conversionOf, conversions, type Conversion } from "./conversions.js";

interface Form {
  readonly equation: string;
  /** Symbols that are of the kind; the others are ratios. The result is the first symbol. */
  readonly ofKind: readonly string[];
  readonly symbols: readonly string[];
}

/** What two values of one kind, or one and a ratio, come to. */
export const ARITHMETIC = {
  sum: { equation: "y = x_1 + x_2", symbols: ["y", "x_1", "x_2"], ofKind: ["y", "x_1", "x_2"] },
  difference: {
    equation: "y = x_2 - x_1",
    symbols: ["y", "x_2", "x_1"],
    ofKind: ["y", "x_2", "x_1"],
  },
  ratio: { equation: "s = x_2/x_1", symbols: ["s", "x_2", "x_1"], ofKind: ["x_2", "x_1"] },
  change: {
    equation: "s = (x_2 - x_1)/x_1",
    symbols: ["s", "x_2", "x_1"],
    ofKind: ["x_2", "x_1"],
  },
  loss: {
    equation: "s = (x_1 - x_2)/x_1",
    symbols: ["s", "x_2", "x_1"],
    ofKind: ["x_2", "x_1"],
  },
  share: { equation: "y = s x", symbols: ["y", "s", "x"], ofKind: ["y", "x"] },
  rest: { equation: "y = (1 - s) x", symbols: ["y", "s", "x"], ofKind: ["y", "x"] },
  complement: { equation: "y = 1 - x", symbols: ["y", "x"], ofKind: ["y", "x"] },
} as const satisfies Readonly<Record<string, Form>>;

export type Arithmetic = keyof typeof ARITHMETIC;

const FORMS: readonly Form[] = Object.values(ARITHMETIC);
const NAME = /^(.+) \[([a-z][a-z\d_]*) in ([^\]]{1,40})\]$/u;
/** Degrees have their own nought: what two temperatures differ by is no temperature. */
const OWN_NOUGHT = /temperature$/u;

export function nameOfArithmetic(form: Arithmetic, kind: string, unit: string): string {
  return `${ARITHMETIC[form].equation} [${kind} in ${unit}]`;
}

/** A conversion by its name, of the list or of arithmetic; undefined for none. */
export function conversionBy(name: string): Conversion | undefined {
  return conversions().get(name) ?? arithmeticBy(name) ?? undefined;
}

const arithmeticBy = keepingFew((name: string): Conversion | null => {
  const [, equation = "", kind = "", unit = ""] = NAME.exec(name) ?? [];
  const form = FORMS.find((one) => one.equation === equation);
  if (form === undefined || !parseUnit(unit).ok || !mayBeOf(form, kind)) return null;
  const listed = form.symbols.map((symbol) =>
    form.ofKind.includes(symbol) ? `${symbol} ${kind} ${unit}` : `${symbol} ratio 1`,
  );
  return conversionOf(`${equation} | ${listed.join(", ")}`, true, name);
});

/** Temperatures are compared by their ratio alone, as kelvins. */
function mayBeOf({ equation }: Form, kind: string): boolean {
  return !OWN_NOUGHT.test(kind) || equation === ARITHMETIC.ratio.equation;
}

/** The kind and the unit that a name of arithmetic holds; null for another name. */
export function kindInName(name: string): { readonly kind: string; readonly unit: string } | null {
  const [, , kind, unit] = NAME.exec(name) ?? [];
  return kind === undefined || unit === undefined ? null : { kind, unit };
}
