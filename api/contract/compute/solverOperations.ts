/** One operation for each solver, made from its card: no list of them is kept anywhere else. */
import * as z from "zod";
import { BODY_BYTES_MAX } from "../../../protocol/limits.js";
import { once } from "../../../protocol/once.js";
import { cardsByName } from "../../../protocol/solvers/cards.js";
import { FIELDS_MODES } from "../../../protocol/solvers/fieldText.js";
import { FIELD_MEDIA } from "../../../protocol/solvers/media.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { domainLabel, sealedFields, SINCE, unitWanted, visibility } from "../definition/common.js";
import { defineOperation, type Limits } from "../definition/operation.js";
import { EVENTS_TYPE, JSON_TYPE } from "../definition/preEncoded.js";

/** Time a job may take unless the caller states another, and at most. */
export const SOLVER_DEADLINE_MS = 60_000;
export const SOLVER_DEADLINE_MS_MAX = 600_000;
/** Bodies that hold molecules, formulas, networks or many bodies. */
const LARGE_BODY_BYTES_MAX = 16_777_216;
const LARGE: ReadonlySet<string> = new Set(["multibody", "sat", "dock", "grid", "evolve"]);
/** In the default list of tools: what is asked most, and what no other solver stands for. */
const LISTED_TOOLS: ReadonlySet<string> = new Set(["solve", "multibody"]);

/** Of solvers whose examples are longer than a tool's description. */
const SHORT_CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  multibody: {
    bodies: [
      { m: 1, position: [1, 0], velocity: [0, 0.5] },
      { m: 1, position: [-1, 0], velocity: [0, -0.5] },
    ],
    G: 1,
    t_max: 1,
  },
  wave: { c: 120, length: 1, dim: 1, initial: "sin(pi*x)", velocity: 0, t_end: 0.004, probe: 0.3 },
};

/** Beyond the job's own deadline, which has better words. */
const ANSWER_GRACE_MS = 10_000;

/** What a job says beside its inputs. */
export const jobFields = {
  visibility: visibility.optional(),
  domain: domainLabel.optional(),
  fields: z
    .enum(FIELDS_MODES)
    .default("sample")
    .describe(
      "Samples in the answer: none, up to 4,096 a field, or up to 65,536; the digest is of all",
    ),
  unit: unitWanted.optional(),
  field: z.int().min(0).default(0).describe("Which field a table, a picture or bare numbers show"),
  deadlineMs: z
    .int()
    .min(1)
    .max(SOLVER_DEADLINE_MS_MAX)
    .default(SOLVER_DEADLINE_MS)
    .describe("The job ends without a value then"),
};
export const JOB_FIELDS: ReadonlySet<string> = new Set(Object.keys(jobFields));

/**
 * Names and ranges are settled where the job is bound, which knows aliases, units and combinations;
 * the schema here says them to readers, and is written when one asks.
 */
function documented(card: SolverCard): Record<string, z.ZodOptional<z.ZodUnknown>> {
  return Object.fromEntries(
    Object.entries(card.inputs.shape).map(([name, field]) => {
      const schema = once(() => {
        const { $schema: _dialect, ...written } = z.toJSONSchema(field, { unrepresentable: "any" });
        return written;
      });
      const input = z.unknown();
      // Whoever asks adds to it.
      input._zod.toJSONSchema = () => ({ ...schema() });
      return [name, input.optional()];
    }),
  );
}

function limitsOf(id: string): Limits {
  return {
    bodyBytesMax: LARGE.has(id) ? LARGE_BODY_BYTES_MAX : BODY_BYTES_MAX,
    deadlineMs: SOLVER_DEADLINE_MS_MAX + ANSWER_GRACE_MS,
    rate: "default",
  };
}

function operationOf(card: SolverCard) {
  const given = card.sufficient.map((names) => `{${names.join(", ")}}`).join(" or ");
  return defineOperation({
    id: `calc_${card.id.replaceAll("-", "_")}`,
    method: "POST",
    path: `/api/calc/${card.id}`,
    since: SINCE,
    summary: card.title,
    description:
      `${card.summary.replace(/\.?$/, ".")} The value is the ${card.primary.name} ` +
      `(${card.primary.unit})${given === "" ? "" : `; give ${given}`}. It passes its precision ` +
      "gate or is refused; nothing refused is sealed.",
    auth: "either",
    effect: "seal",
    keyed: true,
    events: true,
    limits: limitsOf(card.id),
    input: z.looseObject({ ...documented(card), ...jobFields }),
    body: "required",
    output: z.looseObject(sealedFields),
    produces: [JSON_TYPE, EVENTS_TYPE, ...FIELD_MEDIA],
    errors: ["INSUFFICIENT_INPUTS", "SOLVER_REJECTED", "DID_NOT_CONVERGE", "ENERGY_NOT_CONSERVED"],
    examples: card.examples.map(({ body, expect, title }) => ({
      summary: title,
      input: body as Record<string, unknown>,
      output: { value: expect.value, unit: expect.unit, operatorChain: ["KO42", card.id] },
    })),
    cli: { verb: card.id, positional: ["inputs"] },
    mcp: {
      toolset: "solvers",
      listed: LISTED_TOOLS.has(card.id),
      ...(SHORT_CALLS[card.id] === undefined ? {} : { example: SHORT_CALLS[card.id] }),
      description:
        `${card.title}: ${card.primary.name} in ${card.primary.unit}. Needs an API key; ` +
        "calc_solvers lists inputs and examples. Hand the whole answer to calc_verify.",
    },
  });
}

export type SolverOperation = ReturnType<typeof operationOf>;

/** By client function. */
export const solverOperations = mapped(cardsByName, operationOf);

function mapped<K extends string>(
  cards: Readonly<Record<K, SolverCard>>,
  make: (card: SolverCard) => SolverOperation,
): Readonly<Record<K, SolverOperation>> {
  const operationsByName: Partial<Record<K, SolverOperation>> = {};
  for (const name in cards) operationsByName[name] = make(cards[name]);
  if (!isWhole(operationsByName, cards)) throw new Error("a solver has no operation");
  return operationsByName;
}

function isWhole<K extends string, T>(
  byName: Partial<Record<K, T>>,
  of: Readonly<Record<K, unknown>>,
): byName is Record<K, T> {
  return Object.keys(of).every((name) => Object.hasOwn(byName, name));
}
