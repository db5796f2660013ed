import { expect } from "chai";
import { setTimeout as delay } from "node:timers/promises";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { startHost } from "../../../node/mesh/host/host.js";
import type { HostOptions } from "../../../node/mesh/host/host.js";
import type { GossipVerdict, Net } from "../../../node/mesh/host/net.js";
import { peerIdOf } from "../../../node/mesh/host/peerKey.js";
import { Links, STRANGER } from "../../../scripts/devnet/links.js";
import { until } from "../../reliability/checker.js";
import { quiet } from "../../kit/logger.js";

const TOPIC = "/calc/1/00000000/head";

function seedOf(n: number): Uint8Array {
  return new Uint8Array(32).fill(n);
}

function start(n: number, changes: Partial<HostOptions> = {}): Promise<Net> {
  return startHost(
    {
      seed: seedOf(n),
      listen: ["/ip4/127.0.0.1/tcp/0"],
      announce: [],
      sharedAddresses: [],
      connectionsMax: 100,
      topics: [TOPIC],
      ...changes,
    },
    { crypto: nodeCrypto, log: quiet },
  );
}

async function subscribed(net: Net, count: number): Promise<void> {
  if (net.subscribers(TOPIC).length >= count) return;
  await new Promise<void>((resolve) => {
    const off = net.onSubscriber(() => {
      if (net.subscribers(TOPIC).length < count) return;
      off();
      resolve();
    });
  });
}

async function code(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  return "no error";
}

const LARGE_BYTES = 8_000;

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("mesh host over libp2p", () => {
  let hosts: readonly [Net, Net, Net];
  beforeEach(async () => {
    hosts = await Promise.all([start(1), start(2), start(3)]);
  });
  afterEach(() => Promise.all(hosts.map((host) => host.stop())));

  it("is addressed by its identity key", () => {
    const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(seedOf(1))).toString("hex");
    expect(hosts[0].peerId).to.equal(peerIdOf(publicKey));
    expect(hosts[0].addresses()[0]).to.match(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/12D3KooW/);
  });

  it("carries requests and answers many times larger than the window of a stream, side by side", async () => {
    const [a, b] = hosts;
    await a.dial(b.addresses()[0]!);
    const bytesMax = 4_194_304;
    await b.serve("/test/large/1", async (request) => Buffer.from(request).reverse(), { bytesMax });
    const large = Array.from({ length: 6 }, (_, n) =>
      Buffer.alloc(bytesMax - 131_072 * n - n, `${n} and more`),
    );
    const answers = await Promise.all(
      large.map((data) =>
        a.request(b.peerId, "/test/large/1", data, { timeoutMs: 60_000, bytesMax }),
      ),
    );
    for (const [i, data] of large.entries())
      expect(Buffer.compare(answers[i]!, Buffer.from(data).reverse()), `${i}`).to.equal(0);
  });

  it("delivers 20 of 20 messages along a line of three", async () => {
    const [a, b, c] = hosts;
    await a.dial(b.addresses()[0]!);
    await c.dial(b.addresses()[0]!);
    const got = new Map<string, string[]>([
      [b.peerId, []],
      [c.peerId, []],
    ]);
    let left = 40;
    let finish: () => void = () => undefined;
    const all = new Promise<void>((resolve) => {
      finish = resolve;
    });
    for (const net of [b, c]) {
      net.subscribe(TOPIC, (data) => {
        got.get(net.peerId)!.push(Buffer.from(data).toString());
        left -= 1;
        if (left === 0) finish();
        return "accept";
      });
    }
    a.subscribe(TOPIC, () => "accept");
    await Promise.all([subscribed(a, 1), subscribed(b, 2), subscribed(c, 1)]);
    const sent = Array.from({ length: 20 }, (_, i) => `message ${i}`);
    for (const text of sent) expect(await a.publish(TOPIC, Buffer.from(text))).to.equal(1);
    await all;
    for (const texts of got.values()) expect([...texts].sort()).to.deep.equal([...sent].sort());
  });

  it("passes the same bytes once, and that they are said again is no failure", async () => {
    const [a, b] = hosts;
    await a.dial(b.addresses()[0]!);
    let heard = 0;
    b.subscribe(TOPIC, () => {
      heard += 1;
      return "accept";
    });
    a.subscribe(TOPIC, () => "accept");
    await Promise.all([subscribed(a, 1), subscribed(b, 1)]);
    const [once, again] = [Buffer.from("once"), Buffer.from("again")];
    expect(await a.publish(TOPIC, once)).to.equal(1);
    expect(await a.publish(TOPIC, once)).to.equal(0);
    expect(await a.publish(TOPIC, again)).to.equal(1);
    await until("a second message", 30_000, async () => heard >= 2);
    expect(heard).to.equal(2);
  });

  it("tells of a subscriber only when what is published reaches it", async () => {
    // The subscription comes over the other's stream, which is often there before our own.
    const [hub] = hosts;
    hub.subscribe(TOPIC, () => "ignore");
    for (let n = 20; n < 40; n += 1) {
      const joiner = await start(n);
      try {
        joiner.subscribe(TOPIC, () => "ignore");
        const sent = new Promise<number>((resolve, reject) => {
          joiner.onSubscriber(() => {
            joiner.publish(TOPIC, Buffer.from(`from ${n}`)).then(resolve, reject);
          });
        });
        await joiner.dial(hub.addresses()[0]!);
        expect(await sent, `host ${n}`).to.equal(1);
      } finally {
        await joiner.stop();
      }
    }
  });

  it("does not pass on what is refused or ignored", async () => {
    const [a, b, c] = hosts;
    await a.dial(b.addresses()[0]!);
    await c.dial(b.addresses()[0]!);
    const reached: string[] = [];
    let finish: () => void = () => undefined;
    const last = new Promise<void>((resolve) => {
      finish = resolve;
    });
    b.subscribe(TOPIC, (data) => {
      const text = Buffer.from(data).toString();
      return text === "bad" ? "reject" : text === "late" ? "ignore" : "accept";
    });
    c.subscribe(TOPIC, (data) => {
      reached.push(Buffer.from(data).toString());
      finish();
      return "accept";
    });
    a.subscribe(TOPIC, () => "accept");
    await Promise.all([subscribed(a, 1), subscribed(b, 2), subscribed(c, 1)]);
    for (const text of ["bad", "late", "good"]) await a.publish(TOPIC, Buffer.from(text));
    await last;
    expect(reached).to.deep.equal(["good"]);
  });

  it("does not pass a message on to who has sent it meanwhile", async () => {
    const [a, b] = hosts;
    // What it passes on it passes on at once.
    const c = await start(4, { waitMs: 0 });
    const links = await Links.open(1);
    const [, port, name] = /\/tcp\/(\d+)\/p2p\/(.+)$/.exec(b.addresses()[0]!)!;
    links.target(0, Number(port));
    try {
      const large = Buffer.alloc(LARGE_BYTES, 7);
      const held = deferred<GossipVerdict>();
      const answered = deferred<null>();
      // What the other two say to each other is to go no other way.
      a.subscribe(TOPIC, () => "ignore");
      b.subscribe(TOPIC, (data) => {
        if (data.length < LARGE_BYTES) answered.resolve(null);
        // Behind what is passed on now, so that it comes to the other after it.
        else
          setImmediate(() => {
            void b.publish(TOPIC, Buffer.from("sent"));
          });
        return "accept";
      });
      c.subscribe(TOPIC, (data) => {
        if (data.length === LARGE_BYTES) return held.promise;
        setImmediate(() => {
          held.resolve("accept");
          setImmediate(() => {
            void c.publish(TOPIC, Buffer.from("passed on"));
          });
        });
        return "ignore";
      });
      await a.dial(b.addresses()[0]!);
      await a.dial(c.addresses()[0]!);
      await c.dial(`/ip4/127.0.0.1/tcp/${links.port(0)}/p2p/${name!}`);
      await Promise.all([a, b, c].map((host) => subscribed(host, 2)));
      expect(c.meshPeers?.(TOPIC)).to.include(b.peerId);
      const before = links.bytes(STRANGER, 0);
      await a.publish(TOPIC, large);
      await answered.promise;
      expect(links.bytes(0, STRANGER), "the other way").to.be.above(LARGE_BYTES);
      expect(links.bytes(STRANGER, 0) - before).to.be.below(LARGE_BYTES);
    } finally {
      await c.stop();
      await links.close();
    }
  });

  it("sends what two neighbours hear at the same time one way of the link between them", async () => {
    const [a, b] = hosts;
    // Longer than all of it takes.
    const c = await start(4, { waitMs: 60_000 });
    const d = await start(5, { waitMs: 60_000 });
    const links = await Links.open(1);
    const [, port, name] = /\/tcp\/(\d+)\/p2p\/(.+)$/.exec(d.addresses()[0]!)!;
    links.target(0, Number(port));
    try {
      const heard = new Map([
        [c, 0],
        [d, 0],
      ]);
      const done = deferred<null>();
      a.subscribe(TOPIC, () => "ignore");
      for (const host of [c, d]) {
        host.subscribe(TOPIC, () => {
          heard.set(host, heard.get(host)! + 1);
          if ([...heard.values()].every((count) => count === 20))
            setImmediate(() => done.resolve(null));
          return "accept";
        });
        await a.dial(host.addresses()[0]!);
      }
      await c.dial(`/ip4/127.0.0.1/tcp/${links.port(0)}/p2p/${name!}`);
      await Promise.all([a, c, d].map((host) => subscribed(host, 2)));
      // A subscription is told before the heartbeat that takes its host into the mesh.
      await until("all links in the mesh", 30_000, async () =>
        [c, d].every((host) => host.meshPeers?.(TOPIC).length === 2),
      );
      expect(c.meshPeers?.(TOPIC)).to.have.members([a.peerId, d.peerId]);
      expect(d.meshPeers?.(TOPIC)).to.have.members([a.peerId, c.peerId]);
      for (let n = 0; n < 20; n += 1) await a.publish(TOPIC, Buffer.alloc(LARGE_BYTES, n));
      await done.promise;
      // What has been sent before this answer has come through.
      await d.serve("/calc/test/1", async (request) => request, { bytesMax: 10 });
      await c.request(d.peerId, "/calc/test/1", Buffer.of(1), { timeoutMs: 20_000, bytesMax: 10 });
      const carried = links.bytes(STRANGER, 0) + links.bytes(0, STRANGER);
      expect(carried / LARGE_BYTES)
        .to.be.above(19)
        .and.below(25);
      expect(b.peers()).to.deep.equal([]);
    } finally {
      await Promise.all([c.stop(), d.stop(), links.close()]);
    }
  });

  for (const [from, to, what] of [
    [STRANGER, 0, "to"],
    [0, STRANGER, "from"],
  ] as const) {
    it(`notices that nothing comes through any more on the way ${what} a peer, and until then keeps it`, async () => {
      const [, b] = hosts;
      const links = await Links.open(1);
      const [, port, name] = /\/tcp\/(\d+)\/p2p\/(.+)$/.exec(b.addresses()[0]!)!;
      links.target(0, Number(port));
      const looking = await start(4, { lookMs: 100 });
      try {
        await looking.dial(`/ip4/127.0.0.1/tcp/${links.port(0)}/p2p/${name!}`);
        const gone = new Promise<string>((resolve) => {
          looking.onPeer((peer, connected) => {
            if (!connected) resolve(peer);
          });
        });
        // Ten looks.
        expect(await Promise.race([gone, delay(1_000, "kept")])).to.equal("kept");
        links.hold(from, to);
        expect(await gone).to.equal(b.peerId);
      } finally {
        await looking.stop();
        await links.close();
      }
    });
  }

  it("answers requests up to their size, and says what went wrong", async () => {
    const [a, b] = hosts;
    const seen: string[] = [];
    await b.serve(
      "/calc/test/1",
      async (request, from) => {
        seen.push(from);
        if (request.length === 0) throw new Error("nothing asked");
        return Buffer.concat([request, request]);
      },
      { bytesMax: 300_000 },
    );
    await a.dial(b.addresses()[0]!);
    const options = { timeoutMs: 5_000, bytesMax: 600_000 };
    const large = Buffer.alloc(300_000, 7);
    const answer = await a.request(b.peerId, "/calc/test/1", large, options);
    expect(Buffer.from(answer).equals(Buffer.concat([large, large]))).to.equal(true);
    expect(seen).to.deep.equal([a.peerId]);
    const small = { timeoutMs: 5_000, bytesMax: 599_999 };
    expect(await code(a.request(b.peerId, "/calc/test/1", large, small))).to.equal("TOO_LARGE");
    expect(await code(a.request(b.peerId, "/calc/none/1", large, options))).to.equal("UNREACHABLE");
    expect(await code(a.request(b.peerId, "/calc/test/1", Buffer.alloc(0), options))).to.be.oneOf([
      "UNREACHABLE",
      "NO_ANSWER",
    ]);
    expect(
      await code(a.request(b.peerId, "/calc/test/1", Buffer.alloc(300_001), options)),
    ).to.be.oneOf(["UNREACHABLE", "NO_ANSWER"]);
    const again = await a.request(b.peerId, "/calc/test/1", Buffer.of(5), options);
    expect([...again]).to.deep.equal([5, 5]);
  });

  it("gives up on an answer that does not come", async () => {
    const [a, b] = hosts;
    await b.serve("/calc/test/1", () => new Promise(() => undefined), { bytesMax: 10 });
    await a.dial(b.addresses()[0]!);
    const options = { timeoutMs: 200, bytesMax: 10 };
    expect(await code(a.request(b.peerId, "/calc/test/1", Buffer.of(1), options))).to.equal(
      "TIMEOUT",
    );
  });

  it("tells who comes and goes, and keeps out whom it denies", async () => {
    const [a, b] = hosts;
    const changes: string[] = [];
    const reached = (wanted: boolean): Promise<void> =>
      new Promise((resolve) => {
        a.onPeer((_, connected) => {
          if (connected === wanted) resolve();
        });
      });
    a.onPeer((peer, connected) => changes.push(`${peer === b.peerId ? "b" : peer} ${connected}`));
    const [came, gone] = [reached(true), reached(false)];
    expect(await b.dial(a.addresses()[0]!)).to.equal(a.peerId);
    expect(b.peers()).to.deep.equal([a.peerId]);
    await came;
    await a.deny(b.peerId, 60_000);
    await gone;
    expect(changes).to.deep.equal(["b true", "b false"]);
    expect(a.peers()).to.deep.equal([]);
    expect(await code(a.dial(b.addresses()[0]!))).to.equal("UNREACHABLE");
    expect(await code(a.dial("/ip4/127.0.0.1/tcp/1"))).to.equal("UNREACHABLE");
  });

  for (const [who, leavesMs] of [
    ["stops in order", 0],
    ["leaves its topics and then stops, as an earlier version does,", 100],
  ] as const)
    it(`lets who ${who} and is back at once lose no point, on any of its topics`, async () => {
      const topics = Array.from({ length: 12 }, (_, n) => `/calc/1/00000000/work/${n}`);
      const all = [TOPIC, ...topics];
      const [stays, goes] = await Promise.all([
        start(4, { topics: all }),
        start(5, { topics: all }),
      ]);
      let back: Net | null = null;
      try {
        const follow = (net: Net): readonly (() => void)[] =>
          all.map((topic) => net.subscribe(topic, () => "ignore"));
        const meets = async (net: Net): Promise<void> => {
          await net.dial(stays.addresses()[0]!);
          await until("neighbours on every topic", 10_000, async () =>
            all.every((topic) => stays.meshPeers!(topic).includes(net.peerId)),
          );
        };
        follow(stays);
        const leave = follow(goes);
        await meets(goes);
        for (const leaveOne of leave) leaveOne();
        if (leavesMs > 0) await delay(leavesMs);
        await goes.stop();
        await until("it is gone", 10_000, async () => stays.peers().length === 0);
        back = await start(5, { topics: all });
        follow(back);
        await meets(back);
        expect(stays.score!(back.peerId)).to.be.at.least(0);
      } finally {
        await Promise.all([stays.stop(), goes.stop(), back?.stop()]);
      }
    });

  it("stops twice", async () => {
    await hosts[0].stop();
    await hosts[0].stop();
  });
});
