import type { NodeHandlers } from "../../api/contract/index.js";
import type { Call } from "../../api/contract/call.js";
import { readRow, type MachineRow } from "../../protocol/log/row.js";
import type { Services } from "./modules.js";

type Modules = Pick<Services, "machineLog" | "machines" | "reactors" | "streams">;

interface Seen {
  readonly kind: "machine" | "channel" | "reactor";
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
}

interface Asked {
  readonly machine?: string | undefined;
  readonly channel?: string | undefined;
  readonly reactor?: string | undefined;
}

export function observerHandlers(services: Modules): Pick<NodeHandlers, "observer"> {
  const { machineLog } = services;
  return {
    observer: async ({ rows: limit, ...asked }, call) => {
      const { id, kind, state } = await seen(services, asked, call);
      const head = await machineLog.head(id);
      const rows: MachineRow[] = [];
      if (limit > 0)
        for await (const { text } of machineLog.rows(id, { reverse: true, limit })) {
          const read = readRow(text);
          if (read.ok) rows.push(read.row);
        }
      return {
        kind,
        id,
        state,
        head: {
          seq: head?.seq ?? -1,
          hash: head?.hash ?? "",
          calcond: head?.calcond ?? 0,
        },
        rows: rows.map((row) => ({ ...row, actor: { ...row.actor } })),
      };
    },
  };
}

/** The contract takes exactly one of them. */
async function seen(
  { machines, reactors, streams }: Modules,
  { channel, machine, reactor }: Asked,
  { principal }: Call,
): Promise<Seen> {
  if (channel !== undefined) {
    const { record, state } = await streams.channels.readable(channel, principal);
    const { contract, isPublic, name, programHash, tickIntervalCalconds } = record;
    const of = { name, public: isPublic, contract, programHash, tickIntervalCalconds };
    return { kind: "channel", id: channel, state: { ...of, ...state } };
  }
  if (reactor !== undefined) {
    const found = await reactors.reactors.require(reactor, principal);
    const { name, program, programHash } = found.record;
    const { status, n, faults, fault, credits } = found.progress;
    const x = await reactors.steps.stateOf(found);
    const state = { name, program, programHash, status, n, x, faults, fault, credits };
    return { kind: "reactor", id: reactor, state };
  }
  const { machine: found, role } = await machines.require(machine ?? "", principal);
  const { closedCalcond = null, genesisCalcond, id, isPublic, name, slug } = found;
  const state = { slug, name, public: isPublic, genesisCalcond, closedCalcond, role };
  return { kind: "machine", id, state };
}
