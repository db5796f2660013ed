/**
 * Messages to all subscribers of one stream. They are in cells of bounded size: a message goes to
 * one cell a turn of the event loop, so that requests come in between.
 */
import type { StreamMessage, Subscription } from "../contract/definition/subscription.js";
import { CLOSE, type TopicBroker } from "./connection.js";
import type { Subscriber } from "./subscriber.js";

const CELL_SUBSCRIBERS_MAX = 512;
/** What a cell is sent before its readers are looked at again. */
const UNCHECKED_BYTES_MAX = 65_536;

/** Subscribers that a server publishes to at once. */
export class Cell {
  readonly topic: Topic;
  readonly members = new Set<Subscriber>();
  /** Number of the last message that was published here. */
  last: number;
  readonly #name: string;
  readonly #broker: TopicBroker;
  #uncheckedBytes = 0;

  constructor(topic: Topic, name: string, broker: TopicBroker) {
    this.topic = topic;
    this.last = topic.published;
    this.#name = name;
    this.#broker = broker;
  }

  hasRoomFor({ broker }: Subscriber): boolean {
    return this.#broker === broker && this.members.size < CELL_SUBSCRIBERS_MAX;
  }

  /** @param subscriber was sent all there is up to `last` */
  join(subscriber: Subscriber): void {
    subscriber.join(this.#name);
  }

  publish({ seq, text }: StreamMessage): void {
    if (seq <= this.last) return;
    this.last = seq;
    if (this.#uncheckedBytes > UNCHECKED_BYTES_MAX) {
      this.#uncheckedBytes = 0;
      for (const member of this.members) member.dropIfSlow();
    }
    // At most three bytes a unit: what waits is looked at sooner rather than later.
    this.#uncheckedBytes += 3 * text.length;
    this.#broker.publish(this.#name, text);
  }
}

export class Topic {
  readonly name: string;
  readonly read: Subscription["read"];
  /** Number of the last message that was told. */
  head: number;
  /** Number of the last message that all cells were sent. */
  published: number;
  stop: () => void = () => undefined;
  readonly #cells = new Set<Cell>();
  readonly #waiting: StreamMessage[] = [];
  #cellsMade = 0;
  #isWriting = false;

  constructor(subscription: Subscription, head: number) {
    this.name = subscription.topic;
    this.head = head;
    this.published = head;
    this.read = (after, countMax) => subscription.read(after, countMax);
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  /** Nothing that was told waits to be sent. */
  get isIdle(): boolean {
    return !this.#isWriting;
  }

  *members(): Generator<Subscriber> {
    for (const cell of this.#cells) yield* cell.members;
  }

  /** The cell that a new subscriber is a member of. */
  add(subscriber: Subscriber): Cell {
    const cell =
      [...this.#cells].find((one) => one.hasRoomFor(subscriber)) ?? this.#cell(subscriber);
    cell.members.add(subscriber);
    return cell;
  }

  delete(subscriber: Subscriber, cell: Cell): void {
    cell.members.delete(subscriber);
    if (cell.members.size === 0) this.#cells.delete(cell);
  }

  /** @returns whether nobody sends yet what waits: `write` is to be called */
  tell(message: StreamMessage): boolean {
    if (message.seq <= this.head) return false;
    this.head = message.seq;
    this.#waiting.push(message);
    return !this.#isWriting;
  }

  /** Sends what waits, in order. */
  async write(): Promise<void> {
    this.#isWriting = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        // Some were told before anyone listened.
        while (next.seq > this.published + 1) await this.#sendMissed(next.seq);
        await this.#send(next);
      }
    } finally {
      this.#isWriting = false;
    }
  }

  async #sendMissed(before: number): Promise<void> {
    const missed = await this.read(this.published, before - this.published - 1);
    if (missed.length === 0) throw new Error(`no message behind ${this.published}`);
    for (const message of missed) await this.#send(message);
  }

  /** Readers whose right has ended are closed; each right is looked at once for all who have it. */
  async checkRights(): Promise<void> {
    const rights = new Map([...this.members()].map(({ right }) => [right.id, right]));
    const ends = await Promise.all(
      [...rights.values()].map(async (right) => [right.id, await right.lost()] as const),
    );
    const lost = new Map(ends.filter((end): end is [string, string] => end[1] !== null));
    if (lost.size === 0) return;
    for (const member of this.members()) {
      const why = lost.get(member.right.id);
      if (why !== undefined) member.close(CLOSE.policy, why);
    }
  }

  /** To cells that come meanwhile, too: they begin before this message. */
  async #send(message: StreamMessage): Promise<void> {
    await this.checkRights();
    for (const cell of this.#cells) {
      cell.publish(message);
      await turn();
    }
    this.published = message.seq;
  }

  #cell({ broker }: Subscriber): Cell {
    this.#cellsMade += 1;
    const cell = new Cell(this, `${this.name}/${this.#cellsMade}`, broker);
    this.#cells.add(cell);
    return cell;
  }
}

export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
