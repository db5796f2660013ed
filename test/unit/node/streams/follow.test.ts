/** Following a channel over sockets: what is pushed is what is pulled, over restarts and gaps. */
import { once } from "node:events";
import { expect } from "chai";
import { WebSocket } from "ws";
import {
  follow,
  type Followed,
  type Gap,
  type SocketLike,
  type Tick,
} from "../../../../api/client/follow.js";
import { sparkline } from "../../../../api/cli/sparkline.js";
import { openSocket } from "../../../../scripts/cli/services/openSocket.js";
import { STREAM_RING_TICKS } from "../../../../protocol/limits.js";
import { ADAPTERS } from "../../../contract/fakeNode.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/streams";
const CONTRACT = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };

interface TestChannel {
  readonly id: string;
  readonly key: string;
}

async function createChannel(
  served: ServedNode,
  changes: object = {},
  of?: string,
): Promise<TestChannel> {
  const key = of ?? (await served.account());
  const reply = await served.call("POST", PATH, { key, body: { contract: CONTRACT, ...changes } });
  const channel: { readonly id?: string } = Object(reply.body["channel"]);
  const own = reply.body["key"];
  if (channel.id === undefined || typeof own !== "string") throw new Error(reply.text);
  return { id: channel.id, key: own };
}

async function tick(served: ServedNode, { id, key }: TestChannel): Promise<void> {
  const reply = await served.call("POST", `${PATH}/${id}/tick`, { key });
  if (reply.status !== 201) throw new Error(reply.text);
  served.pass(1);
}

/** Follows until it is stopped, and resolves when so many ticks are there. */
class Watcher {
  readonly ticks: Tick[] = [];
  readonly gaps: Gap[] = [];
  readonly sockets: SocketLike[] = [];
  readonly stop = new AbortController();
  readonly followed: Promise<Followed>;
  #wanted: () => void = () => undefined;

  constructor(
    served: ServedNode,
    { id, key }: TestChannel,
    more: { after?: number; sig?: string } = {},
  ) {
    this.followed = follow({
      baseUrl: served.http.url,
      channel: id,
      ...(more.sig === undefined ? { key } : {}),
      ...more,
      open: (url, protocols) => {
        const socket = openSocket(url, protocols);
        this.sockets.push(socket);
        return socket;
      },
      signal: this.stop.signal,
      pause: () =>
        new Promise((resolve) => {
          setImmediate(resolve);
        }),
      onTick: (one) => {
        this.ticks.push(one);
        this.#wanted();
      },
      onGap: (gap) => this.gaps.push(gap),
    });
  }

  async got(count: number): Promise<void> {
    while (this.ticks.length < count)
      await new Promise<void>((resolve) => {
        this.#wanted = resolve;
      });
  }
}

for (const adapter of ADAPTERS) {
  describe(`following a channel on the ${adapter} adapter`, () => {
    let served: ServedNode;
    before(async () => {
      served = await serveNode({ config: { credits: { welcome: 100_000 } } }, adapter);
    });
    after(() => served.close());

    it("sends each tick as a pull answers it, with its fields, and an end", async () => {
      const one = await createChannel(served, {
        outputFormat: "template",
        template: "{{tick}}: {{value}} é",
      });
      const link = await served.call("POST", `${PATH}/${one.id}/link`, {
        key: one.key,
        body: { expiresInCalconds: 1_000 },
      });
      const sig = String(link.body["sig"]);
      const [byKey, byLink] = [
        new Watcher(served, one),
        new Watcher(served, one, { sig, after: 0 }),
      ];
      for (let n = 1; n <= 3; n += 1) {
        await tick(served, one);
        await byLink.got(n);
        const pulled = await served.call("GET", `${PATH}/${one.id}/pull?sig=${sig}`);
        const { body, headers, seq } = byLink.ticks[n - 1]!;
        expect([seq, body]).to.deep.equal([n, pulled.text]);
        for (const [name, value] of Object.entries(headers))
          expect(pulled.headers.get(name), name).to.equal(value);
        expect(Object.keys(headers)).to.have.length(5);
      }
      expect(byLink.gaps).to.deep.equal([]);
      expect(byKey.ticks.length).to.be.greaterThan(0);
      await served.call("DELETE", `${PATH}/${one.id}`, { key: one.key });
      expect(await byLink.followed).to.include({ end: "closed", last: 3 });
      expect(await byKey.followed).to.include({ end: "closed" });
    });

    it("is refused before it begins: another key, a closed channel, a wrong signature", async () => {
      const [one, other] = [await createChannel(served), await createChannel(served)];
      const reasons = async (of: TestChannel, more: object = {}): Promise<string> => {
        const { end, reason } = await new Watcher(served, of, more).followed;
        expect(end).to.equal("lost");
        return reason;
      };
      expect(await reasons({ ...one, key: other.key })).to.match(/^NOT_FOUND: /);
      expect(await reasons(one, { sig: `9${"0".repeat(9)}.${"0".repeat(64)}` })).to.match(
        /^BAD_SIGNATURE: /,
      );
      await served.call("DELETE", `${PATH}/${one.id}`, { key: one.key });
      expect(await reasons(one)).to.match(/^CHANNEL_CLOSED: /);
    });

    it("goes on behind the last tick when its socket breaks", async () => {
      const one = await createChannel(served);
      const watcher = new Watcher(served, one, { after: 0 });
      await tick(served, one);
      await tick(served, one);
      await watcher.got(2);
      watcher.sockets[0]!.close();
      await tick(served, one);
      await watcher.got(3);
      await tick(served, one);
      await watcher.got(4);
      watcher.stop.abort();
      expect(watcher.ticks.map(({ seq }) => seq)).to.deep.equal([1, 2, 3, 4]);
      expect([watcher.sockets.length, watcher.gaps.length]).to.deep.equal([2, 0]);
      expect(await watcher.followed).to.include({ end: "aborted", last: 4 });
    });

    it("is told of ticks that are not sent any more, once", async () => {
      const own = await serveNode({ config: { credits: { welcome: 100_000 } } }, adapter);
      try {
        // Without the daily limit of a demo key.
        const operator = await own.node.services.accounts.mintOperatorKey();
        const one = await createChannel(own, {}, operator);
        const count = STREAM_RING_TICKS + 20;
        for (let n = 0; n < count; n += 1) await tick(own, one);
        const watcher = new Watcher(own, one, { after: 5 });
        await watcher.got(STREAM_RING_TICKS);
        expect(watcher.gaps).to.deep.equal([{ from: 6, to: 20 }]);
        expect(watcher.ticks.map(({ seq }) => seq)).to.deep.equal(
          Array.from({ length: STREAM_RING_TICKS }, (_, i) => 21 + i),
        );
        // The same by another client.
        const socket = new WebSocket(
          `${own.http.url.replace("http", "ws")}/ws/stream?channel=${one.id}&after=${count - 1}`,
          ["calc", `bearer.${one.key}`],
        );
        const [hello] = await once(socket, "message");
        expect(JSON.parse(String(hello))).to.include({ type: "hello", headSeq: count });
        socket.terminate();
        watcher.stop.abort();
        await watcher.followed;
      } finally {
        await own.close();
      }
    });
  });
}

describe("a line of blocks", () => {
  it("goes from the lowest value to the highest, and shows the newest that fit in", () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 80)).to.equal("▁▂▃▄▅▆▇█");
    expect(sparkline([-1e308, 1e308, Number.NaN, 0], 80)).to.equal("▁█ ▅");
    expect(sparkline([9, 1, 1], 2)).to.equal("▅▅");
    expect(sparkline([], 9)).to.equal("");
  });
});
