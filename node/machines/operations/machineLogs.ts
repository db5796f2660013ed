/** Logs of machines: events that are sent, rows, payloads and checkpoints that are read. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { nodeOperations } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { NDJSON_TYPE } from "../../../api/contract/machines/stateLogCommon.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { machineOrigin } from "../../../protocol/log/checkpoint.js";
import { readRow, type MachineRow } from "../../../protocol/log/row.js";
import type { PendingRow } from "../log/draft.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import { logLines } from "../../operations/logLines.js";
import type { Ground } from "../../ground/ground.js";
import type { MachineServices } from "../createMachines.js";
import type { ContractServices } from "../../contracts/createContracts.js";
import type { Firing } from "../../contracts/firings.js";
import type { EventWatch } from "../../contracts/machineTriggers.js";
import type { Principal } from "../../../protocol/identity/principal.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { LogServices } from "../log/createLogs.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { principalOf } from "../../operations/owner.js";
import { logByName, type LogOwners } from "./logsByName.js";

type LogHandlers = Pick<
  NodeHandlers,
  | "stateEvent"
  | "stateAudit"
  | "statePayload"
  | "statePayloadDrop"
  | "stateCheckpoints"
  | "statePlace"
>;
type LogModules = EffectServices &
  Pick<Ground, "crypto" | "spine"> &
  Pick<LogServices, "logCheckpoints" | "machineLog"> &
  Pick<MachineServices, "machineEvents"> &
  Pick<WitnessServices, "witnessing"> &
  LogOwners;

export function machineLogHandlers(services: LogModules): LogHandlers {
  const { logCheckpoints, machineEvents, machineLog, spine, witnessing } = services;
  const originOf = (machine: string): string =>
    machineOrigin(spine.net, spine.author.publicKey, machine);
  return {
    stateEvent: ({ after, data, slug, type }, call) =>
      sentEvent(services, call, slug, { type, data, after: expectedRow(call, after) }),
    stateAudit: async ({ export: isExport, from, limit, newest, slug, to }, call) => {
      const named = await logByName(services, slug, call.principal);
      const { machine: id } = named.genesis;
      if (call.accepted === NDJSON_TYPE)
        return preEncoded({
          body: "",
          contentType: NDJSON_TYPE,
          readable: () => logByName(services, slug, call.principal),
          parts: logLines(services, named, {
            from,
            isExport,
            ...(to === undefined ? {} : { to }),
          }),
        });
      const head = await machineLog.head(id);
      const rows: MachineRow[] = [];
      const range = { from, ...(to === undefined ? {} : { to }) };
      for await (const { text } of machineLog.rows(id, { ...range, reverse: newest, limit }))
        rows.push(rowIn(text));
      const last = rows.at(-1)?.seq ?? null;
      const isLast = last === null || (newest ? last <= from : last + 1 >= (to ?? head!.size));
      const next = isLast ? null : newest ? last : last + 1;
      const answer = {
        machine: id,
        rows: await Promise.all(
          rows.map(async (row) => ({
            ...shownRow(row),
            standing: row.token === null ? null : await witnessing.standingOfReceipt(row.token),
          })),
        ),
        head: { seq: head?.seq ?? -1, hash: head?.hash ?? "" },
        next,
      };
      return answered(answer, []).before(
        next === null ? null : newest ? { to: next } : { from: next },
      );
    },
    statePayload: async ({ seq, slug }, call) => {
      const { genesis } = await logByName(services, slug, call.principal, "read-payload");
      return preEncoded({ body: await machineEvents.payload(genesis.machine, seq) });
    },
    statePayloadDrop: ({ seq, slug, to }, call) =>
      effectOf(services, call, nodeOperations.statePayloadDrop).run(
        machineEvents.drop(slug, principalOf(call), seq, to ?? seq + 1),
        (dropped) => ({ ...dropped }),
      ),
    statePlace: async ({ slug }, call) => {
      const { machine } = (await logByName(services, slug, call.principal)).genesis;
      return preEncoded({ body: await logCheckpoints.placeOf(machine) });
    },
    stateCheckpoints: async ({ from, limit, slug }, call) => {
      const { machine } = (await logByName(services, slug, call.principal)).genesis;
      const checkpoints: { readonly size: number; readonly text: string }[] = [];
      for await (const one of machineLog.checkpoints(machine, { from, limit: limit + 1 }))
        checkpoints.push({ ...one });
      const over = checkpoints.length > limit ? checkpoints.pop()! : null;
      const answer = {
        machine,
        origin: originOf(machine),
        public_key: spine.author.publicKey,
        checkpoints,
        next: over?.size ?? null,
      };
      return answered(answer, []).before(over === null ? null : { from: over.size });
    },
  };
}

interface SentRequest {
  readonly type: string;
  readonly data: unknown;
  readonly after: number | undefined;
}

/**
 * The answer waits a moment for the contracts that hear the event. One that is kept for an
 * idempotency key is of the batch of the row, when none of them has fired yet.
 */
async function sentEvent(
  services: LogModules,
  call: Call,
  slug: string,
  { after, data, type }: SentRequest,
) {
  const { contracts, machineEvents, machines } = services;
  const { contracts: register, machineTriggers } = contracts;
  const asking = principalOf(call);
  const { machine } = await machines.require(slug, asking, "send");
  const hearing = await machineTriggers.hearing(machine.id, type);
  const readable = await readableOf(register, hearing, asking);
  let watch: EventWatch | null = null;
  let row: ReturnType<typeof writtenRow> | null = null;
  try {
    const answer = await effectOf(services, call, nodeOperations.stateEvent).run(
      machineEvents.send(slug, asking, { type, data, ...(after === undefined ? {} : { after }) }),
      (pending) => {
        row = writtenRow(pending);
        watch = machineTriggers.watch(machine.id, row.seq, readable);
        return { row, fired: [], waiting: readable.map(waitingShown) };
      },
    );
    if (readable.length === 0 || watch === null || row === null) return answer;
    const firings = await takenBy(watch);
    const shown = {
      row,
      fired: [...firings.values()].filter(({ row: own }) => own !== null).map(firedShown),
      waiting: readable.filter((id) => !firings.has(id)).map(waitingShown),
    };
    return preEncoded({ status: 201, body: JSON.stringify(shown) });
  } finally {
    dropped(watch);
  }
}

const takenBy = (watch: EventWatch) => watch.done();
const dropped = (watch: EventWatch | null): void => watch?.drop();

/** Without those that the sender may not read. */
async function readableOf(
  register: ContractServices["contracts"],
  ids: readonly string[],
  asking: Principal,
): Promise<readonly string[]> {
  const readable: string[] = [];
  for (const id of ids) {
    try {
      await register.require(id, asking);
      readable.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return readable;
}

function waitingShown(contract: string) {
  return { contract, href: nodeOperations.contractFirings.path.replace(":id", contract) };
}

/** What moved, or has a row that says why it could not. */
function firedShown({ contract, credits, place, row, step }: Firing) {
  const { fault, from, kind, to } = step;
  const written = row!.written;
  return {
    contract,
    kind,
    from,
    to,
    fault: fault === null ? null : { ...fault },
    row: { seq: written.row.seq, hash: written.hash },
    token: place?.id ?? null,
    credits,
  };
}

/** `If-Match: "<seq>"`, or the field that says the same. @throws ApiError INVALID_INPUT */
function expectedRow(call: Call, after: number | undefined): number | undefined {
  const field = call.header("if-match").trim();
  if (field === "" || field === "*") return after;
  const named = /^"(-1|\d{1,15})"$/.exec(field)?.[1];
  if (named === undefined || (after !== undefined && after !== Number(named))) {
    throw new ApiError(
      "INVALID_INPUT",
      'If-Match holds the number of the last row in quotes, as in "7"; `after` says the same',
    );
  }
  return Number(named);
}

function writtenRow({ written: { hash, row } }: PendingRow) {
  // It was written for this very answer.
  const standing = row.token === null ? null : ("sealed" as const);
  return { ...shownRow(row), hash, standing };
}

/** As an answer of the contract, which may grow. */
function shownRow(row: MachineRow) {
  return { ...row, actor: { ...row.actor } };
}

export function rowIn(text: string): MachineRow {
  const read = readRow(text);
  if (!read.ok) throw new Error(`a stored row cannot be read: ${read.message}`);
  return read.row;
}
