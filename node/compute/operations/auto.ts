import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { bindInputs } from "../../../protocol/solvers/input.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { RoutingMember } from "../../../protocol/kernel/routedMembers.js";
import type { Route } from "../../../protocol/router/route.js";
import { joinedMembers } from "../../sealing/draft.js";
import { keptBehind } from "../../accounts/idempotency.js";
import { computeHandlers, type ComputeModules } from "./compute.js";
import { asker } from "../../operations/asker.js";
import { ownerOf } from "../../operations/owner.js";
import { solveFor, type JobFields, type JobServices } from "./solvers.js";

type AutoHandlers = Pick<NodeHandlers, "auto">;
type Answer = Awaited<ReturnType<Compute>> | Awaited<ReturnType<typeof solveFor>>;
type AutoAnswer = Awaited<ReturnType<NodeHandlers["auto"]>>;
type Compute = NodeHandlers["compute"];

export function autoHandlers(services: JobServices & ComputeModules): AutoHandlers {
  return {
    auto: async ({ constants, query, ...job }, call) => {
      ownerOf(call);
      const route = await services.evaluator.route(query, constants, asker(call));
      const routing = routingOf(route, query);
      if (route.refusal?.kind === "MISSING_INPUT") return lacking(route.refusal, routing);
      if (route.refusal !== null)
        return { value: null, ...routing, refusal: { ...route.refusal }, ...readingOf(route) };
      if (route.constant !== null) return named(route.constant, routing);
      const keeping = {
        ...services,
        idempotency: keptBehind(services.idempotency, textOf(routing)),
      };
      if (route.operators !== null) {
        const { compute } = computeHandlers(keeping);
        return withRouting(await computed(compute, route, job, call), routing);
      }
      const card = cardOf(route.solver!)!;
      const missing = insufficient(route);
      if (missing !== null)
        return { value: null, operator_id: card.id, ...routing, inputError: missing };
      const body = route.params as JsonObject;
      const unit = job.unit ?? route.unit;
      const asked = unit === null ? job : { ...job, unit };
      return withRouting(await solveFor(keeping, { card, body }, asked, call), routing);
    },
  };
}

/** How a question was understood. */
export function routingOf(route: Route, query: string) {
  const { bodies, candidates, cueHash, params, restated, setAside, solver, why } = route;
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
  } satisfies Partial<Record<RoutingMember, unknown>>;
}

/** A constant is looked up, not computed: there is nothing to seal. */
function named(constant: NonNullable<Route["constant"]>, routing: ReturnType<typeof routingOf>) {
  const { unit, value } = constant;
  return { value, unit, ...routing, constant: { ...constant } };
}

/**
 * What an open question was read as: the request that seals it, for who looked at what is open.
 * Nothing of it is computed yet.
 */
function readingOf(route: Route): { reading?: { path: string; body: object } } {
  if (route.refusal?.kind !== "OPEN_READING") return {};
  const unit = route.unit === null ? {} : { unit: route.unit };
  if (route.operators === null)
    return { reading: { path: `/api/calc/${route.solver!}`, body: { ...route.params, ...unit } } };
  const body = {
    operators: [...route.operators],
    inputs: numbersOf(route.params),
    ...uncertaintiesOf(route),
    ...unit,
  };
  return { reading: { path: "/api/calc/compute", body } };
}

function numbersOf(params: Route["params"]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    ),
  );
}

/** A law that is named, without all that it needs. */
function lacking(
  { example, message, missing, operator }: Extract<Route["refusal"], { kind: "MISSING_INPUT" }>,
  routing: ReturnType<typeof routingOf>,
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

/** What is known of a body's property, as the source says it, ends in the uncertainty of the answer. */
function uncertaintiesOf({ bodies, uncertainties }: Pick<Route, "bodies" | "uncertainties">) {
  const known = Object.entries(bodies).flatMap(([name, { relative_uncertainty, value }]) => {
    const uncertainty = Number(((relative_uncertainty ?? 0) * Math.abs(value)).toPrecision(2));
    return uncertainty > 0 ? [[name, uncertainty] as const] : [];
  });
  const all = { ...Object.fromEntries(known), ...uncertainties };
  return Object.keys(all).length === 0 ? {} : { uncertainties: all };
}

function computed(compute: Compute, route: Route, job: JobFields, call: Call) {
  const { operators, params } = route;
  const { domain, visibility } = job;
  const unit = job.unit ?? route.unit ?? undefined;
  return compute(
    {
      operators: [...operators!],
      inputs: numbersOf(params),
      ...uncertaintiesOf(route),
      ...(domain === undefined ? {} : { domain }),
      ...(unit === undefined ? {} : { unit }),
      ...(visibility === undefined ? {} : { visibility }),
    },
    call,
  );
}

/**
 * A gap in a question of words is an answer about the question, with the combinations that would
 * do.
 */
export function insufficient({ params, solver }: Route) {
  const card = cardOf(solver!)!;
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

/**
 * How the question was understood stands before the answer's own members; a member of both is the
 * answer's.
 */
function withRouting(answer: Answer, routing: ReturnType<typeof routingOf>): AutoAnswer {
  if (!(answer instanceof PreEncoded)) return { ...routing, ...answer };
  const text =
    typeof answer.body === "string" ? answer.body : Buffer.from(answer.body).toString("utf8");
  const { headers, shaped } = answer;
  return preEncoded({ body: joinedMembers(textOf(routing), text), headers, shaped });
}

function textOf(routing: ReturnType<typeof routingOf>): string {
  const { solver, ...others } = routing;
  return JSON.stringify(solver === null ? routing : others);
}
