/** One look at a machine, a channel, a contract, a reactor or a job, in few words. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { readRow } from "../../../protocol/log/row.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { brief, briefObject, tokensAtMost } from "../../agents/brief.js";
import { shownJob, shownOrder } from "../../market/shown.js";
import { nextCalcond } from "../../streams/ticks.js";
import type { ContractServices } from "../../contracts/createContracts.js";
import type { Ground } from "../../ground/ground.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import type { MarketServices } from "../../market/createMarket.js";
import type { ReactorServices } from "../createReactors.js";
import type { StreamServices } from "../../streams/createStreams.js";
import type { WitnessServices } from "../../witness/createWitness.js";

type Modules = Pick<
  MarketServices,
  "beacons" | "jobDocuments" | "market" | "checks" | "marketBook"
> &
  Pick<Ground, "crypto" | "deadlines" | "store"> &
  Pick<LogServices, "machineLog"> &
  Pick<MachineServices, "machines"> &
  Pick<WitnessServices, "witnessing"> & {
    readonly contracts: ContractServices;
    readonly reactors: ReactorServices;
    readonly streams: StreamServices;
  };

interface Due {
  readonly what: string;
  readonly calcond: number;
}

interface Seen {
  readonly kind: "machine" | "channel" | "contract" | "reactor" | "job";
  readonly id: string;
  readonly state: JsonObject;
  readonly due: readonly Due[];
  /** Of a job; the others have a log. */
  readonly parts?: readonly JsonObject[];
}

type Asked = Parameters<NodeHandlers["observer"]>[0];

/** Tokens of the parts of an answer, of 1,000 together with names and digests. */
const STATE_TOKENS = 380;
const ROWS_TOKENS = 400;
const PAYLOAD_TOKENS = 70;

export function observerHandlers(services: Modules): Pick<NodeHandlers, "observer"> {
  return {
    observer: async (asked, call) => {
      const { due, id, kind, parts, state } = await seen(services, asked, call);
      const { full } = asked;
      const rows = parts?.slice(0, asked.rows) ?? (await lastRows(services, id, asked));
      const shown = full ? rows : fitting(rows);
      return {
        kind,
        id,
        state: full ? { ...state } : { ...briefObject(state, STATE_TOKENS) },
        ...(parts === undefined ? { head: await headOf(services, id) } : {}),
        due: due.map((one) => ({ ...one })),
        rows: shown.map((row) => ({ ...row, seq: Number(row["seq"]) })),
        rowsLeft: rows.length - shown.length,
        ...(parts === undefined ? { next: nextOf(shown) } : {}),
      };
    },
  };
}

async function headOf({ machineLog }: Modules, id: string) {
  const head = await machineLog.head(id);
  return { seq: head?.seq ?? -1, hash: head?.hash ?? "", calcond: head?.calcond ?? 0 };
}

/** Of a log that is read from its end: null where its first row was shown, or none. */
function nextOf(shown: readonly JsonObject[]): number | null {
  const last = Number(shown.at(-1)?.["seq"] ?? 0);
  return last === 0 ? null : last;
}

/** The newest first: whole, or what tells most of each. */
async function lastRows(
  { machineLog, store }: Modules,
  id: string,
  { before, full, rows: limit }: Asked,
): Promise<readonly JsonObject[]> {
  const rows: JsonObject[] = [];
  if (limit === 0) return rows;
  for await (const { text } of machineLog.rows(id, {
    reverse: true,
    limit,
    ...(before === undefined ? {} : { to: before }),
  })) {
    const read = readRow(text);
    if (!read.ok) continue;
    const { row } = read;
    if (full) {
      rows.push({ ...row, actor: { ...row.actor } });
      continue;
    }
    const { calcond, from, seq, to, token, transitionType } = row;
    const payload = await store.machineLogs.payload(id, seq);
    rows.push({
      seq,
      calcond,
      transitionType,
      ...(from === null || from === to ? {} : { from }),
      ...(to === null ? {} : { to }),
      ...(token === null ? {} : { token }),
      ...(payload === undefined ? {} : { payload: brief(JSON.parse(payload), PAYLOAD_TOKENS) }),
    });
  }
  return rows;
}

/** As many, from the first on, as there is room for. */
function fitting(rows: readonly JsonObject[]): readonly JsonObject[] {
  let left = ROWS_TOKENS;
  const end = rows.findIndex((row) => {
    left -= tokensAtMost(JSON.stringify(row));
    return left < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** The contract of the operation takes exactly one of them. */
async function seen(services: Modules, asked: Asked, call: Call): Promise<Seen> {
  const { principal } = call;
  if (asked.channel !== undefined) return channelSeen(services, asked.channel, call);
  if (asked.contract !== undefined) return contractSeen(services, asked.contract, call);
  if (asked.job !== undefined) return jobSeen(services, asked.job, call);
  const { machines, reactors } = services;
  if (asked.reactor !== undefined) {
    const found = await reactors.reactors.require(asked.reactor, principal);
    const { name, program, programHash } = found.record;
    const { status, n, faults, fault, credits } = found.progress;
    const x = await reactors.steps.stateOf(found);
    const state = jsonOf({ name, program, programHash, status, n, x, faults, fault, credits });
    // A reactor steps when it is told to, never by itself.
    return { kind: "reactor", id: asked.reactor, state, due: [] };
  }
  const { machine: found, role } = await machines.require(asked.machine ?? "", principal);
  const { closedCalcond = null, genesisCalcond, id, isPublic, name, slug } = found;
  const state = jsonOf({ slug, name, public: isPublic, genesisCalcond, closedCalcond, role });
  return { kind: "machine", id, state, due: await checkpointDue(services, id) };
}

async function channelSeen({ streams }: Modules, id: string, { principal }: Call): Promise<Seen> {
  const channel = await streams.channels.readable(id, principal);
  const { record, state } = channel;
  const { autotick, contract, isPublic, name, programHash, tickIntervalCalconds } = record;
  const of = { name, public: isPublic, contract, programHash, tickIntervalCalconds, autotick };
  const next = nextCalcond(channel);
  const due =
    autotick && state.status === "open" && next !== null ? [{ what: "tick", calcond: next }] : [];
  return { kind: "channel", id, state: jsonOf({ ...of, ...state }), due };
}

async function contractSeen(
  { contracts }: Modules,
  id: string,
  { principal }: Call,
): Promise<Seen> {
  const { progress, record } = await contracts.contracts.require(id, principal);
  const { at, credits, due, fault, faults, status, transitions } = progress;
  const { machine, name, program, programHash, version } = record;
  const state = jsonOf({
    name,
    machine,
    status,
    state: at.state,
    context: at.context,
    events: at.events,
    transitions,
    waiting: progress.chain.waiting.length,
    faults,
    fault,
    credits,
    version,
    programHash,
    trigger: program.trigger,
    inputs: program.inputs ?? {},
  });
  const next = status === "open" && due !== null ? [{ what: "tick", calcond: due.calcond }] : [];
  return { kind: "contract", id, state, due: next };
}

async function jobSeen(services: Modules, id: string, call: Call): Promise<Seen> {
  const order = await services.store.market.order(id);
  if (order === undefined || order.account !== call.principal?.owner)
    throw new ApiError("NOT_FOUND", `you have no job ${id}`);
  const { shards } = await shownOrder(services, order, services.market.calcond);
  const state = shownJob(order);
  return {
    kind: "job",
    id,
    state: jsonOf(state),
    due: state.state === "open" ? [{ what: "deadline", calcond: order.deadline }] : [],
    parts: shards.map((shard, seq) => jsonOf({ seq, ...shard })),
  };
}

/** The rows since the last one are signed then. */
async function checkpointDue({ deadlines, store }: Modules, id: string): Promise<readonly Due[]> {
  const record = await store.machineLogs.head(id);
  if (record === undefined || record.due <= deadlines.now()) return [];
  return [{ what: "checkpoint", calcond: record.due }];
}

function jsonOf(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
