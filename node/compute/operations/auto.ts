import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { bindInputs, describeField } from "../../../protocol/solvers/input.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import type { RoutingMember } from "../../../protocol/kernel/routedMembers.js";
import type { Route } from "../../../protocol/router/routed.js";
import { typedReading, type TypedReading } from "../../../protocol/router/typed/readingFormat.js";
import { requestOf, type ReadRequest } from "../../../protocol/router/typed/readReading.js";
import { confirmedReading } from "../../../protocol/router/confirmedReading.js";
import { faultsOf } from "../../../api/http/validate.js";
import { joinedMembers } from "../../sealing/draft.js";
import type { Ground } from "../../ground/ground.js";
import { keptBehind } from "../../accounts/idempotency.js";
import { computeHandlers, type ComputeModules } from "./compute.js";
import { sealedDerivation } from "./derive.js";
import { asker } from "../../operations/asker.js";
import { ownerOf } from "../../operations/owner.js";
import { solveFor, type JobFields, type JobServices } from "./solvers.js";

type AutoHandlers = Pick<NodeHandlers, "auto">;
type Answer = Awaited<ReturnType<Compute>> | Awaited<ReturnType<typeof solveFor>>;
type AutoAnswer = Awaited<ReturnType<NodeHandlers["auto"]>>;
type Compute = NodeHandlers["compute"];
type AutoServices = JobServices & ComputeModules & Pick<Ground, "registry">;
type Routing = ReturnType<typeof routingOf>;

export function autoHandlers(services: AutoServices): AutoHandlers {
  return {
    auto: async ({ constants, query, reading: sent, ...job }, call) => {
      ownerOf(call);
      if (sent !== undefined) return confirmed(services, sentReading(sent, query), job, call);
      if (query === undefined)
        throw invalid("/query", "required", "ask in words, or send a reading");
      const route = await services.evaluator.route(query, constants, asker(call));
      const routing = routingOf(route, query);
      if (route.refusal?.kind === "MISSING_INPUT") return lacking(route.refusal, routing);
      if (route.refusal !== null) return { value: null, ...routing, refusal: { ...route.refusal } };
      if (route.constant !== null) return named(route.constant, routing);
      const card = route.solver === null ? null : cardOf(route.solver)!;
      const missing = card === null ? null : insufficient(card, route.params);
      if (missing !== null)
        return {
          value: null,
          operator_id: card!.id,
          ...routing,
          ...lackOf(card!, routing, missing),
        };
      return answered(services, readRequest(services, route.reading!), routing, job, call);
    },
  };
}

/** How a question was understood. */
export function routingOf(route: Route, query: string) {
  const { bodies, candidates, cueHash, params, reading, restated, rivals, setAside, solver, why } =
    route;
  return {
    solver,
    params: { ...params },
    why: why.map((reason) => ({ ...reason, at: [...reason.at] })),
    candidates: candidates.map((one) => ({ ...one })),
    cueHash,
    query,
    ...(restated === null ? {} : { restated }),
    ...(Object.keys(bodies).length === 0 ? {} : { bodies }),
    ...(setAside.length === 0
      ? {}
      : { setAside: setAside.map((one) => ({ ...one, at: [...one.at] })) }),
    ...(reading === null ? {} : { reading }),
    ...(rivals.length === 0 ? {} : { rivals: [...rivals] }),
  } satisfies Partial<Record<RoutingMember, unknown>>;
}

/** A constant is looked up, not computed: there is nothing to seal. */
function named(constant: NonNullable<Route["constant"]>, routing: Routing) {
  const { unit, value } = constant;
  return { value, unit, ...routing, constant: { ...constant } };
}

function invalid(pointer: string, code: string, message: string): ApiError {
  return new ApiError("INVALID_BODY", message, { errors: [{ pointer, code, message }] });
}

/** @throws ApiError for what is no reading, and for one beside a text */
function sentReading(sent: unknown, query: string | undefined): TypedReading {
  if (query !== undefined)
    throw invalid("/query", "unknown_field", "a reading stands in place of a text");
  const read = typedReading.safeParse(sent);
  if (read.success) return read.data;
  const { errors: faults } = faultsOf(read.error, typedReading);
  const errors = faults.map((one) => ({ ...one, pointer: `/reading${one.pointer}` }));
  throw new ApiError("INVALID_BODY", errors[0]?.message ?? "this is no reading", { errors });
}

/** @throws ApiError for one that states no request */
function readRequest({ registry }: AutoServices, reading: TypedReading): ReadRequest {
  const read = requestOf(registry, reading);
  if ("by" in read) return read;
  if (read.kind === "fault") throw invalid(read.pointer, "invalid", read.message);
  throw new Error("a reading that is answered has no open place");
}

/** What a caller confirms, with the fields that he changed. */
async function confirmed(
  services: AutoServices,
  reading: TypedReading,
  job: JobFields,
  call: Call,
): Promise<AutoAnswer> {
  const read = requestOf(services.registry, reading);
  if (!("by" in read)) {
    if (read.kind === "fault") throw invalid(read.pointer, "invalid", read.message);
    return openPlaces(read.law, read.missing, reading);
  }
  if (read.by === "kinds") {
    const { cases, known, steps, wanted } = read;
    const request = { known, wanted, cases, ...(steps === null ? {} : { steps }) };
    return sealedDerivation(services, request, job.visibility, call);
  }
  const route = confirmedReading(services.registry, reading, read);
  return answered(services, read, routingOf(route, reading.text ?? ""), job, call);
}

function answered(
  services: AutoServices,
  request: ReadRequest,
  routing: Routing,
  job: JobFields,
  call: Call,
): Promise<AutoAnswer> | AutoAnswer {
  const keeping = { ...services, idempotency: keptBehind(services.idempotency, textOf(routing)) };
  const unit = job.unit ?? request.unit;
  const asked = unit === null ? job : { ...job, unit };
  if (request.by === "law") return computed(keeping, request, asked, routing, call);
  if (request.by === "solver") {
    const card = cardOf(request.solver)!;
    return solveFor(keeping, { card, body: request.body }, asked, call).then((answer) =>
      withRouting(answer, routing),
    );
  }
  throw new Error("laws that join are answered by their own operation");
}

async function computed(
  services: AutoServices,
  { inputs, law, uncertainties }: Extract<ReadRequest, { by: "law" }>,
  { domain, unit, visibility }: JobFields,
  routing: Routing,
  call: Call,
): Promise<AutoAnswer> {
  const { compute } = computeHandlers(services);
  const answer = await compute(
    {
      operators: [law],
      inputs,
      ...(Object.keys(uncertainties).length === 0 ? {} : { uncertainties }),
      ...(domain === undefined ? {} : { domain }),
      ...(unit === undefined ? {} : { unit }),
      ...(visibility === undefined ? {} : { visibility }),
    },
    call,
  );
  return withRouting(answer, routing);
}

/** A reading that was sent with a place still open. */
function openPlaces(
  law: string,
  missing: readonly TypedReading["given"][number][],
  reading: TypedReading,
) {
  const names = missing.map(({ symbol = "" }) => symbol).join(", ");
  const called = missing.map(({ name, symbol = "" }) =>
    name === undefined ? symbol : `${name} (${symbol})`,
  );
  return {
    value: null,
    operator_id: law,
    reading,
    inputError: {
      code: "MISSING_INPUT",
      message: `${called.join(" and ")}: give a value`,
      missing: names,
      accepts: names,
      combinations: [names.split(", ")],
    },
  };
}

/** A law that is named, without all that it needs. */
function lacking(
  { example, message, missing, operator }: Extract<Route["refusal"], { kind: "MISSING_INPUT" }>,
  routing: Routing,
) {
  const names = missing.join(", ");
  return {
    value: null,
    operator_id: operator,
    ...routing,
    inputError: {
      code: "MISSING_INPUT",
      message,
      missing: names,
      accepts: names,
      combinations: [[...missing]],
      example,
    },
  };
}

/**
 * A gap in a question of words is an answer about the question, with the combinations that would
 * do.
 */
export function insufficient(card: SolverCard, params: Route["params"]) {
  try {
    bindInputs(card, params);
    return null;
  } catch (error) {
    if (!(error instanceof SolverRefusal) || error.code !== "INSUFFICIENT_INPUTS") return null;
    const given = new Set(Object.keys(params));
    const short =
      [...card.sufficient]
        .map((names) => names.filter((name) => !given.has(name)))
        .sort((a, b) => a.length - b.length)[0] ?? [];
    return {
      code: "MISSING_INPUT",
      message: error.message,
      missing: short.join(", "),
      accepts: short.join(", "),
      combinations: card.sufficient.map((names) => [...names]),
    };
  }
}

/** What a solver lacks, as places of its reading that are left open. */
function lackOf(
  card: SolverCard,
  { reading }: Routing,
  inputError: NonNullable<ReturnType<typeof insufficient>>,
): { inputError: typeof inputError; reading?: TypedReading } {
  if (reading === undefined) return { inputError };
  const names = inputError.missing.split(", ").filter((name) => name !== "");
  const left = names.map((symbol) => {
    const { unit } = describeField(card, symbol);
    return { symbol, value: null, ...(unit === "" ? {} : { unit }) };
  });
  const open = [...reading.open, { what: "input", message: inputError.message }];
  return { inputError, reading: { ...reading, given: [...reading.given, ...left], open } };
}

/**
 * How the question was understood stands before the answer's own members; a member of both is the
 * answer's.
 */
function withRouting(answer: Answer, routing: Routing): AutoAnswer {
  if (!(answer instanceof PreEncoded)) return { ...routing, ...answer };
  const text =
    typeof answer.body === "string" ? answer.body : Buffer.from(answer.body).toString("utf8");
  const { headers, shaped } = answer;
  return preEncoded({ body: joinedMembers(textOf(routing), text), headers, shaped });
}

function textOf(routing: Routing): string {
  const { solver, ...others } = routing;
  return JSON.stringify(solver === null ? routing : others);
}
