/**
 * The members of an envelope, in one table: what a receipt may hold, what its hash-link covers, how
 * a result gives it, how it is kept, and where an answer says it. Writer, reader, verifier,
 * re-execution and documents follow the table. A new member is one row.
 *
 * The canonical place of a member follows from its name: RFC 8785 sorts them. Rows stand in the
 * order in which a re-execution compares them.
 */
import * as z from "zod";
import { canonicalNumber, canonicalString } from "../encoding/jcs.js";
import { CHAIN_OPERATORS_MAX, TABLE_ROWS_MAX } from "../limits.js";

/** What a run gives to an envelope. */
export interface SealedRun {
  readonly value: number;
  readonly unit: string | null;
  readonly uncertainty: number;
  readonly precisionActual: number;
  readonly metricShift: number | null;
  readonly rows?: { readonly count: number; readonly root: string };
}

/**
 * How a member is kept in the store. `shared`: once for all envelopes of a window. `chain`: with
 * the chain of operators, left out where that is the one of the window's first envelope. `own`:
 * with each envelope. `derived`: not at all, as it follows from what is kept.
 */
export type Keeping = "shared" | "chain" | "own" | "derived";

/**
 * Where an answer says it. `named`: among its members, under the same name. `solver`: the same, of
 * a solver only. `added`: the same, behind the members that have a place of their own. `cko`: in
 * the object of that name. `content`: not at all, it is the hash of what stands there.
 */
export type Saying = "named" | "solver" | "added" | "cko" | "content";

/** Generations of the hash-link, by what it covers. */
export type Since = "v1" | "v3";

export interface Member<
  S extends z.ZodType = z.ZodType,
  K extends Keeping = Keeping,
  G extends Since = Since,
> {
  /** In a receipt; optional for what most envelopes lack. */
  readonly schema: S;
  /** The first generation whose hash-link covers it. */
  readonly since: G;
  readonly kept: K;
  readonly said: Saying;
  /** Digits in hexadecimal: what this program made needs no look for characters to escape. */
  readonly isHex?: true;
  /** Its canonical text. @throws CanonicalError */
  text(value: z.output<S>): string;
  /** What a run gives: of every member that is kept with its envelope, and of no other. */
  of?(run: SealedRun): z.output<S>;
  /** For people, in the table of `docs/receipts.md`. */
  readonly about: string;
}

export function member<S extends z.ZodType, const K extends Keeping, const G extends Since>(
  row: Member<S, K, G>,
): Member<S, K, G> {
  return row;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const version = z.string().min(1).max(128);
const name = z.string().min(1).max(64);
function orNull(value: string | null): string {
  return value === null ? "null" : canonicalString(value);
}

export const CORE_MEMBERS = {
  value_bits: member({
    schema: z.string().regex(/^[0-9a-f]{16}$/),
    since: "v1",
    kept: "derived",
    said: "named",
    text: canonicalString,
    isHex: true,
    about: "its 8 bytes as 16 hex digits, big-endian IEEE-754",
  }),
  value: member({
    schema: z.number(),
    since: "v1",
    kept: "own",
    said: "named",
    text: canonicalNumber,
    of: ({ value }) => value,
    about: "the result",
  }),
  unit: member({
    schema: z.string().max(256).nullable(),
    since: "v1",
    kept: "own",
    said: "named",
    text: orNull,
    of: ({ unit }) => unit,
    about: "string, or null when withheld",
  }),
  uncertainty: member({
    schema: z.number().min(0),
    since: "v1",
    kept: "own",
    said: "named",
    text: canonicalNumber,
    of: ({ uncertainty }) => uncertainty,
    about: "number, not negative",
  }),
  precision_actual: member({
    schema: z.number().min(0),
    since: "v3",
    kept: "own",
    said: "named",
    text: canonicalNumber,
    of: ({ precisionActual }) => precisionActual,
    about: "numerical relative error bound of this run",
  }),
  metric_shift: member({
    schema: z.number().optional(),
    since: "v1",
    kept: "own",
    said: "cko",
    text: (value) => canonicalNumber(value!),
    of: ({ metricShift }) => metricShift ?? undefined,
    about: "number; absent where no metric shift was applied",
  }),
  rows_count: member({
    schema: z.int().min(1).max(TABLE_ROWS_MAX).optional(),
    since: "v3",
    kept: "own",
    said: "added",
    text: (value) => canonicalNumber(value!),
    of: ({ rows }) => rows?.count,
    about:
      "rows of a table; absent for a single computation. Of a table, `value`, `unit` and " +
      "`uncertainty` are those of its first row that has a value, and `precision_actual` is the " +
      "largest of all rows",
  }),
  rows_root: member({
    schema: hash.optional(),
    since: "v3",
    kept: "own",
    said: "added",
    text: (value) => canonicalString(value!),
    of: ({ rows }) => rows?.root,
    about: "of a table, the root of the tree over its rows, section 14",
  }),
  fields_hash: member({
    schema: hash.nullable(),
    since: "v1",
    kept: "derived",
    said: "solver",
    text: orNull,
    about:
      "null for a closed form; of a solver, the hash of everything its answer states beside the " +
      "value, each field by the hash of its samples",
  }),
  seal_kind: member({
    schema: z.literal("observable-differential").optional(),
    since: "v3",
    kept: "derived",
    said: "solver",
    text: (value) => canonicalString(value!),
    about:
      "`observable-differential` where a caller's own mesh or step was coarser than the gate " +
      "(`precision_actual` is then its estimate and may pass `precision_bound`), or where the " +
      "figure is relative to the scale of a field; else absent from the core. An answer always " +
      "states its kind, `observable` where the core has none, and in `precision_scale` what the " +
      "figure is relative to",
  }),
  equations_hash: member({
    schema: hash,
    since: "v1",
    kept: "derived",
    said: "content",
    text: canonicalString,
    isHex: true,
    about: "hex sha256(JCS(equations))",
  }),
  master_sum_hash: member({
    schema: hash,
    since: "v1",
    kept: "derived",
    said: "content",
    text: canonicalString,
    isHex: true,
    about: "hex sha256(JCS(master_sum))",
  }),
  inputs_hash: member({
    schema: hash,
    since: "v1",
    kept: "derived",
    said: "content",
    text: canonicalString,
    isHex: true,
    about: "section 4.3",
  }),
  R_t: member({
    schema: z.number(),
    since: "v1",
    kept: "derived",
    said: "named",
    text: canonicalNumber,
    about: "1 + 0.001 sin(2 pi phase), section 4.5",
  }),
  calcond: member({
    schema: z.int().min(0),
    since: "v1",
    kept: "shared",
    said: "named",
    text: canonicalNumber,
    about: "integer, when the result was computed",
  }),
  phase: member({
    schema: z.number().min(0).lt(1),
    since: "v1",
    kept: "shared",
    said: "named",
    text: canonicalNumber,
    about: "fraction of the calcond, from 0 to below 1",
  }),
  engine_version: member({
    schema: version,
    since: "v3",
    kept: "shared",
    said: "named",
    text: canonicalString,
    about:
      "names the arithmetic: equal versions give equal bits; a solver's follows a plus sign, as " +
      "in `calc-engine/2+heat/1`",
  }),
  credits: member({
    schema: z.int().min(1),
    since: "v1",
    kept: "chain",
    said: "named",
    text: canonicalNumber,
    about: "integer, at least 1",
  }),
  funding: member({
    schema: z.enum(["free", "paid"]),
    since: "v1",
    kept: "chain",
    said: "named",
    text: canonicalString,
    about: '`"free"` or `"paid"`',
  }),
  operatorChain: member({
    schema: z.array(name).min(1).max(CHAIN_OPERATORS_MAX),
    since: "v1",
    kept: "chain",
    said: "named",
    text: (ids) => `[${ids.map(canonicalString).join(",")}]`,
    about: "1 to 4 operator ids, `KO42` first and only there",
  }),
  precision_bound: member({
    schema: z.number().min(0),
    since: "v3",
    kept: "chain",
    said: "named",
    text: canonicalNumber,
    about: "the bound it passed",
  }),
  registry_version: member({
    schema: version,
    since: "v1",
    kept: "chain",
    said: "named",
    text: canonicalString,
    about: "names the operator records",
  }),
} as const;

export type CoreMembers = Readonly<Record<string, Member>>;
type Rows = typeof CORE_MEMBERS;
export type CoreName = keyof Rows;
/** Names of the members that a generation has, as the types see them. */
export type NameSince<G extends Since> = {
  [N in CoreName]: Rows[N]["since"] extends G ? N : never;
}[CoreName];

/** Those that the generations before v3 have. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names follow from `since`
export const OLDER_MEMBERS = Object.fromEntries(
  Object.entries(CORE_MEMBERS).filter(([, { since }]) => since === "v1"),
) as Pick<Rows, NameSince<"v1">>;

/**
 * The arithmetic of an envelope: what every one of today states and older ones lack. A token of a
 * vault and who asks about an envelope state it again.
 */
export const ARITHMETIC_MEMBERS = [
  "engine_version",
  "precision_actual",
  "precision_bound",
] as const satisfies readonly NameSince<"v3">[];
export type Arithmetic = Pick<EnvelopeCore, (typeof ARITHMETIC_MEMBERS)[number]>;

type Values<R extends CoreMembers> = z.output<z.ZodObject<{ [N in keyof R]: R[N]["schema"] }>>;

/**
 * What never changes about a sealed result: what its hash-link covers. Owner, folder, lock and bond
 * stay outside, so they may change.
 */
export type EnvelopeCore = {
  readonly [N in keyof Values<Rows>]: Values<Rows>[N] extends string[]
    ? readonly string[]
    : Values<Rows>[N];
};

/** Names of the members that are kept in a way, as the types see them. */
export type KeptAs<K extends Keeping> = {
  [N in CoreName]: Rows[N]["kept"] extends K ? N : never;
}[CoreName];

/**
 * Members kept of an envelope beside members of its core: what the hashes in it cover, and what a
 * solver says of its run. `domain` stands before everything else.
 */
export const KEPT_CONTENT = [
  "equations",
  "inputs",
  "master_sum",
  "solved",
  "uncertainties",
] as const;
export type KeptContent = (typeof KEPT_CONTENT)[number];

/** Names of the members that are kept in a way, sorted as in the stored text. */
export function namesKept(members: CoreMembers, kept: Keeping): readonly string[] {
  return Object.keys(members)
    .filter((name) => members[name]!.kept === kept)
    .sort();
}

/** Names of what a run gives. */
export function namesOfRun(members: CoreMembers): readonly string[] {
  return Object.keys(members).filter((name) => members[name]!.of !== undefined);
}

/**
 * Canonical texts of what a run gives, in the order of `namesOfRun`; undefined for what is absent.
 */
export type RunTexts = readonly (string | undefined)[];
