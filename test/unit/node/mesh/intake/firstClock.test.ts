import { expect } from "chai";
import { MemoryHub } from "../../../../../scripts/sim/wires/memoryNet.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { FIRST_CLOCK_MS } from "../../../../../node/mesh/intake/firstClock.js";
import { CALCOND_NS } from "../../../../../protocol/limits.js";
import type { KeyValueStore } from "../../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../../scripts/stores/memory.js";
import { openNode, type TestNode } from "../../../../kit/composed.js";
import { quiet } from "../../../../kit/logger.js";
import { authorOf, SECRET } from "../../../../kit/meshNode.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const HOUR_MS = 3_600_000;
const FIRST = 1;
const NEW = 2;

interface Setting {
  readonly ahead?: { ms: number };
  readonly bootstrap?: readonly number[];
  readonly alone?: boolean;
  readonly created?: boolean;
  readonly raw?: KeyValueStore;
}

function addressOf(n: number): string {
  const peer = peerIdOf(authorOf(n).publicKey);
  return `/memory/${peer}/p2p/${peer}`;
}

describe("the clock of a node that was never started before", () => {
  const time = new VirtualTime();
  let hub = new MemoryHub();
  let nodes: TestNode[] = [];
  let warnings: string[] = [];
  beforeEach(() => {
    hub = new MemoryHub();
    nodes = [];
    warnings = [];
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
  });

  async function start(n: number, setting: Setting = {}): Promise<TestNode> {
    const { ahead = { ms: 0 }, bootstrap = [], alone = false, created = true, raw } = setting;
    const keep = (text: string, fields?: object): void =>
      void warnings.push(`${text}${fields === undefined ? "" : ` ${JSON.stringify(fields)}`}`);
    const log = { ...quiet, warn: keep, error: keep };
    const node = await openNode({
      seed: n,
      created,
      hub,
      ...(raw === undefined ? {} : { raw }),
      config: {
        mesh: { capacity: 1, alone },
        p2p: { bootstrap: bootstrap.map(addressOf) },
        meshSecrets: { secrets: new Map([[1, SECRET]]), currentKid: 1 },
      },
      ports: {
        scheduler: time,
        clock: { nowNs: () => time.nowNs() + BigInt(ahead.ms) * 1_000_000n },
        log: { ...log, child: () => log },
      },
    });
    nodes.push(node);
    await node.join(null);
    return node;
  }

  const sizeOf = (node: TestNode): number => node.services.spine.size;
  const openedAt = (node: TestNode): number => node.services.spine.tip!.calcond;
  const rightNow = (): number => Number(time.nowNs() / CALCOND_NS);

  for (const ms of [HOUR_MS, -5_000]) {
    it(`${ms} ms off: nothing is signed until the clock is right`, async () => {
      await start(FIRST);
      const ahead = { ms };
      const node = await start(NEW, { ahead, bootstrap: [FIRST] });
      await time.pass(60_000);
      expect(sizeOf(node)).to.equal(0);
      expect(node.sealer.blocked).to.equal("CLOCK_SKEW");
      expect(node.services.mesh.source!.snapshot().restoreGuard).to.equal("asking");
      ahead.ms = 0;
      await time.pass(15_000);
      expect(sizeOf(node)).to.be.at.least(1);
      expect(node.sealer.blocked).to.equal(null);
      const opened = await node.store.spine.event(node.services.identity.publicKeyHex, 0);
      expect(openedAt(node)).to.be.within(rightNow() - 25, rightNow());
      expect(opened!.header).to.include('"kind":"spine.open"');
    });
  }

  it("a right clock is known as soon as the first bootstrap peer is met", async () => {
    await start(FIRST);
    const node = await start(NEW, { bootstrap: [FIRST], ahead: { ms: 900 } });
    expect(sizeOf(node)).to.equal(0);
    await time.pass(1_000);
    expect(sizeOf(node)).to.be.at.least(1);
    expect(warnings).to.deep.equal([]);
  });

  it("what was killed before it opened its spine asks again", async () => {
    await start(FIRST);
    const raw = new MemoryStore();
    const ahead = { ms: HOUR_MS };
    const node = await start(NEW, { ahead, bootstrap: [FIRST], created: false, raw });
    await time.pass(60_000);
    expect(sizeOf(node)).to.equal(0);
    ahead.ms = 0;
    await time.pass(15_000);
    expect(sizeOf(node)).to.be.at.least(1);
  });

  for (const ms of [HOUR_MS, 5_000, -5_000, -HOUR_MS]) {
    it(`started again ${ms} ms off: nothing is signed behind its last instant, nor against its peers`, async () => {
      const [raw, ahead] = [new MemoryStore(), { ms: 0 }];
      await start(FIRST);
      const before = await start(NEW, { ahead, bootstrap: [FIRST], raw });
      await time.pass(60_000);
      const size = sizeOf(before);
      expect(size).to.be.at.least(1);
      await before.close();
      ahead.ms = ms;
      const again = await start(NEW, { ahead, bootstrap: [FIRST], created: false, raw });
      await time.pass(120_000);
      expect(sizeOf(again)).to.equal(size);
      expect(again.sealer.blocked).to.be.oneOf(["CLOCK_SKEW", "CLOCK_BACKWARDS"]);
      expect(warnings.join("\n")).to.match(
        /nothing is sealed .*timedatectl set-ntp true; calc clock --data-dir/,
      );
      ahead.ms = 0;
      await time.pass(60_000);
      expect(again.sealer.blocked).to.equal(null);
    });
  }

  it("when nobody answers it begins by its own clock after the stated time, and says so", async () => {
    const node = await start(NEW, { bootstrap: [FIRST] });
    await time.pass(FIRST_CLOCK_MS - 1);
    expect(sizeOf(node)).to.equal(0);
    await time.pass(1);
    expect(sizeOf(node)).to.be.at.least(1);
    expect(warnings.join("\n")).to.include(
      "no bootstrap peer has told the time: this new node begins by its own clock",
    );
  });

  it("alone, or without bootstrap peers, it begins at once", async () => {
    for (const setting of [{ alone: true, bootstrap: [FIRST] }, { bootstrap: [] }]) {
      const node = await start(NEW, setting);
      expect(sizeOf(node)).to.be.at.least(1);
      await node.close();
    }
  });
});
