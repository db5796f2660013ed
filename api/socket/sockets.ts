/**
 * The surface of sockets: subscriptions of streams on connections that were HTTP before. A message
 * is told once to the server that keeps them, and what waits for one of them is bounded.
 */
import { SOCKETS_MAX, SOCKETS_OF_ADDRESS_MAX } from "../../protocol/limits.js";
import type { Logger } from "../../protocol/ports.js";
import type { Subscription } from "../contract/definition/subscription.js";
import { ApiError } from "../contract/definition/problem.js";
import { CLOSE, type ConnectionListener, type SocketConnection } from "./connection.js";
import { Subscriber, type Dropped, type SubscriberHost } from "./subscriber.js";
import { Topic, turn, type Cell } from "./topic.js";

/** Messages that are read at once for who is behind. */
const READ_MESSAGES = 64;
const CHECK_EVERY_MS = 5_000;
const CLOSING_MS = 30_000;

export interface SocketEvents {
  /** Connections that are open now. */
  open(count: number): void;
  dropped(why: Dropped): void;
}

interface SocketOptions {
  readonly log: Pick<Logger, "error">;
  readonly events?: SocketEvents;
  /** Absent: those of the contract; a benchmark has all its subscribers at one address. */
  readonly ofAddressMax?: number;
  readonly allMax?: number;
  /** How long a peer has to take its close frame; absent: 30 s. */
  readonly closingMs?: number;
}

export class Sockets implements SubscriberHost {
  readonly closingMs: number;
  readonly #options: SocketOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #cellOf = new Map<Subscriber, Cell>();
  readonly #ofAddress = new Map<string, number>();
  #checkedMs = 0;
  #nowMs = performance.now();
  #isClosing = false;
  #whenEmpty: (() => void) | null = null;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.closingMs = options.closingMs ?? CLOSING_MS;
  }

  get count(): number {
    return this.#cellOf.size;
  }

  /** @throws ApiError NOT_READY, BUSY, RATE_LIMITED where one more from this address is too many */
  admit(group: string): void {
    const { allMax = SOCKETS_MAX, ofAddressMax = SOCKETS_OF_ADDRESS_MAX } = this.#options;
    const later = { headers: ["retry-after", "5"] };
    if (this.#isClosing) throw new ApiError("NOT_READY", "the node is stopping", later);
    if (this.count >= allMax) throw new ApiError("BUSY", "too many sockets are open", later);
    if ((this.#ofAddress.get(group) ?? 0) >= ofAddressMax)
      throw new ApiError("RATE_LIMITED", `an address has at most ${ofAddressMax} sockets`, later);
  }

  /**
   * To be called in the turn in which `admit` let it pass.
   * @param connect makes the request a connection
   */
  open(
    subscription: Subscription,
    group: string,
    connect: (listener: ConnectionListener) => SocketConnection,
  ): void {
    const head = subscription.head();
    const after = Math.min(subscription.after ?? head, head);
    // While nothing was open, nobody swept.
    if (this.count === 0) this.#nowMs = performance.now();
    const subscriber = new Subscriber(
      { group, last: after, right: subscription.right },
      this,
      connect,
    );
    const cell = this.#joined(subscription, head).add(subscriber);
    this.#cellOf.set(subscriber, cell);
    this.#ofAddress.set(group, (this.#ofAddress.get(group) ?? 0) + 1);
    this.#options.events?.open(this.count);
    subscriber.say(subscription.hello(head));
    const oldest = subscription.oldest();
    if (after < oldest - 1) {
      subscriber.say(subscription.resync(oldest));
      subscriber.last = oldest - 1;
    }
    this.#sendOlder(cell, subscriber).catch((error: unknown) => {
      this.#options.log.error("a subscriber could not be sent older messages", { error });
      subscriber.close(CLOSE.tryAgain, "older messages cannot be read now");
    });
  }

  #joined(subscription: Subscription, head: number): Topic {
    const known = this.#topics.get(subscription.topic);
    if (known !== undefined) return known;
    const topic = new Topic(subscription, head);
    this.#topics.set(subscription.topic, topic);
    topic.stop = subscription.listen({
      message: (message) => {
        if (topic.tell(message)) void this.#write(topic);
      },
      changed: () => this.#check(topic),
      ended: (text) => void this.#ended(topic, text),
    });
    return topic;
  }

  /** Sends what its cell was sent before, as it finds room, and lets it join in the same turn. */
  async #sendOlder(cell: Cell, to: Subscriber): Promise<void> {
    // What it was told stands before it begins may still be on its way to the cell.
    while (to.isOpen && cell.last < to.last) await turn();
    while (to.isOpen && to.last < cell.last) {
      const messages = await cell.topic.read(to.last, READ_MESSAGES);
      if (messages.length === 0) throw new Error(`no message behind ${to.last}`);
      const why = await to.right.lost();
      if (why !== null) {
        to.close(CLOSE.policy, why);
        return;
      }
      for (const { seq, text } of messages) {
        // The cell will be sent it.
        if (seq > cell.last) break;
        await to.room();
        if (!to.isOpen) return;
        to.last = seq;
        to.say(text);
      }
    }
    cell.join(to);
  }

  async #write(topic: Topic): Promise<void> {
    try {
      await topic.write();
    } catch (error) {
      this.#options.log.error("subscribers could not be sent what they missed", { error });
      for (const subscriber of topic.members())
        subscriber.close(CLOSE.tryAgain, "older messages cannot be read now");
    }
  }

  #check(topic: Topic): void {
    topic.checkRights().catch((error: unknown) => {
      this.#options.log.error("the rights of subscribers cannot be looked at", { error });
      for (const subscriber of topic.members())
        subscriber.close(CLOSE.tryAgain, "rights cannot be looked at now");
    });
  }

  async #ended(topic: Topic, text: string): Promise<void> {
    // Behind the messages that are still being sent.
    while (!topic.isIdle) await turn();
    for (const subscriber of topic.members()) {
      subscriber.say(text);
      subscriber.close(CLOSE.normal);
    }
  }

  // What subscribers tell.

  nowMs(): number {
    return this.#nowMs;
  }

  dropped(why: Dropped): void {
    this.#options.events?.dropped(why);
  }

  gone(subscriber: Subscriber): void {
    const cell = this.#cellOf.get(subscriber);
    if (cell === undefined) return;
    this.#cellOf.delete(subscriber);
    const left = (this.#ofAddress.get(subscriber.group) ?? 1) - 1;
    if (left === 0) this.#ofAddress.delete(subscriber.group);
    else this.#ofAddress.set(subscriber.group, left);
    const { topic } = cell;
    topic.delete(subscriber, cell);
    if (topic.isEmpty && this.#topics.get(topic.name) === topic) {
      topic.stop();
      this.#topics.delete(topic.name);
    }
    this.#options.events?.open(this.count);
    if (this.count === 0) this.#whenEmpty?.();
  }

  /** Called a few times a second. */
  sweep(nowMs: number): void {
    this.#nowMs = nowMs;
    if (nowMs - this.#checkedMs < Math.min(CHECK_EVERY_MS, this.closingMs)) return;
    this.#checkedMs = nowMs;
    for (const subscriber of this.#cellOf.keys()) subscriber.check(nowMs);
    // Some rights end by time alone.
    for (const topic of this.#topics.values()) this.#check(topic);
  }

  /** All are told that the server goes away; who does not take it in time is cut off. */
  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    for (const subscriber of this.#cellOf.keys())
      subscriber.close(CLOSE.goingAway, "the node is stopping");
    if (this.count === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
    const cut = setTimeout(() => {
      for (const subscriber of this.#cellOf.keys()) subscriber.destroy();
    }, deadlineMs);
    await emptied;
    clearTimeout(cut);
  }
}
