/** All that works on models, put together. */
import { PROVIDERS, type Provider } from "../../protocol/models/providers.js";
import type { Clock, Crypto } from "../../protocol/ports.js";
import { LLM_ANSWER_BYTES_MAX } from "../../protocol/limits.js";
import type { Store } from "../../storage/store.js";
import type { Effects } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Random } from "../runtime/random.js";
import type { Scheduler } from "../runtime/scheduler.js";
import { BaseAddresses, type Lookup } from "./baseAddresses.js";
import { Chats, type Answering } from "./chat.js";
import { InsideCalls } from "./insideCalls.js";
import { Credentials, type OpenedCredential } from "./credentials.js";
import { ModelCalls } from "./modelCall.js";
import { Turns } from "./turns.js";
import { Upstream, type UpstreamLimits } from "./upstream.js";
import { memoryKeyFile, WrappingKeys, type KeyFile } from "./wrappingKeys.js";

const HEAD_MS = 120_000;
const IDLE_MS = 60_000;

/** The world outside, where a node has one of its own. */
export interface ModelPorts {
  /** Absent: the wrapping key lives in memory. */
  readonly keys?: KeyFile | undefined;
  readonly providers?: readonly Provider[] | undefined;
  readonly lookup?: Lookup | undefined;
  readonly limits?: Partial<UpstreamLimits> | undefined;
  /** Absent: the scheduler of the node. */
  readonly scheduler?: Scheduler | undefined;
}

interface Modules {
  readonly store: Store;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly effects: Effects;
  readonly localServers: readonly string[];
  readonly keysLost: boolean;
  readonly crypto: Pick<Crypto, "hmacSha256">;
  readonly proofKey: Uint8Array;
  readonly ports: ModelPorts;
}

export interface ModelServices {
  readonly providers: readonly Provider[];
  readonly credentials: Credentials;
  readonly calls: ModelCalls;
  readonly chats: Chats;
  readonly upstream: Upstream;
  /** What the operator lets accounts reach in his own network. */
  readonly localServers: readonly string[];
  readonly inside: InsideCalls;
  readonly turns: Turns;
  /** The model behind a credential. */
  answering(credential: OpenedCredential): Answering;
}

export function createModels({ localServers, ports, ...modules }: Modules): ModelServices {
  const { providers = PROVIDERS, scheduler = modules.scheduler } = ports;
  const addresses = new BaseAddresses(localServers, ports.lookup);
  const keys = new WrappingKeys(ports.keys ?? memoryKeyFile(), modules.random);
  const credentials = new Credentials({ ...modules, keys, providers, addresses });
  const limits = { headMs: HEAD_MS, idleMs: IDLE_MS, bytesMax: LLM_ANSWER_BYTES_MAX };
  const upstream = new Upstream({
    addresses,
    scheduler,
    limits: { ...limits, ...ports.limits },
  });
  const calls = new ModelCalls({ ...modules, upstream, scheduler });
  const chats = new Chats({ ...modules, scheduler });
  return {
    providers,
    credentials,
    calls,
    chats,
    upstream,
    localServers,
    inside: new InsideCalls(),
    turns: new Turns({ ...modules, scheduler }),
    answering: (credential) => ({
      account: credential.account,
      provider: credential.provider.id,
      ask: (request, signal) => calls.chat(credential, request, signal),
      keep: (use) => modules.effects.run(credentials.used(credential, use)),
    }),
  };
}
