/** That the patches of libraries still take effect, and that the libraries still need them. */
import { readdirSync, readFileSync } from "node:fs";
import { connect, Socket } from "node:net";
import { join } from "node:path";
import { autoNAT, type AutoNATComponents } from "@libp2p/autonat";
import { mdns } from "@libp2p/mdns";
import { peerIdFromString } from "@libp2p/peer-id";
import { tcp } from "@libp2p/tcp";
import { webSockets } from "@libp2p/websockets";
import { multiaddr } from "@multiformats/multiaddr";
import { expect } from "chai";
import { createLibp2p } from "libp2p";
import { afterTurn } from "../../../../../node/runtime/turn.js";
import { patches, type Patch } from "../../../../../node/mesh/host/patches/index.js";
import {
  passOn,
  plainHosts,
  TOPIC,
  until,
  type Encrypters,
  type HostParts,
  type Muxers,
  type PlainHost,
} from "../../../../kit/plainHosts.js";

const FOLDER = join(process.cwd(), "node", "mesh", "host", "patches");
const PROTOCOL = "/test/patches/1";
const MESSAGES = 40;
const STREAMS = 20;
const FEW = 8;
/** The package by which one of them is installed. */
const INSTALLED_AS: Readonly<Record<string, string>> = {
  "@libp2p/gossipsub": "@chainsafe/libp2p-gossipsub",
};

function versionOf(name: string): string {
  const file = join(process.cwd(), "node_modules", INSTALLED_AS[name] ?? name, "package.json");
  const { version }: { readonly version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}

/** Two hosts that are connected, and a third where there is one; stopped behind the work. */
async function withHosts<T>(
  count: number,
  parts: HostParts,
  work: (hosts: readonly PlainHost[]) => Promise<T>,
): Promise<T> {
  const hosts = await plainHosts(count, parts);
  try {
    return await work(hosts);
  } finally {
    for (const host of hosts) await host.stop();
  }
}

async function connectAll(hosts: readonly PlainHost[]): Promise<void> {
  for (const [i, host] of hosts.entries())
    for (const other of hosts.slice(i + 1)) await host.dial(other.getMultiaddrs());
}

/** Small messages from the first host to the second on one stream, one a turn. */
async function sendMessages([from, to]: readonly PlainHost[]): Promise<void> {
  let arrived = 0;
  await to!.handle(PROTOCOL, async (stream) => {
    for await (const chunk of stream) arrived += chunk.byteLength;
  });
  await from!.dial(to!.getMultiaddrs());
  const stream = await from!.dialProtocol(to!.peerId, PROTOCOL);
  for (let i = 0; i < MESSAGES; i += 1) {
    stream.send(new Uint8Array(100));
    await until(() => arrived === 100 * (i + 1));
  }
  await stream.close();
}

/** How many of the messages that a host reads it reads in a turn that was told as the sender's. */
async function turnsTold(
  watch: (make: Encrypters, onTurn: (peer: string) => void) => Encrypters,
): Promise<number> {
  let turn: string | null = null;
  let inTurn = 0;
  let arrived = 0;
  const onTurn = (peer: string): void => {
    turn = peer;
    afterTurn(() => {
      turn = null;
    });
  };
  return withHosts(2, { encrypter: (make) => watch(make, onTurn) }, async ([from, to]) => {
    await to!.handle(PROTOCOL, async (stream) => {
      for await (const _chunk of stream) {
        arrived += 1;
        if (turn === from!.peerId.toString()) inTurn += 1;
      }
    });
    await from!.dial(to!.getMultiaddrs());
    const stream = await from!.dialProtocol(to!.peerId, PROTOCOL);
    for (let i = 0; i < MESSAGES; i += 1) {
      stream.send(new Uint8Array(100));
      await until(() => arrived === i + 1);
    }
    await stream.close();
    return inTurn;
  });
}

/** Writes to sockets while many messages are sent in one turn of the event loop, and arrive. */
async function writesOfATurn(parts: HostParts): Promise<number> {
  let writes = 0;
  const uncount = (["_write", "_writev"] as const).map((name) => {
    const original: unknown = Reflect.get(Socket.prototype, name);
    if (typeof original !== "function") throw new TypeError("sockets write in another way");
    const counted = function counted(this: Socket, ...given: readonly unknown[]): void {
      writes += 1;
      Reflect.apply(original, this, given);
    };
    Reflect.set(Socket.prototype, name, counted);
    return () => Reflect.set(Socket.prototype, name, original);
  });
  const muxer = (make: Muxers): Muxers => patches.windowUpdates.apply(make);
  try {
    return await withHosts(2, { ...parts, muxer }, async ([from, to]) => {
      let arrived = 0;
      await to!.handle(PROTOCOL, async (stream) => {
        for await (const chunk of stream) arrived += chunk.byteLength;
      });
      await from!.dial(to!.getMultiaddrs());
      const stream = await from!.dialProtocol(to!.peerId, PROTOCOL);
      stream.send(new Uint8Array(100));
      await until(() => arrived === 100);
      writes = 0;
      for (let i = 0; i < MESSAGES; i += 1) stream.send(new Uint8Array(100));
      await until(() => arrived === 100 * (MESSAGES + 1));
      return writes;
    });
  } finally {
    for (const undo of uncount) undo();
  }
}

/** Errors for lengths that are not there yet, while messages are sent. */
async function missingLengths(parts: HostParts): Promise<number> {
  const Original = globalThis.RangeError;
  let thrown = 0;
  return withHosts(2, parts, async (hosts) => {
    globalThis.RangeError = new Proxy(Original, {
      apply: (target, _self, [message]: [string]) => {
        if (message.includes("int16")) thrown += 1;
        return target(message);
      },
    });
    try {
      await hosts[0]!.dial(hosts[1]!.getMultiaddrs());
      thrown = 0;
      await sendMessages(hosts);
      return thrown;
    } finally {
      globalThis.RangeError = Original;
    }
  });
}

/** Words that there is room again, while messages are sent. */
async function windowUpdates(patch: (make: Muxers) => Muxers): Promise<number> {
  let updates = 0;
  const counting =
    (make: Muxers): Muxers =>
    () => {
      const factory = make();
      const create = factory.createStreamMuxer.bind(factory);
      factory.createStreamMuxer = (connection) => {
        const muxer = create(connection);
        const send = muxer.send.bind(muxer);
        muxer.send = (frame) => {
          const bytes = frame.subarray();
          // Type 1 without flags.
          if (bytes[1] === 1 && bytes[2] === 0 && bytes[3] === 0) updates += 1;
          return send(frame);
        };
        return muxer;
      };
      return factory;
    };
  await withHosts(2, { muxer: (make) => patch(counting(make)) }, async (hosts) => {
    await sendMessages(hosts);
  });
  return updates;
}

/** Writes to the list of peers while streams of one protocol are opened. */
async function peerWrites(isPatched: boolean): Promise<number> {
  return withHosts(2, {}, async (hosts) => {
    let writes = 0;
    const { peerStore } = hosts[0]!;
    const merge = peerStore.merge.bind(peerStore);
    peerStore.merge = (...given) => {
      writes += 1;
      return merge(...given);
    };
    if (isPatched) patches.knownProtocols.apply(peerStore);
    // One that stays open is closed with the host: all of them under one signal.
    await hosts[1]!.handle(PROTOCOL, (stream) => stream.close());
    await hosts[0]!.dial(hosts[1]!.getMultiaddrs());
    await (await hosts[0]!.dialProtocol(hosts[1]!.peerId, PROTOCOL)).close();
    writes = 0;
    for (let i = 0; i < STREAMS; i += 1)
      await (await hosts[0]!.dialProtocol(hosts[1]!.peerId, PROTOCOL)).close();
    return writes;
  });
}

/** The class of the library, as far as the patches of gossip use it. */
interface Inside {
  readonly mcache: { observeDuplicate: (id: string, from: string) => void };
  pushGossip(peer: string, ihave: unknown): void;
}

function isInside(pubsub: object): pubsub is Inside {
  return "mcache" in pubsub && "pushGossip" in pubsub;
}

function insideOf({ services: { pubsub } }: PlainHost): Inside {
  const inside: object = pubsub;
  if (!isInside(inside)) throw new TypeError("the gossip library is another");
  return inside;
}

/** Three hosts in one mesh: how often two of them sent each other what the first one said. */
async function duplicates(waitMs: number): Promise<readonly [crossed: number, heard: number]> {
  return withHosts(3, {}, async (hosts) => {
    let [seen, heard] = [0, 0];
    const stops: (() => void)[] = [];
    for (const host of hosts) {
      const { mcache } = insideOf(host);
      const observe = mcache.observeDuplicate.bind(mcache);
      mcache.observeDuplicate = (id, from) => {
        seen += 1;
        observe(id, from);
      };
      host.services.pubsub.addEventListener("gossipsub:message", () => {
        heard += 1;
      });
      passOn(host);
      stops.push(patches.oneWay.apply(host.services.pubsub, host.peerId.toString(), waitMs));
      host.services.pubsub.subscribe(TOPIC);
    }
    await connectAll(hosts);
    const members = hosts.map((host) => patches.pubsubMembers.apply(host.services.pubsub));
    await until(() => members.every((one) => one.getMeshPeers(TOPIC).length === 2));
    for (let i = 0; i < MESSAGES; i += 1)
      await hosts[0]!.services.pubsub.publish(TOPIC, Uint8Array.of(i));
    await until(() => heard === 2 * MESSAGES);
    // What still waits is sent, or not, within this time.
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs + 100);
    });
    for (const stop of stops) stop();
    return [seen, heard] as const;
  });
}

/** How often a neighbour is told of messages because it joined a mesh; heartbeats never come. */
async function sentAtGraft(isPatched: boolean): Promise<number> {
  return withHosts(2, {}, async (hosts) => {
    const [hub, leaf] = hosts;
    const inside = insideOf(hub!);
    let sent = 0;
    const push = inside.pushGossip.bind(inside);
    const stack = (): string => new Error("where").stack ?? "";
    inside.pushGossip = (peer, ihave) => {
      if (!stack().includes("emitGossip")) sent += 1;
      push(peer, ihave);
    };
    if (isPatched) patches.graftNews.apply(hub!.services.pubsub);
    hub!.services.pubsub.subscribe(TOPIC);
    await hub!.services.pubsub.publish(TOPIC, Uint8Array.of(1));
    await leaf!.dial(hub!.getMultiaddrs());
    leaf!.services.pubsub.subscribe(TOPIC);
    const members = patches.pubsubMembers.apply(hub!.services.pubsub);
    await until(() => members.getMeshPeers(TOPIC).length === 1);
    return sent;
  });
}

/** How often a peer is named whose gossip is longer than any. */
async function namedForOversized(patch: typeof patches.oversizedGossip.apply): Promise<number> {
  return withHosts(2, {}, async ([hub, liar]) => {
    const { pubsub } = hub!.services;
    const named: string[] = [];
    let handled = 0;
    // The library tells nobody: its own handling of the error is what is waited for.
    const handle: unknown = Reflect.get(pubsub, "handlePeerReadStreamError");
    if (typeof handle !== "function") throw new Error("the library handles errors elsewhere");
    Reflect.set(pubsub, "handlePeerReadStreamError", (...args: unknown[]): void => {
      Reflect.apply(handle, pubsub, args);
      handled += 1;
    });
    patch(pubsub, (peer) => named.push(peer));
    pubsub.subscribe(TOPIC);
    await liar!.dial(hub!.getMultiaddrs());
    const [protocol] = pubsub.protocols;
    const stream = await liar!.dialProtocol(hub!.peerId, protocol!);
    // A length of 2^28 - 1 bytes, as a varint of LEB128.
    stream.send(Uint8Array.of(0xff, 0xff, 0xff, 0x7f));
    await until(() => handled > 0);
    expect(named.filter((peer) => peer !== liar!.peerId.toString())).to.deep.equal([]);
    return named.length;
  });
}

/** What a caller is answered while another one holds the only connection. */
async function answeredBeside(apply: <T extends object>(of: T, max: number) => T): Promise<string> {
  const node = await createLibp2p({
    addresses: { listen: ["/ip4/127.0.0.1/tcp/0/ws"] },
    transports: [
      (components) => {
        const transport = webSockets()(components);
        const create = transport.createListener.bind(transport);
        transport.createListener = (options) => apply(create(options), 1);
        return transport;
      },
    ],
  });
  const port = Number(/\/tcp\/(\d+)\//.exec(node.getMultiaddrs()[0]!.toString())![1]);
  const holder = connect(port, "127.0.0.1");
  await new Promise((resolve) => holder.once("connect", resolve));
  const answer = await new Promise<string>((resolve) => {
    let text = "";
    const caller = connect(port, "127.0.0.1", () => {
      caller.write("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    });
    caller.on("data", (data) => (text += data.toString()));
    caller.on("error", () => undefined);
    caller.on("close", () => resolve(text));
  });
  holder.destroy();
  await node.stop();
  return answer;
}

/** What the library's service has, and the type of what makes it leaves out. */
interface Answering {
  handleAutonatMessage(
    message: object,
    asker: object,
    options: object,
  ): Promise<{ readonly dialResponse: { readonly status: string } }>;
}

function isAnswering(service: object): service is Answering {
  return "handleAutonatMessage" in service;
}

/** What becomes of a peer's connection when it asks whether it can be called. */
async function askedWhetherCallable(
  apply: (make: ReturnType<typeof autoNAT>) => (components: AutoNATComponents) => unknown,
): Promise<{ readonly status: string; readonly isKept: boolean }> {
  const peer = peerIdFromString("12D3KooWHF9kLgAYSpGRf5QneXWRoJ4kUEjF4TXxU2kA8y4TbbUN");
  const remoteAddr = multiaddr(`/ip4/45.77.0.1/tcp/4287/p2p/${peer.toString()}`);
  let isKept = true;
  const connection = (close: () => void): object => ({ remotePeer: peer, remoteAddr, close });
  const asked = connection(() => {
    isKept = false;
  });
  const openConnection = (_to: object, { force = false }: { readonly force?: boolean }): object =>
    force ? connection(() => undefined) : asked;
  const created: unknown[] = [];
  const node = await createLibp2p({
    start: false,
    transports: [tcp()],
    services: {
      asking: (components: AutoNATComponents) => {
        const inside = new Proxy(components, {
          get: (target, name): unknown =>
            name === "connectionManager" ? { openConnection } : Reflect.get(target, name),
        });
        created.push(apply(autoNAT())(inside));
        return {};
      },
    },
  });
  const [service] = created;
  if (typeof service !== "object" || service === null || !isAnswering(service))
    throw new TypeError("the library answers in another way");
  const dial = { peer: { id: peer.toMultihash().bytes, addrs: [remoteAddr.bytes] } };
  const { dialResponse } = await service.handleAutonatMessage({ dial }, asked, {});
  await node.stop();
  return { status: dialResponse.status, isKept };
}

describe("node/mesh/host/patches", () => {
  const table: Readonly<Record<string, Patch>> = patches;

  it("are all in the table, and each head says which library, its version and where it is asked for", () => {
    const files = readdirSync(FOLDER).filter((name) => name !== "index.ts");
    expect(files.map((name) => name.replace(".ts", "")).sort()).to.deep.equal(
      Object.keys(table).sort(),
    );
    for (const [name, { library, upstream }] of Object.entries(table)) {
      const [head = ""] = readFileSync(join(FOLDER, `${name}.ts`), "utf8").split("*/");
      expect(head, name)
        .to.contain(`Library: ${library}`)
        .and.match(/\n \* Gain: \S/);
      expect(head, name).to.contain(upstream ?? "Upstream: none found");
    }
  });

  it("are of the versions that are installed: another one is looked at before this is changed", () => {
    for (const [name, { library }] of Object.entries(table)) {
      const [, packageName = "", version] = /^(\S+) (\S+)$/.exec(library) ?? [];
      expect(versionOf(packageName), name).to.equal(version);
    }
  });

  // Hosts have a few words of their own to say meanwhile.
  it("fewerWrites: one write a peer and turn, of which the library makes more", async () => {
    expect(
      await writesOfATurn({ encrypter: (make) => patches.fewerWrites.apply(make) }),
    ).to.be.below(FEW);
    expect(await writesOfATurn({})).to.be.at.least(MESSAGES);
  });

  it("shortReads: no error at the end of what arrived, of which the library makes one each", async () => {
    expect(
      await missingLengths({ encrypter: (make) => patches.shortReads.apply(make) }),
    ).to.be.below(FEW);
    expect(await missingLengths({})).to.be.greaterThan(MESSAGES);
  });

  it("windowUpdates: none for small messages, for each of which the library sends one", async () => {
    expect(await windowUpdates((make) => patches.windowUpdates.apply(make))).to.equal(0);
    expect(await windowUpdates((make) => make)).to.be.greaterThan(MESSAGES / 2);
  });

  it("knownProtocols: no write for a protocol that is known, of which the library makes one a stream", async () => {
    expect(await peerWrites(true)).to.be.below(FEW);
    expect(await peerWrites(false)).to.be.at.least(STREAMS);
  });

  it("oneWay: two that hear the same send it one way, where the library sends it both", async () => {
    const [crossed, heard] = await duplicates(6_000);
    expect([crossed, heard]).to.deep.equal([MESSAGES, 2 * MESSAGES]);
    const [before] = await duplicates(0);
    expect(before).to.be.greaterThan(MESSAGES);
  });

  it("graftNews: who joins is told at once, which the library does not", async () => {
    expect(await sentAtGraft(true)).to.equal(1);
    expect(await sentAtGraft(false)).to.equal(0);
  });

  it("ownDialBacks: who asks whether it can be called stays connected, whom the library loses", async () => {
    expect(await askedWhetherCallable(patches.ownDialBacks.apply)).to.deep.equal({
      status: "OK",
      isKept: true,
    });
    expect(await askedWhetherCallable((make) => make)).to.deep.equal({
      status: "OK",
      isKept: false,
    });
  });

  it("oversizedGossip: who sends more than may be is named, which the library does not", async () => {
    expect(await namedForOversized(patches.oversizedGossip.apply)).to.equal(1);
    expect(await namedForOversized(() => undefined)).to.equal(0);
  });

  it("socketTurns: a turn is told before the library acts on its bytes, which tells nobody", async () => {
    expect(await turnsTold((make, onTurn) => patches.socketTurns.apply(make, onTurn))).to.equal(
      MESSAGES,
    );
    expect(await turnsTold((make) => make)).to.equal(0);
  });

  it("watchedMuxers: each multiplexer is told, answers a ping, and what comes to it is told", async () => {
    const pings: Promise<unknown>[] = [];
    const heard = new Set<object>();
    await withHosts(
      2,
      {
        muxer: (make) =>
          patches.watchedMuxers.apply(make, (muxer) => {
            // The multiplexer is told before its connection is there to write to.
            setImmediate(() => {
              pings.push(muxer.ping());
            });
            return () => heard.add(muxer);
          }),
      },
      async (hosts) => {
        await connectAll(hosts);
        await until(() => pings.length === 2);
        for (const ms of await Promise.all(pings)) expect(ms).to.be.a("number");
        expect(heard).to.have.property("size", 2);
      },
    );
  });

  it("webSocketBounds: beyond the bound nobody is answered, whom the library answers", async () => {
    expect(await answeredBeside(patches.webSocketBounds.apply)).to.equal("");
    expect(await answeredBeside((listener) => listener)).to.match(/^HTTP\/1\.1 400 /);
  });

  it("lanLifecycle: what the library makes starts and stops", async () => {
    const services: object[] = [];
    const node = await createLibp2p({
      start: false,
      services: {
        lan: (components: Parameters<ReturnType<typeof mdns>>[0]) => {
          const discovery = mdns({ interval: 1_000_000 })(components);
          services.push(discovery);
          return {};
        },
      },
    });
    expect(patches.lanLifecycle.apply([...services, {}])).to.deep.equal(services);
    expect(services).to.have.length(1);
    await node.stop();
  });
});
