import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { NDJSON_TYPE } from "../../../api/contract/machines/stateLogCommon.js";
import { label } from "../../../api/contract/definition/identityCommon.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { Step } from "../../../protocol/contracts/index.js";
import type { ProgramNotice } from "../../../protocol/contracts/notices.js";
import { priceOf } from "../../../protocol/contracts/price.js";
import { utf8Length } from "../../../protocol/encoding/utf8.js";
import { canonicalize, jsonOf } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import type { Principal } from "../../../protocol/identity/principal.js";
import { allowed, type Role } from "../../../protocol/identity/roles.js";
import { transitionCredits } from "../../../protocol/kernel/transition.js";
import { LABEL_CHARS_MAX } from "../../../protocol/limits.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import type { FiredRow, LogView } from "../contractLogs.js";
import type { ChangedContract, Contract } from "../contracts.js";
import type { ContractServices } from "../createContracts.js";
import type { Firing } from "../firings.js";
import { machineWithContract } from "../machineOfContract.js";
import type { ComputeServices } from "../../compute/createCompute.js";
import type { LedgerServices } from "../../ledger/createLedger.js";
import { asker as askerOf, payer } from "../../operations/asker.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import { templateHandlers, requestedProgram } from "./contractTemplates.js";
import type { Ground } from "../../ground/ground.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import { nextOffset } from "../../operations/paging.js";
import { principalOf } from "../../operations/owner.js";
import { rehearsed } from "../../operations/rehearsed.js";

type ContractOperations = Pick<
  NodeHandlers,
  | "contractTemplate"
  | "contractTemplates"
  | "contractArchetypes"
  | "contractGenerate"
  | "contractValidate"
  | "contractDeploy"
  | "contractList"
  | "contractGet"
  | "contractPut"
  | "contractDelete"
  | "contractPause"
  | "contractResume"
  | "contractFire"
  | "contractDryRun"
  | "contractReplay"
  | "contractFirings"
  | "contractExport"
>;

type ContractOf = EffectServices &
  Pick<Ground, "crypto" | "registry"> &
  Pick<LedgerServices, "vainWork"> &
  Pick<ComputeServices, "evaluator"> &
  Pick<LogServices, "machineLog"> &
  Pick<MachineServices, "machineRegister"> & { readonly contracts: ContractServices };

/** Of the data of an event in canonical form, as an event of a machine. */
const DATA_BYTES_MAX = 16_384;

export function contractHandlers(services: ContractOf): ContractOperations {
  const { contractLogs, contracts, firings, replays } = services.contracts;
  const { vainWork } = services;
  return {
    contractValidate: async ({ program }, call) => {
      const asked = { program: jsonOf(program) };
      const check = await services.evaluator.readCatalogue("program", asked, askerOf(call));
      if (check.ok) {
        const { notices, price, programHash } = check;
        return { valid: true, problems: [], programHash, price, ...noticesShown(notices) };
      }
      const problems = check.problems.map((problem) => ({ ...problem }));
      return { valid: false, problems, programHash: null, price: null };
    },
    ...templateHandlers(services),
    contractDeploy: async ({ machine, name = null, ...settings }, call) => {
      const effect = effectOf(services, call, nodeOperations.contractDeploy);
      const program = await requestedProgram(settings, services.evaluator, askerOf(call));
      const principal = principalOf(call);
      if (machine === undefined && principal.machine === null)
        return effect.run(ownMachine(services, principal, { name, program }), (begun) => ({
          ...programShown(contracts, begun.changed!),
          key: begun.draft.key,
          keyShownOnce: true,
        }));
      const deployed = { name, machine: machine ?? null, program };
      return effect.run(contracts.deploy(principal, deployed), (changed) =>
        programShown(contracts, changed),
      );
    },
    contractList: async (page, call) => {
      const ids = await contracts.ofAccount(principalOf(call).owner);
      const items = ids.slice(page.offset, page.offset + page.limit);
      const found = await Promise.all(items.map((id) => contracts.find(id)));
      const shown = found.filter((one) => one !== null).map((one) => contractShown(services, one));
      const answer = { contracts: await Promise.all(shown), total: ids.length };
      return answered(answer, []).before(nextOffset(page, ids.length));
    },
    contractGet: async ({ id }, call) => {
      const contract = await contracts.require(id, call.principal);
      const { program } = contract.record;
      return { ...(await contractShown(services, contract)), program: { ...program } };
    },
    contractPut: ({ id, mapState, program, version }, call) => {
      const effect = effectOf(services, call, nodeOperations.contractPut);
      const expected = expectedVersion(call, version);
      return firings.alone(id, () =>
        effect.run(
          contracts.change(id, call.principal, {
            program: jsonOf(program),
            mapState,
            version: expected,
          }),
          (changed) => programShown(contracts, changed),
        ),
      );
    },
    contractDelete: ({ id }, call) => {
      const effect = effectOf(services, call, nodeOperations.contractDelete);
      return firings.alone(id, () => effect.run(contracts.close(id, call.principal), changedShown));
    },
    contractPause: ({ id }, call) => {
      const effect = effectOf(services, call, nodeOperations.contractPause);
      return firings.alone(id, () => effect.run(contracts.pause(id, call.principal), changedShown));
    },
    contractResume: ({ id }, call) => {
      const effect = effectOf(services, call, nodeOperations.contractResume);
      return firings.alone(id, () =>
        effect.run(contracts.resume(id, call.principal), changedShown),
      );
    },
    contractFire: ({ data, event, id }, call) =>
      fire(services, id, { type: event ?? null, data: dataOf(data) }, call),
    contractFirings: async ({ before, id, limit }, call) => {
      const { actor, record } = await contracts.require(id, call.principal);
      const page = { before: before ?? null, limit };
      const { firings: found, next } = await contractLogs.firings(record, page, viewOf(actor));
      const answer = { contract: id, firings: found.map(firedShown), next };
      return answered(answer, []).before(next === null ? null : { before: next });
    },
    contractExport: async ({ id }, call) => {
      const { actor, record } = await contracts.require(id, call.principal);
      const parts = contractLogs.lines(record, viewOf(actor));
      const readable = () => contracts.require(id, call.principal);
      return preEncoded({ body: "", contentType: NDJSON_TYPE, parts, readable });
    },
    contractDryRun: async ({ context, events, fromState, id }, call) => {
      const contract = await contracts.require(id, call.principal);
      const given = events.map(({ after, calcond, data, type }) => ({
        type: type ?? null,
        data: dataOf(data),
        calcond: calcond ?? null,
        after: after ?? null,
      }));
      const from = {
        state: fromState ?? null,
        context: context === undefined ? null : jsonOf(context),
      };
      const { after, steps } = await rehearsed(vainWork, call, (by) =>
        replays.dryRun(contract, given, from, by),
      );
      return {
        contract: id,
        trace: steps.map(stepShown),
        state: after.state,
        context: { ...after.context },
      };
    },
    contractReplay: async ({ fromSeq, id, program, toSeq }, call) => {
      const contract = await contracts.require(id, call.principal);
      const other = program === undefined ? null : contracts.prepared(jsonOf(program));
      const range = { from: fromSeq, to: toSeq ?? null, program: other };
      const { checked, firstDifference, next } = await rehearsed(vainWork, call, (by) =>
        replays.replay(contract, range, by),
      );
      const difference = firstDifference === null ? null : { ...firstDifference };
      return {
        contract: id,
        identical: firstDifference === null,
        checked,
        firstDifference: difference,
        next,
      };
    },
  };
}

/** A contract for which no machine is named has one of its own, of its name. */
function ownMachine(
  { contracts: { contracts }, machineRegister }: ContractOf,
  principal: Principal,
  { name, program }: { readonly name: string | null; readonly program: JsonObject },
) {
  const { program: read } = contracts.prepared(program);
  const named = label.safeParse((name ?? read.name).slice(0, LABEL_CHARS_MAX));
  const titled = named.success ? { name: named.data } : {};
  return machineWithContract({ contracts, machineRegister }, principal, titled, { name, program });
}

function noticesShown(notices: readonly ProgramNotice[]) {
  return notices.length === 0 ? {} : { notices: notices.map((notice) => ({ ...notice })) };
}

/** The account is told to admins, payloads to operators. */
function viewOf({ role }: { readonly role: Role }): LogView {
  return {
    isOwnerTold: allowed(role, "read-grants"),
    isWithPayloads: allowed(role, "read-payload"),
  };
}

function firedShown({ hash, payload, row }: FiredRow) {
  const { calcond, from, seq, to, token, transitionType } = row;
  const { emitted = [], event = {}, fault = null, results = [] } = payload ?? {};
  const shown =
    payload === null
      ? {}
      : {
          event: objectOf(event) ?? {},
          results: objectsOf(results),
          emitted: objectsOf(emitted),
          fault: objectOf(fault),
        };
  const kind = transitionType === "fault" ? ("fault" as const) : ("moved" as const);
  return { seq, hash, kind, calcond, from: from ?? "", to: to ?? "", token, ...shown };
}

function objectOf(value: JsonValue): Record<string, JsonValue> | null {
  return isObject(value) ? { ...value } : null;
}

function objectsOf(value: JsonValue): Record<string, JsonValue>[] {
  return Array.isArray(value) ? value.map((one: JsonValue) => objectOf(one) ?? {}) : [];
}

function dataOf(data: Readonly<Record<string, unknown>>): JsonObject {
  const text = canonicalize(data);
  const bytes = utf8Length(text);
  if (bytes > DATA_BYTES_MAX)
    throw new ApiError(
      "TOO_LARGE",
      `data has ${bytes} bytes in canonical form, of at most ${DATA_BYTES_MAX}`,
    );
  const read: JsonObject = JSON.parse(text);
  return read;
}

/** `If-Match: "<version>"`, or the field that says the same. @throws ApiError INVALID_INPUT */
function expectedVersion(call: Call, version: number | undefined): number {
  const field = call.header("if-match").trim();
  const named = field === "" ? version : Number(/^"(\d{1,9})"$/.exec(field)?.[1]);
  if (named === undefined || Number.isNaN(named) || (version ?? named) !== named)
    throw new ApiError(
      "INVALID_INPUT",
      'say which version this replaces: `version`, or If-Match with it in quotes, as in "1"',
    );
  return named;
}

async function fire(
  services: ContractOf,
  id: string,
  { data, type }: { readonly type: string | null; readonly data: JsonObject },
  call: Call,
): Promise<PreEncoded<never>> {
  const {
    contracts: { contracts, firings },
    idempotency,
  } = services;
  await contracts.require(id, call.principal, "fire");
  const ticket = call.idempotency;
  const keep = ticket === null ? null : idempotency.keeper(ticket, { status: 201, secret: false });
  const request = {
    acting: () => contracts.require(id, call.principal, "fire"),
    unlimited: call.principal?.unlimited === true,
    type,
    data,
    calcond: null,
    turn: null,
  };
  const body = await firings.fire(id, request, payer(call), (firing) => {
    const shown = JSON.stringify(firingShown(firing));
    return { operations: keep?.(shown, []) ?? [], result: shown };
  });
  return preEncoded({ status: 201, body });
}

/** Members by name: an answer is made under the guards, and spreads are slow. */
function firingShown({ contract, credits, place, row, step }: Firing) {
  const { agg, calcond, context, emitted, event, fault, from, kind, results, to } = step;
  const written = row?.written ?? null;
  return {
    contract,
    kind,
    calcond,
    from,
    to,
    event,
    agg,
    context,
    results: results.map(resultShown),
    emitted,
    fault,
    row: written === null ? null : { seq: written.row.seq, hash: written.hash },
    token: place?.id ?? null,
    credits,
  };
}

function resultShown({ as, uncertainty, unit, value }: Step["results"][number]) {
  return { as, value, unit, uncertainty };
}

function stepShown(step: Step) {
  const { agg, calcond, context, emitted, event, fault, from, kind, results, to } = step;
  return {
    kind,
    calcond,
    from,
    to,
    event: { ...event, data: { ...event.data } },
    agg: agg === null ? null : { ...agg },
    context: { ...context },
    results: results.map(resultShown),
    emitted: emitted.map(({ data, type }) => ({ type, data: { ...data } })),
    fault: fault === null ? null : { ...fault },
    // What the same step costs where it is made.
    credits: kind === "moved" ? transitionCredits(results) : 0,
  };
}

type Head = { readonly seq: number; readonly hash: string };

/** A contract whose program is new, with what that may not mean. */
export function programShown(
  contracts: Pick<ContractServices["contracts"], "readyOf">,
  changed: ChangedContract,
) {
  return { ...changedShown(changed), ...noticesShown(contracts.readyOf(changed.record).notices) };
}

function changedShown({ row: { written }, ...contract }: ChangedContract) {
  return fieldsOf(contract, { seq: written.row.seq, hash: written.hash });
}

async function contractShown({ machineLog }: Pick<LogServices, "machineLog">, contract: Contract) {
  const head = await machineLog.head(contract.record.id);
  return fieldsOf(contract, { seq: head?.seq ?? -1, hash: head?.hash ?? "" });
}

function fieldsOf({ progress, record }: Contract, head: Head) {
  const { createdCalcond, id, machine, name, program, programHash, version } = record;
  const { at, credits, due, fault, faults, status, transitions } = progress;
  return {
    contract: id,
    name,
    machine,
    status,
    state: at.state,
    context: { ...at.context },
    version,
    programHash,
    trigger: { ...program.trigger },
    nextCalcond: due?.calcond ?? null,
    events: at.events,
    transitions,
    faults,
    fault: fault === null ? null : { ...fault },
    credits,
    createdCalcond,
    price: priceOf(program),
    head,
  };
}
