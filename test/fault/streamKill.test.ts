/**
 * SIGKILL of a node at random instants while channels tick, by request and by themselves: what was
 * acknowledged is there, numbers have no gap, no tick stands without its row, and a request that is
 * repeated under its key is answered alike.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet.js";
import { SeededRandom } from "../../scripts/sim/random.js";
import {
  call,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../kit/requests.js";
import { runs } from "../kit/runs.js";

const SEED = "20261126";
const ROUNDS = runs(6, 500);
const CHANNELS = 16;
const KILL_AFTER_MS_MAX = 1_200;
const PATH = "/api/calc/streams";

interface Channel {
  readonly id: string;
  readonly key: string;
  readonly isAuto: boolean;
  /** Texts of ticks that were acknowledged, by number. */
  readonly acknowledged: Map<number, string>;
  /** Keys of requests that the kill left without an answer. */
  readonly open: string[];
  /** Ticks that were looked at in rounds before; calcond of the last. */
  seen: number;
  calcond: number;
}

const tick = (node: RunningNode, { id, key }: Channel, idempotencyKey: string): Promise<Reply> =>
  call(node, "POST", `${PATH}/${id}/tick`, undefined, {
    key,
    headers: { "idempotency-key": idempotencyKey },
  });

/** Takes an answer in; false for one that came too early. */
function take(channel: Channel, { body, status, text }: Reply): boolean {
  if (status === 409) return false;
  expect(status, text).to.equal(201);
  const seq = numberOf(fieldsOf(body, "stream"), "tick");
  const before = channel.acknowledged.get(seq);
  if (before !== undefined) expect(text).to.equal(before);
  channel.acknowledged.set(seq, text);
  return true;
}

/** Ticks a channel until the node is gone. */
async function ticking(node: RunningNode, channel: Channel): Promise<void> {
  for (;;) {
    const key = randomBytes(18).toString("base64url");
    let reply: Reply;
    try {
      reply = await tick(node, channel, key);
    } catch {
      channel.open.push(key);
      return;
    }
    if (!take(channel, reply)) await delay(40);
  }
}

/** Looks at the ticks that it has not seen. @returns how many there are */
async function checked(node: RunningNode, channel: Channel): Promise<number> {
  const shown = await call(node, "GET", `${PATH}/${channel.id}`);
  const total = numberOf(shown.body, "ticks");
  const { seen } = channel;
  expect(total).to.be.at.least(seen);
  const ticks: Json[] = [];
  while (seen + ticks.length < total) {
    const after = seen + ticks.length;
    const page = await call(node, "GET", `${PATH}/${channel.id}/ticks?after=${after}&limit=1000`);
    const found = listOf(page.body, "ticks");
    expect(found.length, page.text.slice(0, 200)).to.be.greaterThan(0);
    // Those that tick by themselves may have gone on.
    ticks.push(...found.slice(0, total - after));
  }
  let { calcond } = channel;
  for (const [at, one] of ticks.entries()) {
    const i = seen + at;
    const read: Fields = JSON.parse(textOf(one, "body"));
    const place = fieldsOf(read, "stream");
    // The first row of the log is the channel's own; every other one is a tick.
    expect([numberOf(one, "seq"), place["tick"], numberOf(one, "row")]).to.deep.equal([
      i + 1,
      i + 1,
      i + 1,
    ]);
    expect(numberOf(one, "calcond")).to.be.greaterThan(calcond);
    calcond = numberOf(one, "calcond");
    expect(read["receipt_id"]).to.equal(textOf(one, "token"));
    const known = channel.acknowledged.get(i + 1);
    if (known !== undefined) expect(textOf(one, "body")).to.equal(known);
  }
  for (const seq of channel.acknowledged.keys()) expect(seq).to.be.at.most(total);
  channel.seen = total;
  channel.calcond = calcond;
  expect(numberOf(fieldsOf(shown.body, "head"), "seq")).to.equal(total);
  const last = ticks.at(-1);
  if (last !== undefined) {
    const receipt = await call(node, "GET", `/api/receipts/${textOf(last, "token")}`);
    expect(receipt.status, receipt.text).to.equal(200);
  }
  return total;
}

describe("faults: SIGKILL of a node while channels tick", function suite() {
  it(`loses no tick, and has none twice, in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("stream-kill");
    const random = new SeededRandom(SEED);
    const args = ["--rate-limits", "off", "--log-level", "error"];
    const channels: Channel[] = [];
    let broken = 0;
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const node = await startNode({ dataDir: dir.path, args });
        while (channels.length < CHANNELS) {
          const isAuto = channels.length % 4 === 0;
          const body = {
            contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 }, subTicks: 4 },
            autotick: isAuto,
          };
          const made = await call(node, "POST", PATH, body);
          expect(made.status, made.text).to.equal(201);
          const id = textOf(fieldsOf(made.body, "channel"), "id");
          const key = textOf(made.body, "key");
          channels.push({
            id,
            key,
            isAuto,
            acknowledged: new Map(),
            open: [],
            seen: 0,
            calcond: 0,
          });
        }
        for (const channel of channels) {
          await checked(node, channel);
          for (const key of channel.open.splice(0)) {
            const first = await tick(node, channel, key);
            broken += 1;
            if (!take(channel, first)) continue;
            const again = await tick(node, channel, key);
            expect([again.status, again.text]).to.deep.equal([201, first.text]);
          }
        }
        const running = channels.filter(({ isAuto }) => !isAuto).map((one) => ticking(node, one));
        await delay(Math.floor(random.next() * KILL_AFTER_MS_MAX));
        await node.kill();
        await Promise.all(running);
      }
      const node = await startNode({ dataDir: dir.path, args });
      // All of it once more, from the first tick on.
      for (const channel of channels) channel.seen = channel.calcond = 0;
      const totals = await Promise.all(channels.map((channel) => checked(node, channel)));
      const acknowledged = channels.reduce((sum, one) => sum + one.acknowledged.size, 0);
      expect(acknowledged).to.be.greaterThan(CHANNELS);
      expect(broken).to.be.greaterThan(0);
      channels.forEach(({ isAuto }, i) => {
        if (isAuto) expect(totals[i]).to.be.greaterThan(0);
      });
      await node.stop();
    } finally {
      dir.remove();
    }
  });
});
