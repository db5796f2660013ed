/** The parts of the market, made in the order in which they need each other. */
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { ComputeService } from "../compute/compute.js";
import type { Evaluator } from "../compute/evaluator.js";
import type { Receipts } from "../compute/receipts.js";
import type { SolverService } from "../compute/solvers.js";
import type { Effects } from "../ledger/effects.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Identity } from "../runtime/identity/identity.js";
import { SeparateSteps } from "../runtime/separateSteps.js";
import type { Random } from "../runtime/random.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { WitnessPolicy } from "../../protocol/witness/policy.js";
import type { Sealer } from "../sealing/sealer.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Vaults } from "../vaults/createVaults.js";
import { Beacons } from "./beacons.js";
import { MarketBook } from "./book.js";
import { Checks } from "./checks.js";
import { Contributor, type WorkResult } from "./contributor.js";
import { Earnings } from "./earnings.js";
import { Disputes } from "./disputes.js";
import { JobDocuments } from "./documents.js";
import { JobExecution } from "./execution.js";
import { Keeper } from "./keeper.js";
import { Market } from "./market.js";
import { JobOrders } from "./orders.js";
import { Recomputations } from "./recomputations.js";
import { Standing } from "./standing.js";
import { MarketVoice } from "./voice.js";
import { WorkPart } from "./workPart.js";

export interface MarketServices {
  readonly market: Market;
  readonly marketBook: MarketBook;
  readonly jobOrders: JobOrders;
  readonly jobExecution: JobExecution;
  readonly jobDocuments: JobDocuments;
  readonly beacons: Beacons;
  readonly contributor: Contributor;
  readonly checks: Checks;
  readonly recomputations: Recomputations;
  readonly disputes: Disputes;
  readonly earnings: Earnings;
  /** Engine and registry: nodes that differ in either compute no job together. */
  readonly marketVersion: string;
}

/** What whoever starts the node may hand in. */
export interface MarketPorts {
  /** Absent: results of jobs are told as they were computed; liars of the simulator change them. */
  readonly workResult?: WorkResult;
  /** Part of the results of one node alone that is computed again; the simulator chooses it. */
  readonly spotCheckChance?: () => number;
}

interface CreateModules
  extends MarketPorts, Pick<Vaults, "bonds" | "contribution" | "vault" | "vaultOrders"> {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly store: Store;
  readonly log: Logger;
  readonly identity: Identity;
  readonly spine: OwnSpine;
  readonly sealer: Sealer;
  readonly registry: Registry;
  readonly compute: ComputeService;
  readonly evaluator: Evaluator;
  readonly receipts: Receipts;
  readonly solvers: SolverService;
  readonly effects: Effects;
  readonly ledger: Ledger;
  /** Whose words make the beacon of a draw. */
  readonly witnesses: { readonly policy: WitnessPolicy };
  readonly successions: Successions;
  /** Whether this node takes value from another. */
  readonly takesFrom: (node: string) => boolean;
}

const REGISTRY_DIGITS = 8;

/** The version under which a node computes jobs. */
export function marketVersionOf({ registryVersion }: Pick<Registry, "registryVersion">): string {
  return `${ENGINE_VERSION}+${registryVersion.slice(0, REGISTRY_DIGITS)}`;
}

export function createMarket(modules: CreateModules): MarketServices {
  const { crypto, identity, registry, spine, store } = modules;
  const { seed, publicKeyHex: publicKey, proofKey } = identity;
  const { net } = spine;
  const engineVersion = marketVersionOf(registry);
  const book = new MarketBook(net, { crypto, store, successions: modules.successions, publicKey });
  const publisher = new MarketVoice({ store, book, spine });
  const documents = new JobDocuments(modules);
  const steps = new SeparateSteps(modules.log, "a step of the market failed; it is tried again");
  const execution = new JobExecution(modules);
  const beacons = new Beacons({ crypto, net, witnesses: modules.witnesses });
  const parts = { book, publisher, documents, execution, beacons, steps };
  const common = { ...modules, ...parts, seed, publicKey, net };
  const keeper = new Keeper(common);
  const earnings = new Earnings(common);
  const contributor = new Contributor({ ...common, engineVersion, earnings });
  const recomputations = new Recomputations({ ...common, contributor, engineVersion });
  const checks = new Checks({ ...common, proofKey, recomputations });
  const orders = new JobOrders({ ...common, keeper, checks });
  const disputes = new Disputes({
    ...common,
    checks,
    engineVersion,
    recomputations,
    standing: new Standing(common),
  });
  const part = new WorkPart({ ...common, orders, disputes, contributor });
  return {
    market: new Market({
      ...common,
      part,
      keeper,
      orders,
      contributor,
      disputes,
      checks,
      recomputations,
    }),
    marketBook: book,
    jobOrders: orders,
    jobExecution: execution,
    jobDocuments: documents,
    beacons,
    contributor,
    checks,
    recomputations,
    disputes,
    earnings,
    marketVersion: engineVersion,
  };
}
