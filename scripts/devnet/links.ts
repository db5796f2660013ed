/**
 * A TCP proxy before each node of a cluster on one machine. Every node dials from a loopback
 * address of its own, so a proxy knows whose connection it carries, and each link has a state of
 * its own. Needs a system on which all of 127.0.0.0/8 is loopback, as Linux is.
 */
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** Connections whose caller is no node of the cluster are always carried. */
export const STRANGER = -1;
const NODES_MAX = 250;

/** The loopback address node `n` dials from. */
export function sourceAddress(n: number): string {
  return `127.0.1.${n + 1}`;
}

function nodeAt(address: string | undefined): number {
  const match = /^(?:::ffff:)?127\.0\.1\.(\d{1,3})$/.exec(address ?? "");
  return match === null ? STRANGER : Number(match[1]) - 1;
}

interface Connection {
  readonly from: number;
  readonly to: number;
  readonly caller: Socket;
  readonly called: Socket;
}

export class Links {
  readonly #proxies: readonly Server[];
  readonly #targets: number[];
  readonly #connections = new Set<Connection>();
  /** Pairs `a b`, the smaller first, that are reset whenever they meet. */
  readonly #cut = new Set<string>();
  /** Directions `from to` in which bytes wait. */
  readonly #held = new Set<string>();
  /** By direction. */
  readonly #bytes = new Map<string, number>();

  private constructor(proxies: readonly Server[]) {
    this.#proxies = proxies;
    this.#targets = proxies.map(() => 0);
  }

  /** @param count nodes, 1 to 250 */
  static async open(count: number): Promise<Links> {
    if (count < 1 || count > NODES_MAX) throw new RangeError(`1 to ${NODES_MAX} nodes have links`);
    const links = new Links(Array.from({ length: count }, () => createServer()));
    await Promise.all(
      links.#proxies.map(
        (proxy, to) =>
          new Promise<void>((resolve, reject) => {
            proxy.on("connection", (caller) => links.#carry(caller, to));
            proxy.once("error", reject);
            proxy.listen(0, "127.0.0.1", resolve);
          }),
      ),
    );
    return links;
  }

  /** Port under which the others reach node `n`. */
  port(n: number): number {
    return (this.#proxies[n]!.address() as AddressInfo).port;
  }

  /** Where node `n` really listens. */
  target(n: number, port: number): void {
    this.#targets[n] = port;
  }

  /** Resets what connects the two, and whatever will, until they are healed. */
  cut(a: number, b: number): void {
    this.#cut.add(pair(a, b));
    for (const { from, to, caller } of this.#connections) {
      if (pair(from, to) === pair(a, b)) caller.resetAndDestroy();
    }
  }

  /** Bytes one way wait from now on, unseen by the other side, until the links are healed. */
  hold(from: number, to: number): void {
    this.#held.add(`${from} ${to}`);
    this.#flow();
  }

  /** All links are open again; what waited goes on. */
  heal(): void {
    this.#cut.clear();
    this.#held.clear();
    this.#flow();
  }

  /** Bytes that one has sent to the other so far. */
  bytes(from: number, to: number): number {
    return this.#bytes.get(`${from} ${to}`) ?? 0;
  }

  /** Connections carried now between nodes of the cluster. */
  get carried(): number {
    return [...this.#connections].filter(({ from }) => from !== STRANGER).length;
  }

  async close(): Promise<void> {
    for (const { caller } of this.#connections) caller.destroy();
    await Promise.all(
      this.#proxies.map(
        (proxy) =>
          new Promise<void>((resolve) => {
            proxy.close(() => resolve());
          }),
      ),
    );
  }

  #carry(caller: Socket, to: number): void {
    const from = nodeAt(caller.remoteAddress);
    caller.on("error", () => {
      caller.destroy();
    });
    if (this.#cut.has(pair(from, to)) || this.#targets[to] === 0) {
      caller.resetAndDestroy();
      return;
    }
    const called = connect({ host: "127.0.0.1", port: this.#targets[to]!, noDelay: true });
    caller.setNoDelay(true);
    const connection = { from, to, caller, called };
    this.#connections.add(connection);
    called.on("error", () => {
      called.destroy();
    });
    this.#join(caller, called, `${from} ${to}`);
    this.#join(called, caller, `${to} ${from}`);
    caller.once("close", () => {
      this.#connections.delete(connection);
    });
    this.#flow();
  }

  #join(source: Socket, sink: Socket, direction: string): void {
    source.on("data", (chunk) => {
      this.#bytes.set(direction, (this.#bytes.get(direction) ?? 0) + chunk.length);
      if (!sink.write(chunk)) source.pause();
    });
    sink.on("drain", () => {
      if (!this.#held.has(direction)) source.resume();
    });
    source.once("end", () => {
      sink.end();
    });
    source.once("close", () => {
      sink.destroy();
    });
  }

  #flow(): void {
    for (const { from, to, caller, called } of this.#connections) {
      if (this.#held.has(`${from} ${to}`)) caller.pause();
      else if (!called.writableNeedDrain) caller.resume();
      if (this.#held.has(`${to} ${from}`)) called.pause();
      else if (!caller.writableNeedDrain) called.resume();
    }
  }
}

function pair(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}
