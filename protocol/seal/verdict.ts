/**
 * The three verdicts on a receipt, and how they follow from its checks. Only what was computed
 * again here is called valid.
 */

/**
 * `valid`: every check holds, and computing it again gave what it says. `sound`: hashes, path and
 * signature hold, and the value was NOT checked. `invalid`: a check failed.
 */
export const VERDICTS = ["valid", "sound", "invalid"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Checked {
  readonly name: string;
  /** Null: cannot be checked here, and the detail says why. */
  readonly ok: boolean | null;
  readonly detail: string;
}

/** What may stay open in a valid receipt: whose key it is, and the HMAC of another node. */
const READERS_OWN: ReadonlySet<string> = new Set(["signer", "calc-proof"]);

export function verdictOf(checks: readonly Checked[]): Verdict {
  if (checks.some(({ ok }) => ok === false)) return "invalid";
  const isOpen = checks.some(({ name, ok }) => ok === null && !READERS_OWN.has(name));
  const isComputed = checks.some(({ name, ok }) => name === "value" && ok === true);
  return isComputed && !isOpen ? "valid" : "sound";
}

/** Why a verdict is not `valid`: what failed, or else what was not checked. Empty for `valid`. */
export function reasonsOf(checks: readonly Checked[]): readonly string[] {
  const verdict = verdictOf(checks);
  if (verdict === "valid") return [];
  return checks
    .filter(({ name, ok }) =>
      verdict === "invalid" ? ok === false : ok === null && !READERS_OWN.has(name),
    )
    .map(({ detail }) => detail);
}

export function isVerdict(value: unknown): value is Verdict {
  return VERDICTS.some((one) => one === value);
}

/** The members in which every answer about a receipt states its verdict. */
export function verdictMembers(checks: readonly Checked[]): {
  readonly verdict: Verdict;
  readonly valid: boolean;
  readonly reasons: string[];
} {
  const verdict = verdictOf(checks);
  return { verdict, valid: verdict === "valid", reasons: [...reasonsOf(checks)] };
}
