/** All that works on streams, put together. */
import type { SecureCrypto } from "../../protocol/streams/secure.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import type { Identity } from "../runtime/identity/identity.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { Accounts } from "../accounts/accounts.js";
import type { Effects } from "../ledger/effects.js";
import type { LogProofs } from "../machines/log/logProofs.js";
import type { Receipts } from "../compute/receipts.js";
import type { PaidSteps } from "../ledger/paidStep.js";
import { AutoTicks } from "./autoTicks.js";
import { Channels, type ChannelModules } from "./channels.js";
import { Feeds } from "./feed.js";
import { Links } from "./links.js";
import { ChannelRights } from "./rights.js";
import { SecureSessions } from "./secureSessions.js";
import { TickExports } from "./tickExports.js";
import { Ticks } from "./ticks.js";

interface StreamModules extends Omit<ChannelModules, "crypto" | "deadlines"> {
  readonly crypto: Crypto & SecureCrypto;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly accounts: Accounts;
  readonly receipts: Receipts;
  readonly logProofs: LogProofs;
  readonly scheduler: Scheduler;
  readonly identity: Identity;
  readonly log: Logger;
}

export interface StreamServices {
  readonly channels: Channels;
  readonly ticks: Ticks;
  readonly links: Links;
  readonly feeds: Feeds;
  readonly rights: ChannelRights;
  readonly secureSessions: SecureSessions;
  readonly autoTicks: AutoTicks;
  readonly tickExports: TickExports;
}

export function createStreams(modules: StreamModules): StreamServices {
  const { identity } = modules;
  const channels = new Channels(modules);
  const ticks = new Ticks({ ...modules, channels });
  const links = new Links({ ...modules, channels, ticks, secret: identity.proofKey });
  const { ended } = modules.accounts;
  const secureSessions = new SecureSessions({ ...modules, seed: identity.seed });
  const feeds = new Feeds(channels, ticks);
  ticks.listen(secureSessions);
  ended.onEnd(() => {
    feeds.keysEnded();
    secureSessions.keysEnded();
  });
  channels.listen({ changed: () => undefined, closed: (id) => secureSessions.closed(id) });
  return {
    channels,
    ticks,
    links,
    feeds,
    rights: new ChannelRights({ channels, links, ended }),
    secureSessions,
    tickExports: new TickExports(modules),
    autoTicks: new AutoTicks({ ...modules, channels, ticks }),
  };
}
