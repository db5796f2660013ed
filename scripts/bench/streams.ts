/**
 * One channel with 10,000 subscribers on this machine: memory of the server for each of them, and how
 * long a tick takes to reach them, on both adapters of HTTP, beside a bare uWebSockets.js that
 * publishes as many bytes.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { median, type Row } from "./report.js";
import type { ServerMessage } from "./streamServers.js";

const SUBSCRIBERS = 10_000;
/** The node bounds sockets of one address; loopback has many. */
const OF_ADDRESS = 200;
const AT_ONCE = 100;
const TICKS = 7;
const NS_PER_MS = 1e6;
const BYTES_PER_KIB = 1_024;

function heard<K extends ServerMessage["kind"]>(
  server: ChildProcess,
  kind: K,
): Promise<Extract<ServerMessage, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error("the server ended"));
    const listen = (one: ServerMessage): void => {
      if (one.kind !== kind) return;
      server.off("message", listen).off("exit", ended);
      resolve(one as Extract<ServerMessage, { kind: K }>);
    };
    server.on("message", listen).once("exit", ended);
  });
}

/** A subscriber that counts bytes, and when the last of a message came. */
class Subscriber {
  readonly socket: Socket;
  bytes = 0;
  lastNs = 0n;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (part: Buffer) => {
      this.bytes += part.length;
      this.lastNs = process.hrtime.bigint();
    });
  }
}

async function subscribe(port: number, path: string, index: number): Promise<Subscriber> {
  const group = Math.floor(index / OF_ADDRESS);
  const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.1.${group + 1}` });
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const [head] = (await once(socket, "data")) as [Buffer];
  if (!head.toString("latin1").startsWith("HTTP/1.1 101")) throw new Error(head.toString());
  return new Subscriber(socket);
}

interface Figures {
  readonly kibEach: number;
  /** From the request for a tick, and from the moment at which it was durable, to the last. */
  readonly askedMs: number;
  readonly lastMs: number;
  readonly medianMs: number;
  readonly bytes: number;
}

async function measure(which: "uws" | "node" | "bare", size: number): Promise<Figures> {
  const script = new URL("./streamServers.js", import.meta.url);
  const server = fork(script, [which, String(size)], { execArgv: ["--expose-gc"] });
  const { path, port } = await heard(server, "ready");
  const memory = async (): Promise<number> => {
    server.send("memory");
    return (await heard(server, "memory")).bytes;
  };
  await tick(server, []);
  const before = await memory();
  const all: Subscriber[] = [];
  for (let i = 0; i < SUBSCRIBERS; i += AT_ONCE)
    all.push(
      ...(await Promise.all(
        Array.from({ length: AT_ONCE }, (_, k) => subscribe(port, path, i + k)),
      )),
    );
  await tick(server, all);
  const kibEach = ((await memory()) - before) / SUBSCRIBERS / BYTES_PER_KIB;
  const rounds: (readonly [asked: number, last: number, middle: number])[] = [];
  for (let n = 0; n < TICKS; n += 1) rounds.push(await tick(server, all));
  const bytes = all[0]!.bytes;
  server.send("end");
  for (const { socket } of all) socket.destroy();
  return {
    kibEach,
    askedMs: median(rounds.map(([asked]) => asked)),
    lastMs: median(rounds.map(([, last]) => last)),
    medianMs: median(rounds.map(([, , middle]) => middle)),
    bytes: Math.round(bytes / (TICKS + 1)),
  };
}

/** One message to all; done when every subscriber has as many bytes more as the first. */
async function tick(
  server: ChildProcess,
  all: readonly Subscriber[],
): Promise<readonly [asked: number, last: number, middle: number]> {
  const before = all.map(({ bytes }) => bytes);
  const ticked = heard(server, "ticked");
  server.send("tick");
  const { askedNs, heardNs } = await ticked;
  const size = (i: number): number => all[i]!.bytes - before[i]!;
  for (let done = 0; done < all.length;) {
    if (size(done) > 0 && size(done) >= size(0)) done += 1;
    else
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
  }
  const ms = (from: string, to: bigint): number => Number(to - BigInt(from)) / NS_PER_MS;
  const arrivals = all.map(({ lastNs }) => ms(heardNs, lastNs));
  const last = arrivals.reduce((a, b) => Math.max(a, b), 0);
  return [last + ms(askedNs, BigInt(heardNs)), last, arrivals.length === 0 ? 0 : median(arrivals)];
}

export async function benchStreams(): Promise<readonly Row[]> {
  const ours = await measure("uws", 0);
  const node = await measure("node", 0);
  const bare = await measure("bare", ours.bytes);
  return [
    { name: `subscribers of one channel`, value: SUBSCRIBERS, unit: "" },
    { name: "bytes of a tick", value: ours.bytes, unit: "B" },
    { name: "memory for each", value: ours.kibEach, unit: "KiB", target: "at most 8" },
    { name: "node:http with ws: memory for each", value: node.kibEach, unit: "KiB" },
    { name: "bare uWebSockets.js: memory for each", value: bare.kibEach, unit: "KiB" },
    { name: "durable tick to the middle subscriber", value: ours.medianMs, unit: "ms" },
    { name: "durable tick to the last subscriber", value: ours.lastMs, unit: "ms" },
    { name: "node:http with ws: to the middle subscriber", value: node.medianMs, unit: "ms" },
    { name: "node:http with ws: to the last subscriber", value: node.lastMs, unit: "ms" },
    { name: "bare publish to the middle subscriber", value: bare.medianMs, unit: "ms" },
    { name: "bare publish to the last subscriber", value: bare.lastMs, unit: "ms" },
    { name: "request for a tick to the last subscriber", value: ours.askedMs, unit: "ms" },
  ];
}
