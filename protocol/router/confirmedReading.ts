/** The route of a reading that was sent back: its inputs in SI, and what was looked at. */
import type { Registry } from "../operators/registry.js";
import { cardOf } from "../solvers/cards.js";
import { cueHash } from "./cues.js";
import { restatedOperator, restatedSolver } from "./restate.js";
import type { Route } from "./routed.js";
import type { TypedReading } from "./typed/readingFormat.js";
import type { ReadRequest } from "./typed/readReading.js";
import { readingOfLaw, readingOfSolver, type ReadWords } from "./typed/writeReading.js";

/** @param request that the reading states */
export function confirmedReading(
  registry: Registry,
  sent: TypedReading,
  request: Exclude<ReadRequest, { by: "kinds" }>,
): Route {
  const query = sent.text ?? "";
  const words: ReadWords = {
    query,
    text: query,
    unit: request.unit,
    uncertainties: request.by === "law" ? request.uncertainties : {},
    setAside: sent.setAside,
    open: sent.open,
  };
  const bare = {
    why: [{ cue: "reading", at: [0, query.length], weight: 0, rule: "reading sent" } as const],
    candidates: [],
    cueHash: cueHash(),
    uncertainties: {},
    bodies: {},
    unit: request.unit,
    constant: null,
    setAside: [],
    refusal: null,
    rivals: [],
  };
  if (request.by === "solver") {
    const { body, solver } = request;
    return {
      ...bare,
      solver,
      operators: null,
      params: body,
      restated: restatedSolver(cardOf(solver)!, body),
      reading: readingOfSolver(solver, body, [], words),
    };
  }
  const { inputs, law } = request;
  const { cases, given } = sent;
  const target = sent.wanted.symbol ?? null;
  const things = given.flatMap(({ of, symbol }) =>
    of === undefined || symbol === undefined ? [] : [[symbol, { body: of }] as const],
  );
  const read = { id: law, params: inputs, missing: [], target, cases, places: [] };
  return {
    ...bare,
    solver: null,
    operators: [law],
    params: inputs,
    restated: restatedOperator(registry, law, inputs),
    reading: readingOfLaw(registry, { ...read, bodies: Object.fromEntries(things) }, words),
  };
}
