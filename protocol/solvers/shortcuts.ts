/**
 * Questions that name no operator: some sets of inputs determine one answer by themselves. The
 * names are exact, by case, and all of them: `h` here is a Miller index, never Planck's constant.
 */

export interface Shortcut {
  readonly combination: readonly string[];
  readonly operators: readonly string[];
  /** Names under which the operator knows the inputs. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Those that must be whole. */
  readonly whole: readonly string[];
  readonly says: string;
}

export const SHORTCUTS: readonly Shortcut[] = [
  {
    combination: ["n_e"],
    operators: ["PL1"],
    renamed: {},
    whole: [],
    says: "n_e alone asks for the plasma frequency",
  },
  {
    combination: ["d", "theta"],
    operators: ["CRY1"],
    renamed: { d: "d_p" },
    whole: [],
    says: "d and theta ask for the wavelength that a crystal reflects in first order (Bragg)",
  },
  {
    combination: ["lambda", "theta"],
    operators: ["CRY1"],
    renamed: {},
    whole: [],
    says: "lambda and theta ask for the spacing of the planes that reflect in first order (Bragg)",
  },
  {
    combination: ["a", "h", "k", "l"],
    operators: ["CRY2"],
    renamed: { h: "h_m", k: "k_m", l: "l_m" },
    whole: ["h", "k", "l"],
    says: "a lattice constant and Miller indices ask for the spacing of the planes",
  },
];

/** The shortcut whose names these are exactly, or null. */
export function shortcutOf(inputs: Readonly<Record<string, unknown>>): Shortcut | null {
  const names = Object.keys(inputs);
  return (
    SHORTCUTS.find(
      ({ combination }) =>
        combination.length === names.length &&
        combination.every((name) => Object.hasOwn(inputs, name)),
    ) ?? null
  );
}

/** @returns the operator's own inputs, or the name of one that must be whole and is not */
export function shortcutInputs(
  { renamed, whole }: Shortcut,
  inputs: Readonly<Record<string, number>>,
): { readonly inputs: Readonly<Record<string, number>> } | { readonly notWhole: string } {
  const notWhole = whole.find((name) => !Number.isSafeInteger(inputs[name]));
  if (notWhole !== undefined) return { notWhole };
  const own: Record<string, number> = {};
  for (const [name, value] of Object.entries(inputs)) own[renamed[name] ?? name] = value;
  return { inputs: own };
}
