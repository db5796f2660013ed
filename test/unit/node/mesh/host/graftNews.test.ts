/** Hosts whose neighbour has more of them than it sends each message to. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { startHost } from "../../../../../node/mesh/host/host.js";
import type { Net } from "../../../../../node/mesh/host/net.js";
import { quiet } from "../../../../kit/logger.js";

const TOPIC = "/calc/1/00000000/digest";
/** Of which the hub sends at once to twelve at most. */
const LEAVES = 26;
const SAID_AFTER_ALL_JOINED = 100;

function start(n: number): Promise<Net> {
  return startHost(
    {
      seed: new Uint8Array(32).fill(n + 1),
      listen: ["/ip4/127.0.0.1/tcp/0"],
      announce: [],
      sharedAddresses: [],
      connectionsMax: 100,
      topics: [TOPIC],
    },
    { crypto: nodeCrypto, log: quiet },
  );
}

/** Until each knows that the other follows, and has a way to it. */
async function join(leaf: Net, hub: Net): Promise<void> {
  const met = ([of, other]: readonly [Net, Net]): Promise<void> =>
    new Promise((resolve) => {
      const off = of.onSubscriber((peer) => {
        if (peer !== other.peerId) return;
        off();
        resolve();
      });
    });
  const both = Promise.all([met([leaf, hub]), met([hub, leaf])]);
  await leaf.dial(hub.addresses()[0]!);
  await both;
}

describe("neighbours of a host that has many", () => {
  const hosts: Net[] = [];
  afterEach(() => Promise.all(hosts.splice(0).map((host) => host.stop())));

  it("hear all that it passes on once it knows that they follow, though they have no other neighbour", async () => {
    const leaves: Net[] = [];
    const missing = new Map<string, Set<string>>();
    let finish: () => void = () => undefined;
    const all = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let last = "";
    let isOver = false;
    const check = (): void => {
      if (isOver && [...missing.values()].every(({ size }) => size === 0)) finish();
    };
    const add = async (n: number): Promise<Net> => {
      const net = await start(n);
      hosts.push(net);
      return net;
    };
    const [hub, speaker] = [await add(0), await add(1)];
    hub.subscribe(TOPIC, (data) => {
      // It is passed on within this turn: to whoever follows by now.
      const followers = new Set(hub.subscribers(TOPIC));
      const text = Buffer.from(data).toString();
      for (const { peerId } of leaves) if (followers.has(peerId)) missing.get(peerId)!.add(text);
      if (text === last) isOver = true;
      return "accept";
    });
    speaker.subscribe(TOPIC, () => "ignore");
    await join(speaker, hub);
    let said = 0;
    const say = (): Promise<number> => speaker.publish(TOPIC, Buffer.from(`message ${said++}`));
    for (let n = 2; n < 2 + LEAVES; n += 1) {
      const leaf = await add(n);
      leaves.push(leaf);
      missing.set(leaf.peerId, new Set());
      leaf.subscribe(TOPIC, (data) => {
        missing.get(leaf.peerId)!.delete(Buffer.from(data).toString());
        check();
        // Passing on would help the others.
        return "ignore";
      });
      const joining = join(leaf, hub).then(() => true);
      do await say();
      while (!(await Promise.race([joining, nextTurn(false)])));
    }
    for (let i = 0; i < SAID_AFTER_ALL_JOINED; i += 1) await say();
    // A message said in order arrives in order: after this one there is no other to wait for.
    last = `message ${said}`;
    await say();
    await all;
  });
});
