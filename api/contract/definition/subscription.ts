/**
 * What the handler of a stream gives the surface that sends it: where the stream stands, what it
 * has sent, and the news. Types and one mark; the contract stays importable anywhere.
 */
import type { Right } from "../../../protocol/streams/right.js";

/** A message of a stream in its order: numbers have no gap. */
export interface StreamMessage {
  readonly seq: number;
  readonly text: string;
}

export interface StreamListener {
  /** Called once for each message, in order, after it is durable. */
  message(message: StreamMessage): void;
  /** Some who were let in may not be any more: their rights are looked at. */
  changed(): void;
  /** Nothing more will come. @param text the last message, which has no number */
  ended(text: string): void;
}

export interface Subscription {
  /** Of whoever subscribes. */
  readonly right: Right;
  /** Subscriptions of one topic are sent the same messages. */
  readonly topic: string;
  /** Messages behind this number are wanted; null for those to come. */
  readonly after: number | null;
  /** Number of the last message; 0 before the first. */
  head(): number;
  /** Number of the oldest message that is still sent. */
  oldest(): number;
  /** The first message. */
  hello(head: number): string;
  /** Messages sent once where `after` is older than what is still sent. */
  resync(oldest: number): string;
  /** Messages behind a number, in order, at most so many. */
  read(after: number, countMax: number): Promise<readonly StreamMessage[]>;
  /** @returns what stops it */
  listen(listener: StreamListener): () => void;
}

/** The answer of a stream's handler: the connection is to become this subscription. */
export class Upgrade {
  readonly subscription: Subscription;

  constructor(subscription: Subscription) {
    this.subscription = subscription;
  }
}
