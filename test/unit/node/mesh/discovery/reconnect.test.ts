import { expect } from "chai";
import { MemoryHub } from "../../../../../scripts/sim/wires/memoryNet.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { Dials } from "../../../../../node/mesh/discovery/dials.js";
import { Reconnect } from "../../../../../node/mesh/discovery/reconnect.js";
import { quiet } from "../../../../kit/logger.js";
import { settled, VirtualTime } from "../../../../kit/virtualTime.js";

const KEYS = ["0a", "0b", "0c"].map((byte) => byte.repeat(32));

describe("reconnecting", () => {
  const setup = (
    random: () => number,
  ): {
    hub: MemoryHub;
    time: VirtualTime;
    make: (addresses: readonly string[], hasEnough?: () => boolean) => Reconnect;
    net: ReturnType<MemoryHub["join"]>;
  } => {
    const hub = new MemoryHub();
    const time = new VirtualTime();
    const net = hub.join(KEYS[0]!);
    const make = (addresses: readonly string[], hasEnough = () => false): Reconnect =>
      new Reconnect(addresses, {
        hasEnough,
        net,
        clock: time,
        scheduler: time,
        random: { next: random },
        log: quiet,
      });
    return { hub, time, make, net };
  };

  it("dials configured peers at once, and again after they were lost", async () => {
    const { hub, time, make, net } = setup(() => 0.5);
    const other = hub.join(KEYS[1]!);
    const reconnect = make(other.addresses());
    reconnect.start();
    await settled();
    expect(net.peers()).to.deep.equal([other.peerId]);
    hub.cut(net.peerId, other.peerId);
    expect(net.peers()).to.deep.equal([]);
    await time.pass(1_165);
    expect(net.peers()).to.deep.equal([]);
    await time.pass(1);
    expect(net.peers()).to.deep.equal([other.peerId]);
    reconnect.stop();
  });

  it("waits twice as long after each failure, up to a minute, and never gives up", async () => {
    const { hub, time, make, net } = setup(() => 1);
    const late = hub.join(KEYS[1]!);
    const addresses = late.addresses();
    await late.stop();
    const reconnect = make(addresses);
    reconnect.start();
    const waits: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      await settled();
      const [wait] = time.delays;
      waits.push(wait!);
      await time.pass(wait!);
    }
    expect(waits.slice(0, 5)).to.deep.equal([3_108, 6_216, 12_432, 24_864, 49_728]);
    expect(waits.slice(5)).to.deep.equal([59_829, 59_829, 59_829, 59_829, 59_829]);
    const back = hub.join(KEYS[1]!);
    await time.pass(60_000);
    expect(net.peers()).to.deep.equal([back.peerId]);
    reconnect.stop();
  });

  it("tries the other configured peers sooner once it has lost the last one, and ever less again", async () => {
    const { hub, time, make, net } = setup(() => 1);
    const [first, second] = [hub.join(KEYS[1]!), hub.join(KEYS[2]!)];
    const reconnect = make([...first.addresses(), ...second.addresses()]);
    await second.stop();
    reconnect.start();
    await time.pass(300_000);
    const { nextInMs } = reconnect.targets()[1]!;
    expect(nextInMs).to.be.greaterThan(12_432);
    await first.stop();
    expect(reconnect.targets()[1]!.nextInMs).to.equal(6_216);
    await time.pass(6_216);
    expect(reconnect.targets()[1]!.nextInMs).to.equal(12_432);
    const back = hub.join(KEYS[2]!);
    await time.pass(12_432);
    expect(net.peers()).to.deep.equal([back.peerId]);
    reconnect.stop();
  });

  it("leaves who has no room alone ever longer, whom the operator named less where few are there", async () => {
    const { hub, time, make, net } = setup(() => 0);
    const [named, other] = [hub.join(KEYS[1]!), hub.join(KEYS[2]!)];
    let isEnough = false;
    const reconnect = make(named.addresses(), () => isEnough);
    reconnect.start();
    reconnect.learn(other.peerId, [`/memory/${other.peerId}`]);
    await settled();
    const rests = async (peer: string): Promise<readonly number[]> => {
      const seconds: number[] = [];
      for (let i = 0; i < 8; i += 1) {
        reconnect.full(peer);
        hub.cut(net.peerId, peer);
        const { nextInMs } = reconnect.targets().find((target) => target.peer === peer)!;
        seconds.push(Math.round(nextInMs! / 1_000));
        await time.pass(nextInMs!);
      }
      return seconds;
    };
    expect(await rests(named.peerId)).to.deep.equal([5, 10, 20, 40, 60, 60, 60, 60]);
    expect(net.peers()).to.have.members([named.peerId, other.peerId]);
    expect(await rests(other.peerId)).to.deep.equal([60, 120, 240, 480, 600, 600, 600, 600]);
    isEnough = true;
    reconnect.full(named.peerId);
    hub.cut(net.peerId, named.peerId);
    expect(reconnect.targets()[0]!.nextInMs).to.equal(600_000);
    await time.pass(600_000);
    // Ten minutes later it has room after all.
    await time.pass(601_000);
    isEnough = false;
    hub.cut(net.peerId, named.peerId);
    await time.pass(1_000);
    expect((await rests(named.peerId))[0]).to.equal(5);
    reconnect.stop();
  });

  it("calls nobody but whom the operator named while there are enough", async () => {
    const { hub, make, net, time } = setup(() => 0);
    const [named, other] = [hub.join(KEYS[1]!), hub.join(KEYS[2]!)];
    let isEnough = true;
    const reconnect = make(named.addresses(), () => isEnough);
    reconnect.start();
    reconnect.learn(other.peerId, [`/memory/${other.peerId}`]);
    await time.pass(100_000);
    expect(net.peers()).to.deep.equal([named.peerId]);
    isEnough = false;
    await time.pass(100_000);
    expect(net.peers()).to.have.members([named.peerId, other.peerId]);
    reconnect.stop();
  });

  it("learns peers, under their own id only, and never dials itself", async () => {
    const { hub, time, make, net } = setup(() => 0);
    const [b, c] = [hub.join(KEYS[1]!), hub.join(KEYS[2]!)];
    const reconnect = make([]);
    reconnect.start();
    reconnect.learn(b.peerId, c.addresses());
    reconnect.learn(net.peerId, net.addresses());
    await time.pass(1_000);
    expect(net.peers()).to.deep.equal([]);
    reconnect.learn(c.peerId, [`/memory/${c.peerId}`]);
    await time.pass(1_000);
    expect(net.peers()).to.deep.equal([c.peerId]);
    reconnect.stop();
    hub.cut(net.peerId, c.peerId);
    await time.pass(100_000);
    expect(net.peers()).to.deep.equal([]);
    expect(time.waiting).to.equal(0);
  });

  it("keeps 64 peers it heard of; a hopeless one makes room, a configured one never", async () => {
    const { hub, time, make, net } = setup(() => 0);
    const gone = hub.join("fe".repeat(32));
    const [configured] = gone.addresses();
    await gone.stop();
    const reconnect = make([configured!]);
    reconnect.start();
    const key = (i: number): string => (i + 16).toString(16).padStart(64, "0");
    const learn = (i: number): string => {
      const peer = peerIdOf(key(i));
      reconnect.learn(peer, [`/memory/${peer}/p2p/${peer}`]);
      return peer;
    };
    for (let i = 0; i < 64; i += 1) learn(i);
    const late = hub.join(key(64));
    learn(64);
    await time.pass(2_000);
    expect(net.peers()).to.deep.equal([]);
    // Each waits a calcond at least: twelve failures of every one.
    await time.pass(12 * 777);
    learn(64);
    await time.pass(1_000);
    expect(net.peers()).to.deep.equal([late.peerId]);
    const back = hub.join("fe".repeat(32));
    await time.pass(2_000);
    expect(net.peers()).to.have.members([late.peerId, back.peerId]);
    reconnect.stop();
  });

  it("tries who was never met ever less, and at once where it says it is elsewhere", async () => {
    const { hub, time, make, net } = setup(() => 0.999_999);
    const [met, strange] = [hub.join(KEYS[1]!), hub.join(KEYS[2]!)];
    const reconnect = make([]);
    reconnect.start();
    reconnect.learn(met.peerId, met.addresses());
    await settled();
    expect(net.peers()).to.deep.equal([met.peerId]);
    const addresses = strange.addresses();
    for (const one of [met, strange]) await one.stop();
    reconnect.learn(strange.peerId, addresses);
    await time.pass(600_000);
    const failed = new Map(reconnect.targets().map(({ peer, failures }) => [peer, failures]));
    // 3.1, 12.4, 49.7, 199, 299 s for the one; for the other a minute at most.
    expect(failed.get(strange.peerId)).to.be.within(5, 6);
    expect(failed.get(met.peerId)).to.be.within(12, 16);
    const back = hub.join(KEYS[2]!);
    reconnect.learn(back.peerId, [`/memory/elsewhere/p2p/${back.peerId}`]);
    await time.pass(3_000);
    expect(net.peers()).to.deep.equal([back.peerId]);
    reconnect.stop();
  });

  it("calls eight nodes behind translators once a minute in all, with who looks for receipts", async () => {
    const { time, net } = setup(() => 0.5);
    const hidden = Array.from({ length: 8 }, (_, n): readonly [string, string] => {
      const peer = peerIdOf((n + 16).toString(16).padStart(64, "0"));
      return [peer, `/ip4/192.168.${n}.2/tcp/4001/p2p/${peer}`];
    });
    const calledAtMs: number[] = [];
    const dial = (address: string): Promise<string> => {
      calledAtMs.push(Number(time.nowNs() / 1_000_000n));
      return Promise.reject(new Error(`nobody answers at ${address}`));
    };
    const dials = new Dials({ clock: time });
    const reconnect = new Reconnect([], {
      net: Object.assign(net, { dial }),
      clock: time,
      scheduler: time,
      random: { next: () => 0.5 },
      log: quiet,
      dials,
    });
    reconnect.start();
    for (const [peer, address] of hidden) reconnect.learn(peer, [address]);
    const fromMs = Number(time.nowNs() / 1_000_000n);
    for (let second = 0; second < 600; second += 1) {
      await time.pass(1_000);
      for (const [peer, address] of hidden)
        if (dials.mayTry(address, peer))
          await dial(address).catch(() => dials.failed(address, peer));
    }
    reconnect.stop();
    const inMinute = (minute: number): number =>
      calledAtMs.filter((ms) => Math.floor((ms - fromMs) / 60_000) === minute).length;
    for (let minute = 2; minute < 10; minute += 1)
      expect(inMinute(minute), `in minute ${minute}`).to.be.within(1, 2);
    const steady = calledAtMs.filter((ms) => ms - fromMs >= 120_000).length;
    expect(steady / 8).to.be.within(0.8, 1.2);
    expect(inMinute(0)).to.be.at.most(3);
  });

  it("tries hints beside what a peer signed, under its own id only, and keeps the signed", async () => {
    const { hub, time, make, net } = setup(() => 0);
    const [b, c] = [hub.join(KEYS[1]!), hub.join(KEYS[2]!)];
    const reconnect = make([]);
    reconnect.start();
    reconnect.hint(b.peerId, c.addresses());
    reconnect.hint(net.peerId, net.addresses());
    await time.pass(1_000);
    expect(net.peers()).to.deep.equal([]);
    reconnect.learn(b.peerId, b.addresses());
    await time.pass(1_000);
    expect(net.peers()).to.deep.equal([b.peerId]);
    for (let i = 0; i < 20; i += 1) reconnect.hint(b.peerId, [`/memory/nowhere${i}`]);
    hub.cut(net.peerId, b.peerId);
    // One signed address and four hints take turns, a calcond apart.
    await time.pass(6 * 777);
    expect(net.peers()).to.deep.equal([b.peerId]);
    reconnect.stop();
  });

  it("holds 32 peers known by hints; they make room for each other and for signed ones", async () => {
    const { hub, time, make, net } = setup(() => 0);
    const reconnect = make([]);
    reconnect.start();
    const key = (i: number): string => (i + 16).toString(16).padStart(64, "0");
    const addressOf = (peer: string): readonly string[] => [`/memory/${peer}/p2p/${peer}`];
    const hint = (i: number): void => reconnect.hint(peerIdOf(key(i)), addressOf(peerIdOf(key(i))));
    for (let i = 0; i < 100; i += 1) hint(i);
    await settled();
    expect(time.waiting).to.equal(32);
    const late = hub.join(key(200));
    hint(200);
    await settled();
    expect(net.peers()).to.deep.equal([]);
    // Four failures of each.
    await time.pass(4 * 777);
    hint(200);
    await settled();
    expect(net.peers()).to.deep.equal([late.peerId]);
    for (let i = 300; i < 364; i += 1)
      reconnect.learn(peerIdOf(key(i)), addressOf(peerIdOf(key(i))));
    await settled();
    // 63 signed ones that cannot be reached, and the connected hinted one.
    expect(time.waiting).to.equal(63);
    expect(net.peers()).to.deep.equal([late.peerId]);
    reconnect.stop();
  });
});
