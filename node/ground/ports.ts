/**
 * What a node is made with: the part of the configuration that it reads, and the world outside.
 * A dependency handed in for one capability stands there.
 */
import type { Config } from "../../config/schema.js";
import type { MeshSecretRing } from "../../config/secrets.js";
import type { Registry } from "../../protocol/operators/index.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import type { Turn } from "../../storage/kv/groupCommit.js";
import type { Store } from "../../storage/store.js";
import type { Identity } from "../runtime/identity/identity.js";
import type { Metrics } from "../runtime/metrics/metrics.js";
import type { LoggedLines } from "../runtime/logger.js";
import type { Random } from "../runtime/random.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { Closers } from "../runtime/shutdown.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Revoked } from "./keyChange.js";

export interface NodeConfig extends Pick<Config, "claim" | "credits" | "rateLimits"> {
  readonly network: Pick<Config["network"], "name" | "registryFamily" | "witnesses">;
  readonly mesh: Pick<Config["mesh"], "alone" | "capacity"> &
    Partial<Pick<Config["mesh"], "admission" | "forgetDays" | "keep">>;
  readonly p2p: Pick<Config["p2p"], "bootstrap"> &
    Partial<Pick<Config["p2p"], "connectionsMax" | "privateAddresses">>;
  /** Absent: no envelopes of other nodes are taken. */
  readonly transfers?: Config["transfers"];
  /** Absent: no witness is trusted, and none asked. */
  readonly witness?: Config["witness"];
  /** Null: the node takes part in no topic. */
  readonly meshSecrets: Pick<MeshSecretRing, "secrets" | "currentKid"> | null;
  readonly llm?: Pick<Config["llm"], "localServers"> & Partial<Pick<Config["llm"], "keysLost">>;
}

export interface GroundPorts {
  readonly store: Store;
  readonly identity: Identity;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly log: Logger;
  /** Absent: nobody can ask for lines of the log. */
  readonly logged?: LoggedLines;
  readonly metrics: Metrics;
  /** Takes what has to be closed, in the order in which it was opened. */
  readonly closers: Closers;
  /** Absent: the turns of the process. */
  readonly turn?: Turn;
  /** Absent: those that the program brings; nodes of one process may share them. */
  readonly registry?: Registry;
  /** A stolen key of this node, which its new spine revokes. */
  readonly revokes?: Revoked;
  /** Told the own spine as it was read, before anything is sealed. @throws to stop the start */
  readonly onSpine?: (spine: OwnSpine) => Promise<void>;
  /**
   * The memory of the process, told how many items go to be sealed, before a large change, and at
   * rest.
   */
  readonly heap?: { note(items: number): void; growNow(): void; rest(): void };
}
