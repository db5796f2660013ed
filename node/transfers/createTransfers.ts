/** The parts of moves between nodes, made in the order in which they need each other. */
import type { Crypto, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Effects } from "../ledger/effects.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Identity } from "../runtime/identity/identity.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { Sealer } from "../sealing/sealer.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Vaults } from "../vaults/createVaults.js";
import type { WitnessServices } from "../witness/createWitness.js";
import { Coverage } from "./coverage.js";
import { HeardMoves } from "./heard.js";
import { ANY_ORIGIN, IncomingTransfers } from "./incoming.js";
import { OutgoingTransfers } from "./outgoing.js";
import { MoveReplay } from "./replay.js";
import { SaidAgain } from "./saidAgain.js";
import { Transfers } from "./transfers.js";

export interface TransferServices {
  readonly moveCoverage: Coverage;
  readonly transfers: Transfers;
  readonly outgoing: OutgoingTransfers;
  readonly heardMoves: HeardMoves;
}

interface CreateModules extends Pick<Vaults, "vaultChanges">, WitnessServices {
  readonly crypto: Crypto;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly log: Logger;
  readonly identity: Identity;
  readonly spine: OwnSpine;
  readonly effects: Effects;
  readonly ledger: Ledger;
  readonly deadlines: Deadlines;
  readonly sealer: Pick<Sealer, "blocked">;
  readonly successions: Successions;
}

export interface TransferConfig {
  /** Keys of nodes whose envelopes this node takes; * for those of all. */
  readonly origins: readonly string[];
}

export function transferConfigOf({
  transfers,
}: {
  readonly transfers?: { readonly origins: readonly string[] };
}): TransferConfig {
  return { origins: transfers?.origins ?? [] };
}

/** Whether a node's envelopes, and what it burns for work, are taken here. */
export function takesFrom(
  { origins }: Pick<TransferConfig, "origins">,
  successions: Pick<Successions, "areOne">,
): (node: string) => boolean {
  const isNamed = (node: string): boolean => origins.some((key) => successions.areOne(key, node));
  return (node) => origins.includes(ANY_ORIGIN) || isNamed(node);
}

export function createTransfers(
  { origins }: TransferConfig,
  modules: CreateModules,
): TransferServices {
  const { identity, spine, store, vaultChanges: changes } = modules;
  const { publicKeyHex: publicKey } = identity;
  const { sealer, witnessing } = modules;
  const coverage = new Coverage(store, witnessing, modules.successions);
  const isAsking = (): boolean => sealer.blocked === "RESTORE_GUARD";
  const common = { ...modules, changes, coverage, isAsking, publicKey, net: spine.net };
  const outgoing = new OutgoingTransfers(common);
  const incoming = new IncomingTransfers({
    ...common,
    takesFrom: takesFrom({ origins }, modules.successions),
  });
  const destinationOf = (order: string): string | null => outgoing.destinationOf(order);
  const earlierKeys = spine.endedKeys.map(({ key }) => key);
  const heard = new HeardMoves({ ...common, destinationOf, earlierKeys });
  const replay = new MoveReplay({ ...common, heard, outgoing });
  const saidAgain = new SaidAgain({ ...common, earlierKeys, outgoing, incoming });
  const transfers = new Transfers({ ...common, heard, outgoing, incoming, replay, saidAgain });
  witnessing.book.onGrown(() => transfers.poke());
  modules.successions.onEnded(() => transfers.poke());
  return {
    moveCoverage: coverage,
    transfers,
    outgoing,
    heardMoves: heard,
  };
}
