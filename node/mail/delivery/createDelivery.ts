/** The parts of mail between nodes, made in the order in which they need each other. */
import { MAIL_PROTOCOL, MAIL_QUESTION_BYTES_MAX } from "../../../protocol/mail/delivery.js";
import type { MailCrypto } from "../../../protocol/mail/keys.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { Addresses } from "../../accounts/scrypt.js";
import type { Effects } from "../../ledger/effects.js";
import type { ServiceExchange } from "../../mesh/host/exchange.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { RandomBytes } from "../../runtime/random.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import type { MailServices } from "../createMail.js";
import { Bounces } from "./bounces.js";
import { Confirmations } from "./confirmations.js";
import { Courier } from "./courier.js";
import { MailHomes } from "./homes.js";
import { IncomingMail } from "./incoming.js";
import { deliveryOf, stateOf, type DeliveryView, type SentState } from "./views.js";
import { MailOutbox } from "./outbox.js";

export interface DeliveryModules {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly deadlines: Deadlines;
  readonly random: RandomBytes;
  readonly effects: Pick<Effects, "run">;
  readonly addresses: Pick<Addresses, "of">;
  readonly claimedBy: (nodeAddress: string) => string | null;
  readonly log: Logger;
}

export interface MailDelivery {
  readonly homes: MailHomes;
  readonly outbox: MailOutbox;
  readonly incoming: IncomingMail;
  readonly confirmations: Confirmations;
  /** What became of each of some messages as a whole; null of what the account did not send. */
  states(account: string, ids: readonly string[]): Promise<readonly (SentState | null)[]>;
  /** What became of a message for each recipient; nothing where all had it at once. */
  told(account: string, id: string): Promise<readonly DeliveryView[]>;
  load(): Promise<void>;
  /** The mesh is there; null where this node has no secret of it. */
  use(exchange: ServiceExchange | null): Promise<void>;
  stop(): void;
}

/** Mail with what brings it to other nodes. */
export type DeliveredMail = MailServices & { readonly delivery: MailDelivery };

export function createDelivery(
  modules: DeliveryModules,
  { ends, keyring }: Pick<MailServices, "keyring" | "ends">,
): MailDelivery {
  const common = { ...modules, keyring };
  const homes = new MailHomes(modules);
  const courier = new Courier(modules);
  const outbox = new MailOutbox({ ...common, courier, bounces: new Bounces(common) });
  const confirmations = new Confirmations({ ...common, ends, outbox });
  const incoming = new IncomingMail({ ...common, confirmed: confirmations.heard });
  return {
    homes,
    outbox,
    incoming,
    confirmations,
    states: async (account, ids) => {
      const found = await modules.store.mail.sent.getMany(ids.map((id) => [account, id] as const));
      return found.map((record) => (record === undefined ? null : stateOf(record)));
    },
    told: async (account, id) => {
      const record = await modules.store.mail.sent.get([account, id]);
      return (record?.recipients ?? []).map((one) => deliveryOf(one, outbox, id));
    },
    load: async () => {
      await homes.load();
      await outbox.load();
      await incoming.load();
    },
    use: async (exchange) => {
      if (exchange === null) return;
      await exchange.serve(MAIL_PROTOCOL, MAIL_QUESTION_BYTES_MAX, incoming.answer);
      homes.use(exchange);
      outbox.use(exchange);
    },
    stop: () => outbox.stop(),
  };
}
