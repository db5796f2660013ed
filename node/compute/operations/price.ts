/** What a computation would cost: an operator chain, a solver's job, or a question in words. */
import * as z from "zod";
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { faultsOf } from "../../../api/http/validate.js";
import { validateProgram } from "../../../protocol/contracts/index.js";
import { programRefusal } from "../../../protocol/contracts/programRefusal.js";
import { priceOf, quoteOf } from "../../../protocol/contracts/price.js";
import { jsonOf } from "../../../protocol/encoding/jcs.js";
import { quoteBatch, quoteRows } from "../../../protocol/economy/price.js";
import { nearestName } from "../../../protocol/search/nearest.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { solverTableSchema } from "../../../protocol/kernel/table/solverRows.js";
import type { WrittenColumn } from "../../../protocol/table/written.js";
import { cardOf, solverCards } from "../../../protocol/solvers/cards.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import type { Asker } from "../evaluator.js";
import { asker } from "../../operations/asker.js";
import { insufficient, routingOf } from "./auto.js";
import type { ComputeServices } from "../createCompute.js";
import type { Ground } from "../../ground/ground.js";
import { requirePlan } from "../../operations/results.js";
import { selected, selects, type Selected, type Unnamed } from "../../operations/selected.js";
import { meantJob, refusalError } from "./solvers.js";
import { quoteSweep } from "../sweepQuote.js";
import { apart, solverTable, sweptCard } from "./sweep.js";
import { columnsInNumbers, withSharedInputs } from "../../operations/quantities.js";
import { rowsOf, tableInputs } from "./table.js";

type PriceHandlers = Pick<NodeHandlers, "price">;
type Asked = Parameters<NodeHandlers["price"]>[0];
type Price = Awaited<ReturnType<NodeHandlers["price"]>>;
type Credits = Readonly<Record<"credits", number> & Record<"units", string>>;

const JOB = ["domain", "visibility", "fields", "field", "deadlineMs"] as const;
/**
 * What may be asked for together; labels and the like may be there, as in the request itself, and
 * change no price.
 */
const FORMS = {
  query: ["query", "constants", ...JOB],
  solver: ["solver", "inputs", ...JOB],
  operators: ["operators", "inputs", "uncertainties", "domain", "visibility"],
  computations: ["computations"],
  program: ["program"],
  sweep: ["solver", "columns", "inputs", "grid", "domain", "visibility", "deadlineMs"],
  table: ["operators", "columns", "inputs", "grid", "uncertainties", "domain", "visibility"],
} as const satisfies Readonly<Record<string, readonly (keyof Asked)[]>>;
const NOTHING_SEALED = { credits: 0, units: "0" };

type PriceServices = Pick<ComputeServices, "compute" | "evaluator"> & Pick<Ground, "registry">;

export function priceHandlers(services: PriceServices): PriceHandlers {
  return {
    price: async (asked, call) => {
      const by = asker(call);
      const { inputs = {}, operators, query, solver } = asked;
      checkForm(asked, formOf(asked));
      if (asked.computations !== undefined) return batchPrice(services, asked.computations);
      if (asked.program !== undefined) return programPrice(services, jsonOf(asked.program));
      if (query !== undefined)
        return questionPrice(services, { query, constants: asked.constants ?? {} }, by);
      if (solver !== undefined && asked.columns !== undefined)
        return sweepPrice(services, solver, asked, call);
      if (solver !== undefined)
        return solverPrice(services, meant(solver, { inputs, domain: asked.domain }), by);
      if (operators !== undefined) return chainPrice(services, operators, asked);
      const selection = chosen({ inputs, domain: asked.domain });
      return selection.by === "inputs"
        ? chainPrice(services, selection.operators)
        : solverPrice(
            services,
            { solver: selection.card.id, inputs: selection.body as JsonObject },
            by,
          );
    },
  };
}

function formOf({ columns, computations, program, query, solver }: Asked): keyof typeof FORMS {
  if (computations !== undefined) return "computations";
  if (program !== undefined) return "program";
  if (query !== undefined) return "query";
  if (solver !== undefined && columns !== undefined) return "sweep";
  if (solver !== undefined) return "solver";
  return columns === undefined ? "operators" : "table";
}

/** @throws ApiError naming what would not be looked at */
function checkForm(asked: Asked, form: keyof typeof FORMS): void {
  const taken: ReadonlySet<string> = new Set(FORMS[form]);
  const message =
    form === "operators"
      ? `is not part of a price of operators, which takes ${FORMS.operators.join(", ")}`
      : `does not go with \`${form}\`, which takes ${FORMS[form].join(", ")}`;
  const errors = Object.entries(asked)
    .filter(([name, value]) => value !== undefined && !taken.has(name))
    .map(([name]) => ({ pointer: `/${name}`, code: "unknown_field", message }));
  const [first] = errors;
  if (first !== undefined)
    throw new ApiError("INVALID_BODY", `${first.pointer.slice(1)} ${message}`, { errors });
}

function chainPrice(
  { compute }: Pick<ComputeServices, "compute">,
  ids: readonly string[],
  { columns, grid, inputs }: Pick<Asked, "columns" | "grid" | "inputs"> = {},
): Credits {
  const plan = requirePlan(compute.plan(ids));
  const { operators, quote } = plan;
  const { credits, units } =
    columns === undefined
      ? quote
      : quoteRows(
          operators.length,
          rowsOf(
            tableInputs({
              columns: columnsInNumbers(plan, withSharedInputs(writtenColumns(columns), inputs))
                .columns,
              ...(grid === undefined ? {} : { grid }),
            }),
          ),
        );
  return { credits, units };
}

const columnsSchema = z.strictObject({ columns: nodeOperations.computeTable.input.shape.columns });

/** As the table itself reads them. @throws ApiError for what are none */
function writtenColumns(columns: unknown): Readonly<Record<string, WrittenColumn>> {
  const read = columnsSchema.safeParse({ columns });
  if (read.success) return read.data.columns;
  const { detail, errors } = faultsOf(read.error, columnsSchema);
  throw new ApiError("INVALID_BODY", detail, { errors });
}

/** Of a firing. @throws Refusal INVALID_PROGRAM with all that is wrong */
function programPrice({ registry }: Pick<Ground, "registry">, program: JsonObject): Price {
  const validated = validateProgram(program, registry);
  if (!validated.ok) throw programRefusal(validated.problems);
  const { program: read } = validated.checked;
  const { credits, units } = quoteOf(read);
  return { ...priceOf(read), credits, units };
}

/** What cannot be asked costs nothing, as in the batch itself. */
function batchPrice(
  { compute }: Pick<ComputeServices, "compute">,
  computations: NonNullable<Asked["computations"]>,
): Credits {
  const read = nodeOperations.computeBatch.input.safeParse({ computations });
  if (!read.success) {
    const { detail, errors } = faultsOf(read.error, nodeOperations.computeBatch.input);
    throw new ApiError("INVALID_BODY", detail, { errors });
  }
  const plans = read.data.computations.map(({ operators }) => compute.plan(operators));
  const { credits, units } = quoteBatch(
    plans.flatMap((plan) => (plan.status === "invalid" ? [] : [plan.quote])),
  );
  return { credits, units };
}

/** The jobs of all rows; one that would be refused costs nothing. */
async function sweepPrice(
  services: PriceServices,
  solver: string,
  { columns = {}, grid, inputs }: Pick<Asked, "columns" | "grid" | "inputs">,
  call: Call,
): Promise<Credits> {
  const card = sweptCard(solver);
  const asked = apart(card, writtenColumns(columns), inputs);
  const read = solverTableSchema.safeParse({
    columns: asked.columns,
    ...(asked.shared === undefined ? {} : { inputs: asked.shared }),
    ...(grid === undefined ? {} : { grid }),
  });
  if (!read.success) {
    const { detail, errors } = faultsOf(read.error, solverTableSchema);
    throw new ApiError("INVALID_BODY", detail, { errors });
  }
  const quote = await quoteSweep(services.evaluator, card, solverTable(read.data), asker(call));
  return quote === null ? NOTHING_SEALED : { credits: quote.credits, units: quote.units };
}

interface Question {
  readonly query: string;
  readonly constants: Readonly<Record<string, unknown>>;
}

/**
 * Routed as the question itself is; what is refused there costs nothing, and is refused here in the
 * same words.
 */
async function questionPrice(
  services: PriceServices,
  { constants, query }: Question,
  by: Asker,
): Promise<Price> {
  const route = await services.evaluator.route(query, constants, by);
  const routing = {
    ...routingOf(route, query),
    operators: route.operators === null ? null : [...route.operators],
  };
  if (route.refusal !== null)
    return { ...NOTHING_SEALED, ...routing, refusal: { ...route.refusal } };
  if (route.constant !== null) return { ...NOTHING_SEALED, ...routing };
  if (route.operators !== null) return { ...chainPrice(services, route.operators), ...routing };
  const card = cardOf(route.solver!)!;
  const missing = insufficient(card, route.params);
  if (missing !== null) return { ...NOTHING_SEALED, ...routing, inputError: missing };
  const job = { solver: card.id, inputs: route.params as JsonObject };
  return { ...(await solverPrice(services, job, by)), ...routing };
}

/** What the inputs or the domain select. @throws ApiError for a body that asks for nothing */
function chosen(asked: Unnamed): Selected {
  if (selects(asked)) return selected(asked);
  const message = "name operators or a solver, or ask a `query` in words";
  throw new ApiError("INVALID_BODY", `/operators: ${message}`, {
    errors: [{ pointer: "/operators", code: "invalid_type", message }],
  });
}

/** The job of a solver's body: of `solve`, the one that it selects. */
function meant(solver: string, { domain, inputs }: Unnamed): SolverJob {
  const card = cardOf(solver);
  if (card === null) return { solver, inputs: inputs as JsonObject };
  const { body, card: own } = meantJob(card, inputs, domain);
  return { solver: own.id, inputs: body };
}

interface SolverJob {
  readonly solver: string;
  readonly inputs: JsonObject;
}

async function solverPrice(
  { evaluator }: Pick<ComputeServices, "evaluator">,
  { inputs, solver }: SolverJob,
  by: Asker,
): Promise<Credits> {
  const refused = (error: unknown): never => {
    if (error instanceof SolverRefusal)
      throw refusalError({
        kind: "refused",
        code: error.code,
        members: error.members,
        message: error.message,
      });
    throw error;
  };
  const quote = await evaluator.quote(solver, inputs, by).catch(refused);
  if (quote === null) {
    const nearest = nearestName(
      solver,
      solverCards.map(({ id }) => id),
    );
    throw new ApiError("INVALID_BODY", `there is no solver ${solver}`, {
      errors: [
        {
          pointer: "/solver",
          code: "unknown",
          message: `there is no solver ${solver}`,
          ...(nearest === null ? {} : { nearest }),
        },
      ],
    });
  }
  return { credits: quote.credits, units: quote.units };
}
