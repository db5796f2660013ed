import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { mapped } from "../../../protocol/encoding/records.js";
import type { Call } from "../../../api/contract/definition/call.js";
import {
  EVENTS_TYPE,
  JSON_TYPE,
  preEncoded,
  type PreEncoded,
} from "../../../api/contract/definition/preEncoded.js";
import { JOB_FIELDS } from "../../../api/contract/compute/solverOperations.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { FieldFault } from "../../../protocol/errors/refusal.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { KO42_ID } from "../../../protocol/chains/master.js";
import { CALCOND_NS, FIELDS_KEPT_CALCONDS } from "../../../protocol/limits.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { cardsByName, type SolverName } from "../../../protocol/solvers/cards.js";
import type { FieldsMode } from "../../../protocol/solvers/fieldText.js";
import { OCTETS_TYPE } from "../../../protocol/solvers/media.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { cardsFound } from "../../../protocol/router/rank.js";
import type { Visibility } from "../../../storage/records/records.js";
import type { Quote } from "../../../protocol/economy/price.js";
import { SolverMissing, SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { joinedMembers } from "../../sealing/draft.js";
import type { SealedAnswerKeeper } from "../../accounts/idempotency.js";
import type { SealedAnswer } from "../../sealing/envelopeLog.js";
import type { JobOutcome, JobValue } from "../workers/messages.js";
import { besideIn, wantedUnit } from "../../operations/quantities.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { ComputeServices } from "../createCompute.js";
import type { Ground } from "../../ground/ground.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import { creditsOf } from "../solvers.js";
import { jobOptionsOf, type Asker } from "../evaluator.js";
import { asker, payer } from "../../operations/asker.js";
import { keptBeside, payerOf, sealedFields, sealOptions, visibilityOf } from "./sealing.js";
import { selected, selects } from "../../operations/selected.js";
import { unsealed, type PaidSteps } from "../../ledger/paidStep.js";

type SolverHandlers = Pick<NodeHandlers, "solvers" | "fieldNumbers" | SolverName>;

/** What a solver answers, by the contract. */
export type JobAnswer = OutputOf<(typeof nodeOperations)[SolverName]>;
type JobHandler = (input: JobInput, call: Call) => Promise<PreEncoded<JobAnswer> | JobAnswer>;

/** What a caller says about a job beside the solver's own body. */
export interface JobFields {
  readonly visibility?: Visibility | undefined;
  readonly domain?: string | undefined;
  /** In which the value is answered beside its SI one. */
  readonly unit?: string | undefined;
  readonly fields: FieldsMode;
  readonly field: number;
  readonly deadlineMs: number;
}
type JobInput = JobFields & Readonly<Record<string, unknown>>;

/** A solver, and its own body. */
export interface Job {
  readonly card: SolverCard;
  readonly body: JsonObject;
}

/** What runs a job, paid for and sealed. */
export type JobServices = Pick<AccountServices, "accounts"> &
  Pick<ComputeServices, "evaluator" | "solvers"> &
  Pick<LogServices, "machineLog"> & {
    readonly paidSteps: Pick<PaidSteps, "run">;
    readonly idempotency: SealedAnswerKeeper;
  };
type FieldServices = Pick<Ground, "clock" | "store"> &
  Pick<MachineServices, "machines"> &
  Pick<ComputeServices, "receipts" | "solvers">;

export function solverHandlers(services: JobServices & FieldServices): SolverHandlers {
  return {
    ...mapped<SolverName, SolverCard, JobHandler>(cardsByName, (card) => (input, call) => {
      const body = Object.fromEntries(
        Object.entries(input).filter(([name]) => !JOB_FIELDS.has(name)),
      );
      return solveFor(services, meantJob(card, body, input.domain), input, call);
    }),
    solvers: async ({ limit, offset, solver }) => {
      const text = await services.evaluator.document("solvers");
      const isAll = solver === undefined && offset === 0 && limit >= SOLVERS;
      if (isAll) return preEncoded({ body: text });
      const all: SolverList = JSON.parse(text);
      return solver === undefined ? all : oneOf(all, solver);
    },
    fieldNumbers: ({ sha256 }, call) => fieldOf(services, sha256, call),
  };
}

const SOLVERS = Object.keys(cardsByName).length;

const FOUND_MAX = 5;

type SolverList = OutputOf<(typeof nodeOperations)["solvers"]>;

/** Of the document of all solvers, the one of an id, or those that words ask for. @throws ApiError */
function oneOf({ solvers }: SolverList, id: string): SolverList {
  const named = solvers.find((solver) => solver.id === id);
  const meant = named === undefined ? cardsFound(id, FOUND_MAX) : [named.id];
  const found = meant.flatMap((one) => solvers.filter((solver) => solver.id === one));
  if (found.length > 0) return { solvers: found, total: found.length };
  const ids = solvers.map((solver) => solver.id);
  throw new ApiError("NOT_FOUND", `there is no solver ${id}; there are ${ids.join(", ")}`);
}

/** Members of `solve`, one of which says what is asked. */
const ASKS: readonly string[] = ["operators", "system", "equation", "unknown", "from", "to"];

/**
 * What a body asks of a solver. Of `solve` without operators, system or equation: what its inputs
 * or the domain select.
 */
export function meantJob(
  card: SolverCard,
  given: Readonly<Record<string, unknown>>,
  domain: string | undefined,
): Job {
  const body = given as JsonObject;
  const { inputs = {}, ...others } = body;
  const asks = ASKS.some((name) => others[name] !== undefined) || !isObject(inputs);
  if (card !== cardsByName.solve || asks || !selects({ domain, inputs })) return { card, body };
  const selection = selected({ domain, inputs });
  if (selection.by === "inputs")
    return {
      card,
      body: { ...others, operators: [...selection.operators], inputs: { ...selection.inputs } },
    };
  const errors = Object.keys(others).map((name) => ({
    pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    code: "unknown_field",
    message: `${name} does not go with a domain that selects ${selection.card.id}: its body is inputs`,
  }));
  if (errors.length > 0) throw new ApiError("INVALID_BODY", errors[0]!.message, { errors });
  return { card: selection.card, body: selection.body as JsonObject };
}

/** Runs a job for a caller and seals its value. */
export async function solveFor(
  services: JobServices,
  { body, card }: Job,
  input: JobFields,
  call: Call,
): Promise<PreEncoded<JobAnswer> | JobAnswer> {
  const { paidSteps, solvers } = services;
  const paying = payerOf(call);
  const wanted = wantedUnit(input.unit);
  const media = call.accepted === JSON_TYPE || call.accepted === EVENTS_TYPE ? null : call.accepted;
  const by = payer(call);
  const quote = await quoteOf(services, card, { body, by });
  return paidSteps.run<PreEncoded<JobAnswer> | JobAnswer>({
    payer: paying,
    by,
    prices: [quote],
    work: async () => {
      const outcome = await solvers.run(
        { solver: card.id, body, mode: input.fields, media, field: input.field },
        {
          ...jobOptionsOf(by, input.deadlineMs),
          onProgress: (progress) => call.emit("progress", JSON.stringify(progress)),
        },
      );
      if (outcome.kind !== "value") return unsealed(unsolved(card, outcome));
      const beside = wanted === null ? null : { in_unit: { ...besideIn(outcome.kernel, wanted) } };
      if (outcome.unsealed !== null)
        return unsealed({ ...beside, ...unsealedAnswer(outcome, outcome.unsealed) });
      if (creditsOf(outcome) !== quote?.credits)
        throw new Error(
          `${card.id} was quoted at ${quote?.credits}, and costs ${creditsOf(outcome)}`,
        );
      const text = beside === null ? null : JSON.stringify(beside);
      return {
        commit: async (payment) => {
          const visibility = await visibilityOf(services, paying.account, input.visibility);
          const kept = keptBeside(services, call, text);
          const settings = { payment, visibility, shape: media === null ? call.shape : null, kept };
          const options = {
            ...sealOptions(services, call, settings),
            domain: input.domain ?? null,
          };
          return answered(await solvers.seal(outcome, options), outcome, { media, text }, call);
        },
      };
    },
  });
}

/** @param text an object that stands before the members of the answer, but not in another type */
function answered(
  answer: SealedAnswer,
  job: JobValue,
  { media, text }: { readonly media: string | null; readonly text: string | null },
  { shape }: Call,
): PreEncoded<never> {
  if (text === null || media !== null) return encoded(answer, job, media, shape !== null);
  const whole = joinedMembers(text, Buffer.from(answer.body).toString("utf8"));
  return preEncoded({ body: whole, headers: sealedFields(answer.sealed), shaped: shape !== null });
}

/**
 * @returns null where nothing will be sealed: a body that the solver refuses, or a job that mints
 * nothing
 */
async function quoteOf(
  { evaluator }: Pick<ComputeServices, "evaluator">,
  card: SolverCard,
  { body, by }: { readonly body: JsonObject; readonly by: Asker },
): Promise<Quote | null> {
  try {
    const quote = await evaluator.quote(card.id, body, by);
    return quote === null || quote.credits === 0 ? null : quote;
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing) return null;
    throw error;
  }
}

function encoded(
  { body, digest, sealed }: SealedAnswer,
  { rendered }: JobValue,
  media: string | null,
  shaped: boolean,
): PreEncoded<never> {
  const headers = sealedFields(sealed);
  if (media === null) return preEncoded({ body, headers, digest, shaped });
  if (rendered === null) return preEncoded({ body, headers, digest });
  const { receipt_id: id } = JSON.parse(Buffer.from(body).toString("utf8")) as {
    receipt_id?: string;
  };
  return preEncoded({ body: rendered, contentType: media, headers: sealedHeaders(id) });
}

/**
 * Of a field alone. @param id of the receipt, which is not in such a body; undefined for what was
 * not sealed
 */
export function sealedHeaders(id: string | undefined): readonly string[] {
  return id === undefined
    ? []
    : ["X-Calc-Sealed", "true", "link", `</api/receipts/${id}>; rel="describedby"`];
}

/** Computed, and said to be nothing that may be sealed: no receipt, no charge. */
function unsealedAnswer({ kernel }: JobValue, unsealed: string): JobAnswer {
  const members = JSON.parse(`{${kernel.solution!.members.slice(1)}}`) as Record<string, unknown>;
  return {
    value: kernel.value,
    unit: kernel.unit,
    uncertainty: kernel.uncertainty,
    operator_id: kernel.operatorId,
    operatorChain: [...kernel.operatorChain],
    equations: [...kernel.equations],
    notes: kernel.notes,
    assumed: kernel.assumed,
    ...members,
    credits: 0,
    unsealed_reason: unsealed,
  };
}

/**
 * @throws ApiError in the solver's own words; an input its mode lacks is an answer about the
 * question.
 */
function unsolved(card: SolverCard, outcome: Exclude<JobOutcome, JobValue>): JobAnswer {
  switch (outcome.kind) {
    case "missing":
      return {
        value: null,
        operator_id: card.id,
        operatorChain: [KO42_ID, card.id],
        inputError: {
          code: "MISSING_INPUT",
          message: outcome.message,
          missing: outcome.missing,
          accepts: outcome.accepts.join(", "),
        },
      };
    case "refused": {
      const { refusal } = outcome.members;
      if (!isRefusal(refusal)) throw refusalError(outcome);
      return { value: null, operator_id: card.id, operatorChain: [KO42_ID, card.id], refusal };
    }
    case "stopped":
      throw new ApiError("BUSY", "the job was stopped", { headers: ["retry-after", "1"] });
    default:
      return outcome satisfies never;
  }
}

/** An answer about the question, of which a solver said why it has no value. */
function isRefusal(
  refusal: JsonValue | undefined,
): refusal is JsonObject & { readonly kind: string; readonly message: string } {
  return (
    isObject(refusal) &&
    typeof refusal["kind"] === "string" &&
    typeof refusal["message"] === "string"
  );
}

export function refusalError({
  code,
  members,
  message,
}: Extract<JobOutcome, { kind: "refused" }>): ApiError {
  const { errors, ...others } = members;
  return new ApiError(code, message, {
    members: others,
    ...(Array.isArray(errors) ? { errors: errors.flatMap(faultOf) } : {}),
  });
}

/** What a worker told as JSON. */
function faultOf(value: JsonValue): readonly FieldFault[] {
  if (!isObject(value)) return [];
  const { pointer, code, message } = value;
  const isFault =
    typeof pointer === "string" && typeof code === "string" && typeof message === "string";
  return isFault ? [{ ...value, pointer, code, message }] : [];
}

async function fieldOf(
  { clock, machines, receipts, solvers, store }: FieldServices,
  digest: string,
  call: Call,
): Promise<PreEncoded<never>> {
  const place = await store.fields.get(digest);
  const receipt =
    place === undefined || call.principal?.owner !== place.account
      ? null
      : await receipts.own(place.receipt);
  if (
    place === undefined ||
    receipt === null ||
    !(await machines.mayRead(call.principal, receipt))
  ) {
    throw new ApiError("NOT_FOUND", "no field of this digest was sealed for you here");
  }
  const age = instantOf(clock.nowNs()).calcond - place.calcond;
  if (age > FIELDS_KEPT_CALCONDS) {
    throw new ApiError(
      "GONE",
      `fields are served for ${FIELDS_KEPT_CALCONDS} calconds of ${CALCOND_NS} ns; run the job again`,
    );
  }
  const held: JsonObject = JSON.parse(receipt.text);
  const media = call.accepted === JSON_TYPE ? OCTETS_TYPE : call.accepted;
  const bytes = await solvers.field(held, place.field, media, asker(call));
  if (bytes === null) throw new ApiError("NOT_FOUND", "the receipt of this field gives it no more");
  return preEncoded({
    body: bytes,
    contentType: media,
    headers: ["link", `</api/receipts/${place.receipt}>; rel="describedby"`],
  });
}
