/**
 * Messages to other nodes. An order is written in the batch of the message, and ends
 * in the batch that says what became of it; so nothing is lost or told twice, whenever a process
 * ends. Each node has a lane of its own, tried after growing waits and when the node comes back.
 */
import {
  CALCOND_NS,
  MAIL_DELIVERY_CALCONDS,
  MAIL_QUEUED_FOR_NODE_MAX,
} from "../../../protocol/limits.js";
import type { DeliveryResult } from "../../../protocol/mail/delivery.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { MailOrderRecord, SentRecipient } from "../../../storage/records/mailRecords.js";
import type { Store } from "../../../storage/store.js";
import type { EffectTransaction, Effects } from "../../ledger/effects.js";
import type { ServiceExchange } from "../../mesh/host/exchange.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import type { Order } from "../elsewhere.js";
import { letGo } from "../held.js";
import type { MailKeyring } from "../mailKeyring.js";
import { mailGuard, messageGuard, place } from "../mailboxes.js";
import { sizeOf } from "../mailSending.js";
import type { Bounces } from "./bounces.js";
import type { Courier, Tried } from "./courier.js";

/** After the first failure; twice as long after each further one, up to an hour. */
const WAIT_CALCONDS = 7;
const WAIT_CALCONDS_MAX = 4_633;
const CALCOND_MS = Number(CALCOND_NS) / 1e6;
/** Nodes that something is being brought to at a time. */
const LANES_AT_ONCE = 4;

interface OutboxModules {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly effects: Pick<Effects, "run">;
  readonly keyring: MailKeyring;
  readonly courier: Courier;
  readonly bounces: Bounces;
  readonly log: Logger;
}

interface Waiting {
  readonly createdCalcond: number;
  readonly kind: MailOrderRecord["kind"];
  tries: number;
  /** Calcond of the next try. */
  again: number;
  parts: readonly [done: number, of: number] | null;
}

interface Lane {
  /** By id of the order, the oldest first. */
  readonly orders: Map<string, Waiting>;
  /** Failures in a row to reach the node at all. */
  failures: number;
  again: number;
  isRunning: boolean;
  timer: Cancel | null;
}

/** How far the delivery of a message to one node is. */
export interface OrderView {
  readonly tries: number;
  readonly nextCalcond: number;
  /** Bounced then. */
  readonly endsCalcond: number;
  readonly parts: readonly [done: number, of: number] | null;
}

export class MailOutbox {
  readonly #modules: OutboxModules;
  readonly #lanes = new Map<string, Lane>();
  #exchange: ServiceExchange | null = null;
  #offJoined: Cancel = () => undefined;
  #running = 0;
  #isStopped = false;
  #delivered = 0;
  #bounced = 0;

  constructor(modules: OutboxModules) {
    this.#modules = modules;
  }

  /** Orders that have not ended. */
  get depth(): number {
    return [...this.#lanes.values()].reduce((sum, { orders }) => sum + orders.size, 0);
  }

  /** Recipients elsewhere that got a message, and that did not, since the start. */
  get counts(): Readonly<Record<"delivered" | "bounced", number>> {
    return { delivered: this.#delivered, bounced: this.#bounced };
  }

  async load(): Promise<void> {
    const { store } = this.#modules;
    for await (const [[node, id], record] of store.mail.orders.scan()) this.#take(node, id, record);
  }

  /** The mesh is there. */
  use(exchange: ServiceExchange): void {
    this.#exchange = exchange;
    this.#offJoined = exchange.onJoined((key) => {
      const lane = this.#lanes.get(key);
      if (lane === undefined) return;
      lane.failures = 0;
      lane.again = 0;
      for (const order of lane.orders.values()) order.again = 0;
      this.#poke();
    });
    this.#poke();
  }

  /** Waits for no other node: what was not answered is asked again after the next start. */
  stop(): void {
    this.#isStopped = true;
    this.#offJoined();
    for (const lane of this.#lanes.values()) lane.timer?.();
  }

  hasRoomFor(node: string): boolean {
    return (this.#lanes.get(node)?.orders.size ?? 0) < MAIL_QUEUED_FOR_NODE_MAX;
  }

  view(node: string, id: string): OrderView | null {
    const lane = this.#lanes.get(node);
    const order = lane?.orders.get(id);
    if (lane === undefined || order === undefined) return null;
    return {
      tries: order.tries,
      nextCalcond: Math.max(order.again, lane.again, this.#modules.deadlines.now()),
      endsCalcond: order.createdCalcond + MAIL_DELIVERY_CALCONDS,
      parts: order.parts,
    };
  }

  /** In the batch of what is to be delivered. */
  add(tx: EffectTransaction, { id, node, ...record }: Order): void {
    tx.put(buckets.mailout, [node, id], record);
    tx.onSettled((isWritten) => {
      if (!isWritten) return;
      this.#take(node, id, record);
      this.#poke();
    });
  }

  #take(node: string, id: string, { createdCalcond, kind }: MailOrderRecord): void {
    const lane = this.#lanes.get(node) ?? {
      orders: new Map<string, Waiting>(),
      failures: 0,
      again: 0,
      isRunning: false,
      timer: null,
    };
    this.#lanes.set(node, lane);
    lane.orders.set(id, { createdCalcond, kind, tries: 0, again: 0, parts: null });
  }

  /** Begins whatever may begin now. */
  #poke(): void {
    for (const [node, lane] of this.#lanes) {
      if (this.#isStopped || this.#exchange === null || this.#running >= LANES_AT_ONCE) return;
      if (lane.isRunning || this.#nextOf(lane) === null) continue;
      lane.timer?.();
      lane.timer = null;
      lane.isRunning = true;
      this.#running += 1;
      void this.#run(node, lane, this.#exchange).finally(() => {
        lane.isRunning = false;
        this.#running -= 1;
        this.#rest(node, lane);
        this.#poke();
      });
    }
  }

  /** One order after the other, as long as one may be tried. */
  async #run(node: string, lane: Lane, exchange: ServiceExchange): Promise<void> {
    const { log } = this.#modules;
    try {
      for (;;) {
        if (this.#isStopped) return;
        const next = this.#nextOf(lane);
        if (next === null) return;
        await this.#try(exchange, lane, { node, id: next });
      }
    } catch (error) {
      if (this.#isStopped) return;
      lane.again = this.#modules.deadlines.now() + WAIT_CALCONDS;
      log.warn("a step of the outbox of mail failed; it is tried again", { error: String(error) });
    }
  }

  /** What may be tried now, or has waited for too long. */
  #nextOf(lane: Lane): string | null {
    const now = this.#modules.deadlines.reckon();
    for (const [id, order] of lane.orders) {
      if (now >= order.createdCalcond + MAIL_DELIVERY_CALCONDS) return id;
      if (now >= order.again && now >= lane.again) return id;
    }
    return null;
  }

  /** Sets the timer for the next of it. */
  #rest(node: string, lane: Lane): void {
    if (this.#isStopped) return;
    if (lane.orders.size === 0) {
      this.#lanes.delete(node);
      return;
    }
    const now = this.#modules.deadlines.now();
    const next = [...lane.orders.values()].map(({ again, createdCalcond }) =>
      Math.min(Math.max(again, lane.again), createdCalcond + MAIL_DELIVERY_CALCONDS),
    );
    const wait = Math.min(WAIT_CALCONDS_MAX, Math.max(1, Math.min(...next) - now));
    lane.timer ??= this.#modules.scheduler.after(wait * CALCOND_MS, () => {
      lane.timer = null;
      this.#poke();
    });
  }

  async #try(
    exchange: ServiceExchange,
    lane: Lane,
    { id, node }: { readonly node: string; readonly id: string },
  ): Promise<void> {
    const { courier, deadlines, log, store } = this.#modules;
    const waiting = lane.orders.get(id)!;
    const record = await store.mail.orders.get([node, id]);
    if (record === undefined) {
      lane.orders.delete(id);
      return;
    }
    const order: Order = { ...record, node, id };
    if (deadlines.reckon() >= waiting.createdCalcond + MAIL_DELIVERY_CALCONDS) {
      await this.#end(lane, order, "late");
      return;
    }
    let tried: Tried;
    try {
      tried = await courier.bring(exchange, order, (done, of) => {
        waiting.parts = [done, of];
      });
    } catch (error) {
      waiting.tries += 1;
      lane.failures += 1;
      lane.again = deadlines.now() + waitAfter(lane.failures);
      log.debug("mail was not delivered; it is tried again", { id, node, error: String(error) });
      return;
    }
    lane.failures = 0;
    if (tried.state === "later") {
      waiting.tries += 1;
      waiting.again = deadlines.now() + waitAfter(waiting.tries);
    } else await this.#end(lane, order, tried.state === "lost" ? "refused" : tried.results);
  }

  /** What became of an order, in one batch with its end and with what the sender is told. */
  async #end(
    lane: Lane,
    order: Order,
    came:
      | "late"
      | "refused"
      | readonly { readonly address: string; readonly status: DeliveryResult }[],
  ): Promise<void> {
    const { bounces, deadlines, effects, keyring, store } = this.#modules;
    const { account, id, node } = order;
    const calcond = deadlines.now();
    const ended = order.kind === "confirm" ? [] : order.to.map(endedAs(came, { node, calcond }));
    const failed = ended.filter(({ status }) => status === "bounced");
    const stored = order.kind === "confirm" ? undefined : await store.mail.messages.get(id);
    const sender = await keyring.identity(account);
    const bounce =
      failed.length === 0 || stored === undefined || sender === undefined
        ? null
        : await bounces.about(sender, stored.message, node, failed);
    await effects.run({
      keys: [
        mailGuard(account),
        messageGuard(id),
        ...(bounce === null ? [] : [messageGuard(bounce.id)]),
        ...order.files.map((file) => `mailblob:${file}`),
      ],
      run: async (tx) => {
        if ((await tx.get(buckets.mailout, [node, id])) === undefined) return;
        tx.del(buckets.mailout, [node, id]);
        if (order.kind === "message") await this.#tellSender(tx, order, ended);
        if (bounce !== null) {
          const ms = Number(this.#modules.clock.nowNs() / 1_000_000n);
          await place(tx, { message: bounce, calcond, ms, size: sizeOf(bounce) }, [
            { account, mailbox: "inbox", keywords: [], summary: null },
          ]);
        }
        tx.onSettled((isWritten) => {
          if (!isWritten) return;
          lane.orders.delete(id);
          this.#delivered += ended.length - failed.length;
          this.#bounced += failed.length;
        });
      },
    });
  }

  async #tellSender(
    tx: EffectTransaction,
    order: Order,
    ended: readonly SentRecipient[],
  ): Promise<void> {
    const { account, files, id } = order;
    const sent = await tx.get(buckets.mailsent, [account, id]);
    // Where the sender has deleted the message, nobody asks what became of it.
    if (sent !== undefined && (await tx.get(buckets.mailof, [account, id])) === undefined)
      tx.del(buckets.mailsent, [account, id]);
    else if (sent !== undefined)
      tx.put(buckets.mailsent, [account, id], {
        recipients: sent.recipients.map(
          (one) => ended.find(({ address }) => address === one.address) ?? one,
        ),
      });
    await letGo(tx, id);
    // Who did not get the message is not waited for.
    const gone = ended.flatMap(({ address, status }) =>
      status === "bounced" ? `@${address}` : [],
    );
    if (gone.length === 0) return;
    for (const file of files) {
      const blob = await tx.get(buckets.mailblob, file);
      if (blob?.state === "ready")
        tx.put(buckets.mailblob, file, {
          ...blob,
          waiting: blob.waiting.filter((reader) => !gone.includes(reader)),
        });
    }
  }
}

function endedAs(
  came:
    | "late"
    | "refused"
    | readonly { readonly address: string; readonly status: DeliveryResult }[],
  { calcond, node }: { readonly node: string; readonly calcond: number },
): (address: string) => SentRecipient {
  return (address) => {
    const why =
      typeof came === "string"
        ? came
        : (came.find((one) => one.address === address)?.status ?? "refused");
    return why === "delivered"
      ? { address, status: "delivered", node, calcond }
      : { address, status: "bounced", why, node, calcond };
  };
}

function waitAfter(failures: number): number {
  return Math.min(WAIT_CALCONDS_MAX, WAIT_CALCONDS * 2 ** Math.min(failures - 1, 20));
}
