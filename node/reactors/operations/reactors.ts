import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { NDJSON_TYPE } from "../../../api/contract/machines/stateLogCommon.js";
import { PROBLEM_TYPE, problemOf } from "../../../api/contract/definition/problem.js";
import { canonicalize, jsonOf } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { allowed } from "../../../protocol/identity/roles.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { PROGRAM_SCHEMA, type ReactorProgram } from "../../../protocol/reactors/types.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import { checkOpen, type ChangedReactor, type Reactor } from "../reactors.js";
import type { ReactorServices } from "../createReactors.js";
import type { StepRequest } from "../steps.js";
import type { TrajectoryRow } from "../trajectory.js";
import { payer } from "../../operations/asker.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import type { LedgerServices } from "../../ledger/createLedger.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { nextOffset } from "../../operations/paging.js";
import { problemOfRefusal } from "../../operations/refusals.js";
import { principalOf } from "../../operations/owner.js";
import { rehearsed } from "../../operations/rehearsed.js";

type ReactorOperations = Pick<
  NodeHandlers,
  | "reactorNew"
  | "reactorList"
  | "reactorStep"
  | "reactorObserve"
  | "reactorState"
  | "reactorTrajectory"
  | "reactorTelemetry"
  | "reactorNext"
  | "reactorClose"
  | "reactorClosePost"
  | "reactorResume"
>;

type ReactorModules = EffectServices &
  Pick<LedgerServices, "vainWork"> &
  Pick<LogServices, "machineLog"> &
  Pick<WitnessServices, "witnessing"> & { readonly reactors: ReactorServices };

/** Characters of what drives a step. */
const DRIVE_CHARS_MAX = 16_384;
const MS_PER_S = 1_000;

export function reactorHandlers(services: ReactorModules): ReactorOperations {
  const { reactors, steps, trajectories, waiting } = services.reactors;
  const { witnessing } = services;
  const close = (id: string, call: Call) =>
    effectOf(services, call, nodeOperations.reactorClose).run(
      reactors.close(id, call.principal),
      changedShown,
    );
  return {
    reactorNew: ({ initialState, machine, name, ...asked }, call) => {
      const program = {
        name: name ?? null,
        machine: machine ?? null,
        program: programOf(asked),
        initialState: jsonOf(initialState),
      };
      // Its first step may be computed, and seals nothing.
      const created = rehearsed(services.vainWork, call, (by) =>
        reactors.create(principalOf(call), program, by),
      );
      return effectOf(services, call, nodeOperations.reactorNew).run(created, changedShown);
    },
    reactorList: async (page, call) => {
      const all = await reactors.ofAccount(principalOf(call).owner);
      const items = all.slice(page.offset, page.offset + page.limit);
      const shown = items.map((one) => reactorShown(services, one));
      const answer = { reactors: await Promise.all(shown), total: all.length };
      return answered(answer, []).before(nextOffset(page, all.length));
    },
    reactorStep: ({ n, reactor, u }, call) =>
      step(services, reactor, { u: driveOf(u), n: n ?? null, deadband: null }, call),
    reactorObserve: ({ deadband, observation, reactor }, call) =>
      step(services, reactor, { u: driveOf(observation), n: null, deadband }, call),
    reactorState: async ({ reactor: id }, call) => {
      const reactor = await reactors.require(id, call.principal);
      const x = await steps.stateOf(reactor);
      return { ...(await reactorShown(services, reactor)), x };
    },
    reactorTrajectory: async ({ from, limit, reactor: id, to }, call) => {
      const reactor = await reactors.require(id, call.principal);
      if (call.accepted === NDJSON_TYPE)
        return preEncoded({
          body: "",
          contentType: NDJSON_TYPE,
          readable: () => reactors.require(id, call.principal),
          parts: trajectories.lines(reactor.record, allowed(reactor.actor.role, "read-grants")),
        });
      const { next, rows, ...page } = await trajectories.page(reactor, from, to, limit);
      const head = await headOf(services, id);
      const shown = rows.map(async (row) => ({
        ...rowShown(row),
        standing: row.token === null ? null : await witnessing.standingOfReceipt(row.token),
      }));
      const answer = { reactor: id, rows: await Promise.all(shown), ...page, head, next };
      return answered(
        { ...answer, firstBad: answer.firstBad === null ? null : { ...answer.firstBad } },
        [],
      ).before(next === null ? null : { from: next });
    },
    reactorTelemetry: async ({ reactor: id }, call) => {
      const { progress, record } = await reactors.require(id, call.principal);
      const { credits, drift, fault, faults, n, quiet, status } = progress;
      return {
        reactor: id,
        status,
        steps: n,
        stepsLeft: status === "open" ? record.program.maxSteps - n : 0,
        faults,
        fault,
        quiet,
        credits,
        drift: { ...drift },
      };
    },
    reactorNext: async ({ after, reactor: id, timeout }, call) => {
      const first = await reactors.require(id, call.principal);
      const behind = after ?? first.progress.n;
      const ms = MS_PER_S * timeout;
      const found = await waiting.until(id, { ms, signal: call.signal }, async () => {
        const reactor = await reactors.require(id, call.principal);
        if (reactor.progress.n > behind) return trajectories.step(reactor, behind + 1);
        checkOpen(reactor);
        return null;
      });
      if (found === null) return preEncoded({ status: 204, body: "" });
      const standing = await witnessing.standingOfReceipt(found.token);
      return { reactor: id, ...found, x: { ...found.x }, standing };
    },
    reactorClose: ({ reactor }, call) => close(reactor, call),
    reactorClosePost: ({ reactor }, call) => close(reactor, call),
    reactorResume: ({ reactor }, call) =>
      effectOf(services, call, nodeOperations.reactorResume).run(
        reactors.resume(reactor, call.principal),
        changedShown,
      ),
  };
}

/** @throws Refusal INVALID_INPUT */
function driveOf(u: unknown): JsonValue {
  const text = canonicalize(u ?? null);
  if (text.length > DRIVE_CHARS_MAX)
    throw new Refusal(
      "INVALID_INPUT",
      `u has ${text.length} characters of at most ${DRIVE_CHARS_MAX}`,
    );
  const read: JsonValue = JSON.parse(text);
  return read;
}

interface AskedProgram {
  readonly solver?: string | undefined;
  readonly operators?: readonly string[] | undefined;
  readonly domain?: string | undefined;
  readonly transition: { readonly inputs: Readonly<Record<string, unknown>> };
  readonly onFail: ReactorProgram["onFail"];
  readonly maxSteps: number;
}

function programOf({
  domain,
  maxSteps,
  onFail,
  operators,
  solver,
  transition,
}: AskedProgram): ReactorProgram {
  return {
    schema: PROGRAM_SCHEMA,
    solver: solver ?? null,
    operators: operators ?? null,
    domain: domain ?? null,
    transition: { inputs: jsonOf(transition.inputs) },
    onFail,
    maxSteps,
  };
}

type Head = { readonly seq: number; readonly hash: string };

function changedShown({ row: { written }, ...reactor }: ChangedReactor) {
  return fieldsOf(reactor, { seq: written.row.seq, hash: written.hash });
}

async function headOf({ machineLog }: Pick<LogServices, "machineLog">, id: string): Promise<Head> {
  const head = await machineLog.head(id);
  return { seq: head?.seq ?? -1, hash: head?.hash ?? "" };
}

async function reactorShown(services: Pick<LogServices, "machineLog">, reactor: Reactor) {
  return fieldsOf(reactor, await headOf(services, reactor.record.id));
}

function fieldsOf({ progress, record }: Reactor, head: Head) {
  const { createdCalcond, id, machine, name, program, programHash } = record;
  const { n, status } = progress;
  return {
    reactor: id,
    name,
    machine,
    status,
    n,
    program: { ...program },
    programHash,
    createdCalcond,
    head,
  };
}

function rowShown({ payload, ...row }: TrajectoryRow) {
  const { fault, n, u, x } = payload;
  return {
    ...row,
    n: typeof n === "number" ? n : null,
    ...(u === undefined ? {} : { u }),
    ...(isObject(x) ? { x } : {}),
    ...(isObject(fault) ? { fault } : {}),
  };
}

async function step(
  services: EffectServices & { readonly reactors: ReactorServices },
  id: string,
  request: Pick<StepRequest, "u" | "n" | "deadband">,
  call: Call,
): Promise<PreEncoded<never>> {
  const {
    idempotency,
    reactors: { reactors, steps },
  } = services;
  const { principal, requestId } = call;
  const acting = () => reactors.require(id, principal, "step");
  // Who may not step is told so before its turn.
  await acting();
  const ticket = call.idempotency;
  const keeper = (status: number) =>
    ticket === null ? null : idempotency.keeper(ticket, { status, secret: false });
  const shown = (text: string): string =>
    request.deadband === null ? text : `{"stepped":true,${text.slice(1)}`;
  const problem = (refusal: Refusal): string =>
    JSON.stringify(problemOf(problemOfRefusal(refusal), requestId));
  try {
    const step = await steps.step(
      id,
      {
        ...request,
        acting,
        unlimited: principal?.unlimited === true,
        machine: principal?.machine ?? null,
      },
      payer(call),
      {
        made: (text) => keeper(200)?.(shown(text), []) ?? [],
        quiet: (n) => keeper(200)?.(quietText(id, n), []) ?? [],
        failed: (refusal) => keeper(422)?.(problem(refusal), []) ?? [],
      },
    );
    if ("text" in step)
      return preEncoded({ body: shown(step.text), headers: ["X-Calc-Sealed", "true"] });
    return preEncoded({ body: quietText(id, step.n), headers: ["X-Calc-Sealed", "false"] });
  } catch (error) {
    // The failure is a row of the log, so a repeated request must get the same answer.
    if (!(error instanceof Refusal) || error.code !== "STEP_FAILED") throw error;
    return preEncoded({ status: 422, contentType: PROBLEM_TYPE, body: problem(error) });
  }
}

function quietText(id: string, n: number): string {
  return JSON.stringify({ stepped: false, reactor: id, n });
}
