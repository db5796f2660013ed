/** The parts of moves between nodes, made in the order in which they need each other. */
import type { Crypto, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Effects } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Identity } from "../runtime/identity.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Vaults } from "../vaults/createVaults.js";
import { Coverage } from "./coverage.js";
import { HeardMoves } from "./heard.js";
import { IncomingTransfers } from "./incoming.js";
import { OutgoingTransfers } from "./outgoing.js";
import { Transfers } from "./transfers.js";

export interface TransferServices {
  readonly transfers: Transfers;
  readonly outgoing: OutgoingTransfers;
  readonly heardMoves: HeardMoves;
}

interface CreateModules extends Pick<Vaults, "vaultChanges"> {
  readonly crypto: Crypto;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly log: Logger;
  readonly identity: Identity;
  readonly spine: OwnSpine;
  readonly effects: Effects;
  readonly deadlines: Deadlines;
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

export function createTransfers(
  { origins }: TransferConfig,
  modules: CreateModules,
): TransferServices {
  const { identity, spine, store, vaultChanges: changes } = modules;
  const { publicKeyHex: publicKey } = identity;
  const coverage = new Coverage(store);
  const common = { ...modules, changes, coverage, publicKey, net: spine.net };
  const outgoing = new OutgoingTransfers(common);
  const incoming = new IncomingTransfers({ ...common, origins: new Set(origins) });
  const destinationOf = (order: string): string | null => outgoing.destinationOf(order);
  const heard = new HeardMoves({ ...common, destinationOf });
  return {
    transfers: new Transfers({ ...common, heard, outgoing, incoming }),
    outgoing,
    heardMoves: heard,
  };
}
