/** The end of a log in memory, and how rows, folds and checkpoints move it. */
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { fold, foldedDigest, type Folded } from "../../../protocol/log/fold.js";
import {
  genesisHash,
  payloadHash,
  rowHash,
  rowText,
  ROW_VERSION,
  type LogGenesis,
  type MachineRow,
} from "../../../protocol/log/row.js";
import type { Crypto } from "../../../protocol/ports.js";
import {
  appendLeaf,
  EMPTY_FRONTIER,
  isFrontier,
  leafHash,
  type Frontier,
} from "../../../protocol/seal/merkle.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import type { LogHeadRecord } from "../../../storage/records/logRecords.js";
import type { RowDraft, SealedWith } from "./draft.js";

export interface LogHead extends Omit<LogHeadRecord, "edge"> {
  readonly frontier: Frontier;
}

export class LogDamagedError extends Error {
  override readonly name = "LogDamagedError";
}

export function headOf(machine: string, { edge, ...record }: LogHeadRecord): LogHead {
  const hashes = edge.map((hex) => fromHex(hex)).filter((hash) => hash !== null);
  const frontier = { size: record.next, hashes };
  if (hashes.length !== edge.length || !isFrontier(frontier))
    throw new LogDamagedError(`the stored edge of the log of ${machine} does not fit its size`);
  return { ...record, frontier };
}

/** Members by name: it is made for every window, and spreads take longer than its text. */
export function recordOf(head: LogHead): LogHeadRecord {
  const { calcond, due, evalCount, evalRoot, frontier, genesisCalcond } = head;
  const { hash, next, ns, owner, state } = head;
  const edge = frontier.hashes.map(toHex);
  return { owner, genesisCalcond, next, hash, ns, calcond, state, evalRoot, evalCount, due, edge };
}

export function beginning(crypto: Crypto, genesis: LogGenesis): LogHead {
  const { genesisCalcond, owner } = genesis;
  return {
    owner,
    genesisCalcond,
    next: 0,
    hash: genesisHash(crypto, genesis),
    ns: "0",
    calcond: genesisCalcond,
    state: null,
    evalRoot: null,
    evalCount: 0,
    due: 0,
    frontier: EMPTY_FRONTIER,
  };
}

export function folded(crypto: Crypto, head: LogHead, one: Folded): LogHead {
  const evalRoot = fold(crypto, head.evalRoot ?? head.hash, foldedDigest(crypto, one));
  return { ...head, evalRoot, evalCount: head.evalCount + 1 };
}

interface Instant {
  readonly ns: bigint;
  readonly calcond: number;
}

export interface GrownLog {
  readonly head: LogHead;
  readonly row: MachineRow;
  readonly text: string;
  /** Canonical text; undefined where the envelope keeps it. */
  readonly payload: string | undefined;
}

/** The log with one row more. */
export function grown(
  crypto: Crypto,
  machine: string,
  head: LogHead,
  draft: RowDraft,
  { calcond, ns }: Instant,
  sealed: SealedWith | undefined,
): GrownLog {
  const { from = null, to = null, programHash = null } = draft;
  const payload =
    typeof draft.payload === "function"
      ? draft.payload({ ns, sealed: sealed ?? null })
      : draft.payload;
  const token = draft.token === undefined ? (sealed?.id ?? null) : draft.token;
  const proof = draft.proof === undefined ? (sealed?.proof ?? null) : draft.proof;
  if (payload === undefined && sealed === undefined)
    throw new RangeError("a row without a payload is one of an envelope");
  const row: MachineRow = {
    v: ROW_VERSION,
    machine,
    seq: head.next,
    prev: head.hash,
    ns: ns.toString(),
    calcond,
    transitionType: draft.transitionType,
    payloadHash: payload === undefined ? sealed!.coreHash : payloadHash(crypto, payload),
    programHash,
    from,
    to,
    evalRoot: head.evalRoot,
    evalCount: head.evalCount,
    token,
    proof,
    actor: draft.actor,
    engineVersion: ENGINE_VERSION,
  };
  const text = rowText(row);
  const hash = rowHash(crypto, text);
  return {
    row,
    text,
    payload,
    head: {
      owner: head.owner,
      genesisCalcond: head.genesisCalcond,
      next: head.next + 1,
      hash: toHex(hash),
      ns: row.ns,
      calcond,
      state: to ?? head.state,
      evalRoot: null,
      evalCount: 0,
      due: head.due,
      frontier: appendLeaf(crypto, head.frontier, leafHash(crypto, hash)),
    },
  };
}
