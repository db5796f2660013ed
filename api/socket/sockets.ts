/**
 * The surface of sockets: subscriptions of streams on connections that were HTTP before. A message
 * is encoded once for all subscribers of its topic, and what waits for one of them is bounded.
 */
import type { Socket } from "node:net";
import { SOCKETS_MAX, SOCKETS_OF_ADDRESS_MAX } from "../../protocol/limits.js";
import type { Logger } from "../../protocol/ports.js";
import type { StreamMessage, Subscription } from "../contract/subscription.js";
import { ApiError } from "../errors.js";
import { CLOSE, textFrame } from "./frames.js";
import { Subscriber, type Dropped, type SubscriberHost } from "./subscriber.js";

/** Subscribers that are written to in one turn of the event loop: requests come in between. */
const TURN_SUBSCRIBERS = 512;
/** Messages that are read at once for who is behind. */
const READ_MESSAGES = 64;
const CHECK_EVERY_MS = 5_000;

/** A connection that is no longer HTTP. */
export interface RawSocket {
  readonly socket: Socket;
  /** What came behind the request. */
  readonly ahead: Buffer;
}

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
}

interface Waiting {
  readonly message: StreamMessage;
  readonly frame: Buffer;
}

class Topic {
  readonly subscribers = new Set<Subscriber>();
  readonly read: Subscription["read"];
  /** Number of the last message that was told. */
  head: number;
  stop: () => void = () => undefined;
  /** Messages that are being written to subscribers, the oldest first. */
  readonly waiting: Waiting[] = [];
  isWriting = false;

  constructor(head: number, read: Subscription["read"]) {
    this.head = head;
    this.read = read;
  }
}

export class Sockets implements SubscriberHost {
  readonly #options: SocketOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #all = new Set<Subscriber>();
  readonly #ofAddress = new Map<string, number>();
  #checkedMs = 0;
  #nowMs = performance.now();
  #isClosing = false;
  #whenEmpty: (() => void) | null = null;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#all.size;
  }

  /** @throws ApiError NOT_READY, BUSY, RATE_LIMITED where one more from this address is too many */
  admit(group: string): void {
    const { allMax = SOCKETS_MAX, ofAddressMax = SOCKETS_OF_ADDRESS_MAX } = this.#options;
    const later = { headers: ["retry-after", "5"] };
    if (this.#isClosing) throw new ApiError("NOT_READY", "the node is stopping", later);
    if (this.#all.size >= allMax) throw new ApiError("BUSY", "too many sockets are open", later);
    if ((this.#ofAddress.get(group) ?? 0) >= ofAddressMax)
      throw new ApiError("RATE_LIMITED", `an address has at most ${ofAddressMax} sockets`, later);
  }

  /** To be called in the turn in which `admit` let it pass. */
  open({ ahead, socket }: RawSocket, subscription: Subscription, group: string): void {
    const head = subscription.head();
    const after = Math.min(subscription.after ?? head, head);
    const place = { topic: subscription.topic, group, last: after };
    const subscriber = new Subscriber(socket, place, this);
    this.#all.add(subscriber);
    this.#ofAddress.set(group, (this.#ofAddress.get(group) ?? 0) + 1);
    this.#options.events?.open(this.#all.size);
    const topic = this.#joined(subscription, head);
    topic.subscribers.add(subscriber);
    subscriber.say(subscription.hello(head));
    const oldest = subscription.oldest();
    if (after < oldest - 1) {
      subscriber.say(subscription.resync(oldest));
      subscriber.last = oldest - 1;
    }
    subscriber.receive(ahead);
    this.#catchUp(topic, subscriber);
  }

  #joined(subscription: Subscription, head: number): Topic {
    const known = this.#topics.get(subscription.topic);
    if (known !== undefined) return known;
    const topic = new Topic(head, (after, countMax) => subscription.read(after, countMax));
    this.#topics.set(subscription.topic, topic);
    topic.stop = subscription.listen({
      message: (message) => this.#told(topic, message),
      ended: (text) => this.#ended(topic, text),
    });
    return topic;
  }

  #catchUp(topic: Topic, to: Subscriber): void {
    to.isLive = false;
    this.#sendOlder(topic, to).catch((error: unknown) => {
      this.#options.log.error("a subscriber could not be sent older messages", { error });
      to.close(CLOSE.tryAgain, "older messages cannot be read now");
    });
  }

  /** Sends what is behind its number, as it finds room, until it has all there is. */
  async #sendOlder(topic: Topic, to: Subscriber): Promise<void> {
    while (to.isOpen && to.last < topic.head) {
      const messages = await topic.read(to.last, READ_MESSAGES);
      if (messages.length === 0) throw new Error(`no message behind ${to.last}`);
      for (const { seq, text } of messages) {
        await to.room();
        if (!to.isOpen) return;
        to.last = seq;
        to.say(text);
      }
    }
    to.isLive = true;
  }

  #told(topic: Topic, message: StreamMessage): void {
    if (message.seq <= topic.head) return;
    topic.head = message.seq;
    topic.waiting.push({ message, frame: textFrame(message.text) });
    if (!topic.isWriting) void this.#write(topic);
  }

  /** One message after the other, some subscribers a turn. */
  async #write(topic: Topic): Promise<void> {
    topic.isWriting = true;
    for (let one = topic.waiting.shift(); one !== undefined; one = topic.waiting.shift()) {
      let written = 0;
      // Who joins meanwhile is sent it by catching up, or has it already.
      for (const subscriber of topic.subscribers) {
        // Some were told before anyone listened.
        if (!subscriber.push(one.message.seq, one.frame)) this.#catchUp(topic, subscriber);
        written += 1;
        if (written % TURN_SUBSCRIBERS === 0) await turn();
      }
    }
    topic.isWriting = false;
  }

  #ended(topic: Topic, text: string): void {
    const frame = textFrame(text);
    const end = (): void => {
      for (const subscriber of topic.subscribers) {
        subscriber.write(frame);
        subscriber.close(CLOSE.normal);
      }
    };
    // Behind the messages that are still being written.
    if (topic.isWriting) void turn().then(() => this.#ended(topic, text));
    else end();
  }

  // What subscribers tell.

  nowMs(): number {
    return this.#nowMs;
  }

  dropped(why: Dropped): void {
    this.#options.events?.dropped(why);
  }

  gone(subscriber: Subscriber): void {
    if (!this.#all.delete(subscriber)) return;
    const left = (this.#ofAddress.get(subscriber.group) ?? 1) - 1;
    if (left === 0) this.#ofAddress.delete(subscriber.group);
    else this.#ofAddress.set(subscriber.group, left);
    const topic = this.#topics.get(subscriber.topic);
    topic?.subscribers.delete(subscriber);
    if (topic?.subscribers.size === 0) {
      topic.stop();
      this.#topics.delete(subscriber.topic);
    }
    this.#options.events?.open(this.#all.size);
    if (this.#all.size === 0) this.#whenEmpty?.();
  }

  /** Called a few times a second. */
  sweep(nowMs: number): void {
    this.#nowMs = nowMs;
    if (nowMs - this.#checkedMs < CHECK_EVERY_MS) return;
    this.#checkedMs = nowMs;
    for (const subscriber of this.#all) subscriber.check(nowMs);
  }

  /** All are told that the server goes away; who does not take it in time is cut off. */
  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    for (const subscriber of this.#all) subscriber.close(CLOSE.goingAway, "the node is stopping");
    if (this.#all.size === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
    const cut = setTimeout(() => {
      for (const subscriber of this.#all) subscriber.destroy();
    }, deadlineMs);
    await emptied;
    clearTimeout(cut);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
