/**
 * What rows of a log say beside their links: when their results were computed, by which operators, at
 * which price, and how well what should be conserved was. Each rule is a layer of its own.
 */
import { quoteClosedForm } from "../economy/price.js";
import { isObject } from "../encoding/json.js";
import { instantOf, modulationAt } from "../math/modulation.js";
import { CHAIN_OPERATORS_MAX } from "../limits.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { solverOf } from "../seal/envelope.js";
import { unreadRow, type LayerVerdict, type LogFault } from "./check.js";
import type { MachineRow } from "./row.js";

export const LAYERS = [
  "pulse-attestation",
  "phase-agreement",
  "hash-linkage",
  "operator-coverage",
  "energy-record",
] as const;
export type LayerName = (typeof LAYERS)[number];
export type ContentLayer = Exclude<LayerName, "pulse-attestation" | "hash-linkage">;
export const CONTENT_LAYERS = [
  "phase-agreement",
  "operator-coverage",
  "energy-record",
] as const satisfies readonly ContentLayer[];

/** Difference of a phase or of R_t that rounding may make. */
const PHASE_TOLERANCE = 1e-12;
/** Percent by which a conserved quantity may drift. */
const DRIFT_BOUND_PCT = 0.1;
const FIRST_OPERATOR = "KO42";

/** A row with what is known of what it records. */
export interface RowContent {
  readonly row: MachineRow;
  /** Core of the envelope that was sealed with it; null where there is none, or it is not at hand. */
  readonly core: JsonObject | null;
  /** Null where it is not at hand. */
  readonly payload: JsonValue;
}

export interface LayerGround {
  /** Whether a generation of the registry has an operator; null for one that is not at hand. */
  readonly hasOperator: (registryVersion: string, id: string) => boolean | null;
  /** Credits that a job of a solver costs; null where its inputs are not at hand. */
  readonly jobCredits: (token: string) => number | null;
}

type Tell = (rule: string, expected: string, got: string) => void;

/** @returns whether there was something to check */
type Rule = (content: RowContent, ground: LayerGround, tell: Tell) => boolean;

function shown(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

function isNear(value: JsonValue | undefined, expected: number): boolean {
  return typeof value === "number" && Math.abs(value - expected) <= PHASE_TOLERANCE;
}

const phaseAgreement: Rule = ({ core, row }, _ground, tell) => {
  if (core === null) return false;
  const { phase } = instantOf(BigInt(row.ns));
  if (!isNear(core["phase"], phase)) tell("phase", `${phase}`, shown(core["phase"]));
  const modulation = modulationAt(phase);
  if (!isNear(core["R_t"], modulation)) tell("R_t", `${modulation}`, shown(core["R_t"]));
  return true;
};

const operatorCoverage: Rule = ({ core }, { hasOperator }, tell) => {
  if (core === null) return false;
  const chain = core["operatorChain"];
  const ids = Array.isArray(chain) ? chain : [];
  const [first, ...domain] = ids;
  if (first !== FIRST_OPERATOR || domain.includes(FIRST_OPERATOR))
    tell("operatorChain", "KO42 first and only there", shown(chain));
  if (ids.length > CHAIN_OPERATORS_MAX)
    tell("operatorChain", `at most ${CHAIN_OPERATORS_MAX}`, `${ids.length}`);
  const { engine_version: engine, registry_version: version } = core;
  const solver = typeof engine === "string" ? solverOf(engine) : null;
  for (const id of ids) {
    // The place of an operator is that of the solver whose version the engine names.
    if (solver !== null && id === solver.split("/")[0]) continue;
    if (typeof id !== "string" || typeof version !== "string")
      tell("operatorChain", "operators of a registry", shown(id));
    else if (hasOperator(version, id) === false)
      tell("operatorChain", `an operator of ${version}`, id);
  }
  return true;
};

const energyRecord: Rule = ({ core, payload, row }, { jobCredits }, tell) => {
  let checked = false;
  if (core !== null) {
    const expected = priceOf(core, row, jobCredits);
    if (expected !== null && core["credits"] !== expected)
      tell("credits", `${expected}`, shown(core["credits"]));
    checked = expected !== null;
  }
  for (const { boundPct, driftPct, name } of invariantsOf(payload)) {
    checked = true;
    if (!(driftPct <= boundPct))
      tell("drift", `at most ${boundPct} percent of ${name}`, `${driftPct}`);
  }
  return checked;
};

function priceOf(
  core: JsonObject,
  { token }: MachineRow,
  jobCredits: LayerGround["jobCredits"],
): number | null {
  const { engine_version: engine, operatorChain: chain } = core;
  if (typeof engine !== "string" || !Array.isArray(chain)) return Number.NaN;
  if (solverOf(engine) !== null) return token === null ? null : jobCredits(token);
  const isPriced = chain.length > 0 && chain.length <= CHAIN_OPERATORS_MAX;
  return isPriced ? quoteClosedForm(chain.length - 1).credits : Number.NaN;
}

interface Invariant {
  readonly name: string;
  readonly driftPct: number;
  readonly boundPct: number;
}

/** Conserved quantities as the payload of a step records them. */
function invariantsOf(payload: JsonValue): readonly Invariant[] {
  const invariants = isObject(payload) ? payload["invariants"] : null;
  if (!Array.isArray(invariants)) return [];
  return invariants.map((one: JsonValue) => {
    const { boundPct, driftPct, name } = isObject(one) ? one : {};
    return {
      name: typeof name === "string" ? name : "an invariant",
      driftPct: typeof driftPct === "number" ? driftPct : Number.NaN,
      boundPct:
        typeof boundPct === "number" ? Math.min(boundPct, DRIFT_BOUND_PCT) : DRIFT_BOUND_PCT,
    };
  });
}

const RULES: Readonly<Record<ContentLayer, Rule>> = {
  "phase-agreement": phaseAgreement,
  "operator-coverage": operatorCoverage,
  "energy-record": energyRecord,
};

/** The layers that need more than rows. */
export class ContentCheck {
  readonly #ground: LayerGround;
  readonly #onFault: ((layer: ContentLayer, fault: LogFault) => void) | undefined;
  readonly #checked = new Map<ContentLayer, number>();
  readonly #first = new Map<ContentLayer, LogFault>();

  constructor(ground: LayerGround, onFault?: (layer: ContentLayer, fault: LogFault) => void) {
    this.#ground = ground;
    this.#onFault = onFault;
  }

  add(content: RowContent): void {
    const { seq } = content.row;
    for (const layer of CONTENT_LAYERS) {
      const isChecked = RULES[layer](content, this.#ground, (rule, expected, got) =>
        this.#fail(layer, { seq, rule, expected, got }),
      );
      if (isChecked) this.#checked.set(layer, (this.#checked.get(layer) ?? 0) + 1);
    }
  }

  /** A row that could not be read. */
  unread(seq: number): void {
    const [rule, expected, got] = unreadRow("none");
    for (const layer of CONTENT_LAYERS) this.#fail(layer, { seq, rule, expected, got });
  }

  #fail(layer: ContentLayer, fault: LogFault): void {
    if (!this.#first.has(layer)) this.#first.set(layer, fault);
    this.#onFault?.(layer, fault);
  }

  verdict(layer: ContentLayer): LayerVerdict {
    const first = this.#first.get(layer) ?? null;
    return { pass: first === null, checked: this.#checked.get(layer) ?? 0, first };
  }
}
