/**
 * The canonical text of a core, by the table of members: what is known before the window closes is
 * written before, with gaps for the instant of the seal.
 */
import { flat } from "../encoding/flat.js";
import { canonicalNumber } from "../encoding/jcs.js";
import {
  CORE_MEMBERS,
  namesOfRun,
  type CoreMembers,
  type EnvelopeCore,
  type KeptAs,
  type RunTexts,
} from "./members.js";

/** The members of a core that only its seal decides, in their canonical order. */
export type CoreInstant = Pick<EnvelopeCore, "R_t" | "calcond" | "phase">;
export type TimelessCore = Omit<EnvelopeCore, keyof CoreInstant>;

/** What all envelopes of a chain have in common. */
export type CoreConstants = Pick<EnvelopeCore, KeptAs<"chain"> | "engine_version">;
/** What one run adds, with the hashes of its texts. */
export type CoreRun = Omit<TimelessCore, keyof CoreConstants>;

/** The canonical text of a core without its instant. */
export interface CoreParts {
  /** Between `R_t` and `calcond`, between that and `phase`, and behind that. */
  readonly early: string;
  readonly before: string;
  readonly after: string;
}

interface Step {
  /** What stands before its value, or before its name where it may be absent. */
  readonly lead: string;
  readonly name: string;
  /** Null for a member that every core has. */
  readonly optional: string | null;
  /** Its place among the texts of a run, or -1. */
  readonly at: number;
  text(value: unknown): string;
}

interface Segment {
  readonly steps: readonly Step[];
  readonly tail: string;
}

type Values = Readonly<Record<string, unknown>>;

const FIRST = "R_t";
const SECOND = "calcond";
const THIRD = "phase";

function sortedNames(members: CoreMembers): readonly string[] {
  const names = Object.keys(members).sort();
  if (names[0] !== FIRST) throw new RangeError(`${names[0]} would stand before ${FIRST}`);
  return names.filter((name) => name !== FIRST && name !== SECOND && name !== THIRD);
}

function quoted(value: unknown): string {
  return `"${String(value)}"`;
}

/**
 * @param constants whose values are known already
 * @param isOwn the cores are of this program's own results
 */
function compiled(
  members: CoreMembers,
  names: readonly string[],
  constants: Values,
  isOwn: boolean,
): Segment {
  const steps: Step[] = [];
  const ofRun = namesOfRun(members);
  let lead = "";
  for (const name of names) {
    const at = ofRun.indexOf(name);
    const row = members[name]!;
    const { isHex, kept, schema } = row;
    const text = isOwn && isHex === true ? quoted : (value: unknown): string => row.text(value);
    const key = `,"${name}":`;
    const isConstant = kept === "chain" || kept === "shared";
    if (isConstant && Object.hasOwn(constants, name)) lead += key + text(constants[name]);
    else if (schema.safeParse(undefined).success) {
      steps.push({ lead: flat(lead), name, optional: key, at, text });
      lead = "";
    } else {
      steps.push({ lead: flat(lead + key), name, optional: null, at, text });
      lead = "";
    }
  }
  return { steps, tail: flat(lead) };
}

function written({ steps, tail }: Segment, values: Values): string {
  let text = "";
  for (const step of steps) {
    const value = values[step.name];
    text += step.lead;
    if (step.optional === null) text += step.text(value);
    else if (value !== undefined) text += step.optional + step.text(value);
  }
  return text + tail;
}

/** The same where the texts of what a run gives are there. */
function writtenOwn({ steps, tail }: Segment, run: RunTexts, derived: Values): string {
  let text = "";
  for (const step of steps) {
    text += step.lead;
    if (step.at >= 0) {
      const own = run[step.at];
      if (own !== undefined) text += step.optional === null ? own : step.optional + own;
      continue;
    }
    const value = derived[step.name];
    if (step.optional === null) text += step.text(value);
    else if (value !== undefined) text += step.optional + step.text(value);
  }
  return text + tail;
}

/** What follows from the texts of one result, and what a solver adds. */
export type CoreDerived = Omit<CoreRun, KeptAs<"own">> & Pick<EnvelopeCore, "fields_hash">;

/** Writes the cores of one chain: what they have in common is written once. */
export class CoreWriter {
  readonly #early: Segment;
  readonly #before: Segment;
  readonly #after: Segment;

  /** @param constants null for the cores of strangers */
  constructor(constants: CoreConstants | null, members: CoreMembers = CORE_MEMBERS) {
    const names = sortedNames(members);
    const segment = (from: string, to: string | null): Segment =>
      compiled(
        members,
        names.filter((name) => name > from && (to === null || name < to)),
        constants ?? {},
        constants !== null,
      );
    this.#early = segment(FIRST, SECOND);
    this.#before = segment(SECOND, THIRD);
    this.#after = segment(THIRD, null);
  }

  /** @param run what the constants do not say @throws CanonicalError as `canonicalize` does */
  parts(run: CoreRun | TimelessCore): CoreParts {
    const values: Values = run;
    return {
      early: written(this.#early, values),
      before: written(this.#before, values),
      after: written(this.#after, values),
    };
  }

  /** The same of a result of this program. @param run as `textsOfRun` gives it */
  ownParts(run: RunTexts, derived: CoreDerived): CoreParts {
    return {
      early: writtenOwn(this.#early, run, derived),
      before: writtenOwn(this.#before, run, derived),
      after: writtenOwn(this.#after, run, derived),
    };
  }
}

const WHOLE = new CoreWriter(null);

/**
 * Writes what is known before the window closes, so that the writer of windows has little left to
 * do.
 */
function coreParts(core: TimelessCore): CoreParts {
  return WHOLE.parts(core);
}

export function joinCore(
  { early, before, after }: CoreParts,
  { R_t, calcond, phase }: CoreInstant,
): string {
  return (
    `{"${FIRST}":${canonicalNumber(R_t)}${early},"${SECOND}":${canonicalNumber(calcond)}${before}` +
    `,"${THIRD}":${canonicalNumber(phase)}${after}}`
  );
}

/**
 * The canonical text of a core, equal to `canonicalize(core)` and several times faster: it is
 * written once for every sealed result. @throws CanonicalError as `canonicalize` does.
 */
export function encodeCore(core: EnvelopeCore): string {
  return joinCore(coreParts(core), core);
}
