/** An entry due fires once, never early and in its order, whatever happens to the node. */
import { expect } from "chai";
import * as fc from "fast-check";
import { buckets } from "../../../../storage/records/buckets.js";
import type { DueEntry } from "../../../../storage/records/dueRecords.js";
import { put } from "../../../../storage/kv/table.js";
import { CALCOND_MS, DueWorld, nameOf } from "./dueWorld.js";

const KINDS = ["a.end", "b"];
const MINUTE_MS = 61_000;

async function world(kinds: readonly string[] = KINDS): Promise<DueWorld> {
  const world = new DueWorld(kinds);
  await world.start();
  await world.pass(0);
  return world;
}

async function names(of: DueWorld): Promise<readonly string[]> {
  return (await of.fired()).map(({ entry: { kind, key } }) => `${kind}/${key}`);
}

/** As the store does: calcond, kind, key, each by its bytes. */
function compare(a: DueEntry, b: DueEntry): number {
  return (
    a.calcond - b.calcond ||
    Buffer.compare(Buffer.from(a.kind), Buffer.from(b.kind)) ||
    Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))
  );
}

describe("runtime: what is due at a calcond", () => {
  it("fires when it has come and not before, and one timer waits for the earliest", async () => {
    const of = await world();
    const now = of.calcond;
    for (const [calconds, key] of [
      [30, "c"],
      [10, "x"],
      [20, "b"],
    ] as const)
      await of.add({ calcond: now + calconds, kind: "b", key });
    await of.settled();
    expect(of.time.waiting).to.equal(1);
    await of.pass(9 * CALCOND_MS);
    expect(await names(of)).to.deep.equal([]);
    await of.pass(1.1 * CALCOND_MS);
    expect(await names(of)).to.deep.equal(["b/x"]);
    await of.pass(10 * CALCOND_MS);
    expect(await names(of)).to.deep.equal(["b/x", "b/b"]);
    await of.pass(10 * CALCOND_MS);
    expect(await names(of)).to.deep.equal(["b/x", "b/b", "b/c"]);
    expect(await of.waiting()).to.deep.equal([]);
    await of.pass(100 * MINUTE_MS);
    expect((await of.fired()).length).to.equal(3);
    expect([of.time.waiting, of.said]).to.deep.equal([1, []]);
  });

  it("what is written when it is over already fires at once; twice the same is one; cancelled is gone", async () => {
    const of = await world();
    const entry = { calcond: of.calcond - 5, kind: "b", key: "k" };
    const later = { calcond: of.calcond + 5, kind: "b", key: "l" };
    await of.add(entry);
    for (let i = 0; i < 3; i += 1) await of.add(later);
    await of.add({ ...later, key: "m" });
    await of.cancel({ ...later, key: "m" });
    await of.settled();
    expect(await names(of)).to.deep.equal(["b/k"]);
    await of.pass(6 * CALCOND_MS);
    expect(await names(of)).to.deep.equal(["b/k", "b/l"]);
    // It may be written anew when it has fired.
    await of.add(later);
    await of.settled();
    expect(await names(of)).to.deep.equal(["b/k", "b/l", "b/l"]);
  });

  it("not even what is due one calcond later fires with it", async () => {
    const of = await world();
    const calcond = of.calcond + 3;
    await of.add({ calcond, kind: "b", key: "k" });
    await of.add({ calcond: calcond + 1, kind: "a.end", key: "l" });
    await of.pass(3 * CALCOND_MS + 2);
    expect([await names(of), of.highest]).to.deep.equal([["b/k"], calcond]);
    await of.pass(CALCOND_MS);
    expect(await names(of)).to.deep.equal(["b/k", "a.end/l"]);
  });

  it("one that is cancelled while it waits for its guard does not fire", async () => {
    const of = await world();
    const { due, store } = of.life;
    const calcond = of.calcond + 1;
    for (const key of ["a1", "b1"]) await of.add({ calcond, kind: "b", key });
    let cancel = (): void => undefined;
    const held = store.guards.withGuard(["thing:a"], async (tx) => {
      await new Promise<void>((resolve) => {
        cancel = resolve;
      });
      tx.add([due.opCancel(calcond, "b", "a1")]);
    });
    await of.time.pass(3 * CALCOND_MS);
    expect(await names(of)).to.deep.equal([]);
    cancel();
    await held;
    await of.settled();
    expect(await names(of)).to.deep.equal(["b/b1"]);
  });

  it("one that is written while earlier ones are read is not passed over", async () => {
    const of = await world();
    const { kv } = of.life.store;
    const range = kv.range.bind(kv);
    const late = { calcond: of.calcond - 9, kind: "b", key: "late" };
    let isWritten = false;
    kv.range = async function* slow(options) {
      for await (const entry of range(options)) {
        if (!isWritten) {
          isWritten = true;
          await of.life.store.write([put(buckets.due, late, "")]);
        }
        yield entry;
      }
    };
    await of.add({ calcond: of.calcond - 1, kind: "b", key: "k" });
    await of.settled();
    expect([isWritten, await names(of)]).to.deep.equal([true, ["b/k", "b/late"]]);
  });

  it("a clock set forward fires all that is over, within a minute; one set back fires nothing again and nothing early", async () => {
    const of = await world();
    const now = of.calcond;
    for (let i = 1; i <= 9; i += 1)
      await of.add({ calcond: now + 1_000 * i, kind: "b", key: `${i}` });
    of.jump(5_000);
    await of.pass(MINUTE_MS);
    expect((await names(of)).join(" ")).to.equal("b/1 b/2 b/3 b/4 b/5");
    of.jump(-4_000);
    await of.pass(10 * MINUTE_MS);
    expect((await of.fired()).length).to.equal(5);
    await of.stop();
    await of.start();
    await of.pass(10 * MINUTE_MS);
    expect((await of.fired()).length).to.equal(5);
    await of.pass(4_000 * CALCOND_MS);
    expect((await names(of)).join(" ")).to.equal("b/1 b/2 b/3 b/4 b/5 b/6");
  });

  it("thousands at one calcond fire in their order within it, and while they wait nothing runs", async () => {
    const of = await world();
    const calcond = of.calcond + 1_000;
    const entries = Array.from({ length: 3_000 }, (_, i) => ({
      calcond,
      kind: KINDS[i % 2]!,
      key: `${String.fromCharCode(97 + (i % 26))}${i}`,
    }));
    await of.life.store.write(entries.map((entry) => put(buckets.due, entry, "")));
    await of.settled();
    let reads = 0;
    const { kv } = of.life.store;
    const range = kv.range.bind(kv);
    kv.range = (options) => {
      reads += 1;
      return range(options);
    };
    await of.pass(900 * CALCOND_MS);
    expect(of.time.waiting).to.equal(1);
    // A look a minute, of two reads that find nothing: 900 calconds are eleven to twelve minutes.
    expect(reads).to.be.within(1, 30);
    await of.pass(100 * CALCOND_MS + 2);
    const fired = await of.fired();
    expect(fired.map(({ entry }) => nameOf(entry))).to.deep.equal(
      [...entries].sort(compare).map(nameOf),
    );
    expect(new Set(fired.map(({ highest }) => highest))).to.deep.equal(new Set([calcond]));
  });

  it("a kind that nobody acts on stays, is reported once, and is in the way of no other", async () => {
    const of = await world();
    const calcond = of.calcond - 1;
    const strange = Array.from({ length: 600 }, (_, i) => ({
      calcond,
      kind: "a.strange",
      key: String(i).padStart(3, "0"),
    }));
    await of.life.store.write(strange.map((entry) => put(buckets.due, entry, "")));
    await of.add({ calcond, kind: "b", key: "k" });
    await of.pass(10 * MINUTE_MS);
    expect(await names(of)).to.deep.equal(["b/k"]);
    expect(of.life.due.unknownKinds).to.deep.equal(["a.strange"]);
    expect(of.said).to.deep.equal(["a scheduled entry has no handler, and stays"]);
    expect(await of.waiting()).to.deep.equal(strange);
    await of.stop();
    const knowing = new DueWorld([...KINDS, "a.strange"]);
    await knowing.start();
    await knowing.life.store.write(strange.map((entry) => put(buckets.due, entry, "")));
    await knowing.settled();
    expect((await knowing.fired()).length).to.equal(600);
  });

  it("an entry that fails is tried again later and later, and is in the way of no other", async () => {
    const of = await world();
    let tries = 0;
    of.before = ({ key }) => {
      if (key !== "m") return;
      tries += 1;
      if (tries < 4) throw new Error("a damaged record");
    };
    const calcond = of.calcond - 1;
    for (const key of ["a", "m", "z", "mm"]) await of.add({ calcond, kind: "b", key });
    await of.settled();
    expect([...(await names(of))].sort()).to.deep.equal(["b/a", "b/mm", "b/z"]);
    expect([tries, of.life.due.failing]).to.deep.equal([1, 1]);
    await of.pass(14 * CALCOND_MS);
    expect(tries).to.equal(2);
    await of.pass(24 * CALCOND_MS);
    expect(tries).to.equal(2);
    await of.pass(3 * CALCOND_MS);
    expect(tries).to.equal(3);
    await of.pass(53 * CALCOND_MS);
    expect([tries, of.life.due.failing]).to.deep.equal([4, 0]);
    expect(await names(of)).to.include("b/m");
    await of.pass(100 * MINUTE_MS);
    expect([tries, await of.waiting()]).to.deep.equal([4, []]);
  });

  it("one that failed and was cancelled since is forgotten", async () => {
    const of = await world();
    of.before = () => {
      throw new Error("never");
    };
    const entry = { calcond: of.calcond - 1, kind: "b", key: "k" };
    await of.add(entry);
    await of.settled();
    expect(of.life.due.failing).to.equal(1);
    await of.cancel(entry);
    await of.pass(14 * CALCOND_MS);
    expect([of.life.due.failing, await of.fired()]).to.deep.equal([0, []]);
    expect(of.time.waiting).to.equal(1);
  });

  it("has one owner for each kind", async () => {
    const { due } = (await world()).life;
    const handler = { fire: () => undefined };
    expect(() => due.register("b", handler)).to.throw(RangeError);
    for (const kind of ["", "B", "a b", "a."])
      expect(() => due.register(kind, handler)).to.throw(RangeError);
    expect(() => due.opAdd(-1, "b", "k")).to.throw(RangeError);
  });
});

const DAY_CALCONDS = 111_197;

interface Added {
  readonly entry: DueEntry;
  readonly step: number;
  readonly isAcknowledged: boolean;
}

const plan = fc.option(
  fc.record({
    failAt: fc.integer({ min: 1, max: 60 }),
    mode: fc.constantFrom("before", "after"),
  }),
  { nil: {} },
);
const hang = fc.option(
  fc.record({ batch: fc.integer({ min: 1, max: 12 }), isWritten: fc.boolean() }),
);

const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      calconds: fc.oneof(fc.integer({ min: -2, max: 3 }), fc.integer({ min: -60, max: 240 })),
      kind: fc.constantFrom(...KINDS, "nobodys"),
      letter: fc.constantFrom("a", "b", "c", "ü"),
      isFailing: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      calconds: fc.integer({ min: 0, max: 120 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("jump" as const),
      calconds: fc.oneof(
        fc.integer({ min: -300, max: 300 }),
        fc.integer({ min: -DAY_CALCONDS, max: DAY_CALCONDS }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("restart", "kill"), plan, hang }),
  },
);

type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

class Model {
  readonly world = new DueWorld(KINDS);
  readonly added: Added[] = [];
  readonly #failing = new Map<string, number>();

  constructor() {
    this.world.before = (entry) => {
      const left = this.#failing.get(nameOf(entry)) ?? 0;
      if (left === 0) return;
      this.#failing.set(nameOf(entry), left - 1);
      throw new Error("not now");
    };
  }

  async run(commands: readonly Command[]): Promise<void> {
    const { world: of } = this;
    await of.start();
    for (const one of commands) {
      of.step += 1;
      await this.#do(one);
    }
    // On a sound disk all of it ends, however far the clock was set back.
    await of.kill({}, 0);
    await of.start();
    const last = Math.max(of.highest, ...this.added.map(({ entry }) => entry.calcond));
    of.jump(last - of.calcond + 1);
    of.step += 1;
    await of.pass(3 * MINUTE_MS);
  }

  async #do(one: Command): Promise<void> {
    const { world: of } = this;
    if (one.do === "pass") await of.pass(one.calconds * CALCOND_MS);
    else if (one.do === "jump") of.jump(one.calconds);
    else if (one.do === "add") await this.#add(one);
    else if (one.do === "cancel") {
      const { entry } = this.added[one.which % this.added.length] ?? {};
      if (entry !== undefined) await of.cancel(entry);
    } else {
      await (one.do === "kill" ? of.kill(one.plan) : of.stop(one.plan));
      // A start that fails is tried again on a disk that has come to itself.
      if (!(await of.start(one.hang))) {
        await of.kill();
        await of.start(one.hang);
      }
    }
  }

  async #add({ calconds, kind, letter, isFailing }: Command & { readonly do: "add" }) {
    const { world: of } = this;
    const key = `${letter}${this.added.length}`;
    const entry = { calcond: of.calcond + calconds, kind, key };
    if (isFailing) this.#failing.set(nameOf(entry), 2);
    const { step } = of;
    this.added.push({ entry, step, isAcknowledged: await of.add(entry) });
  }

  async check(): Promise<void> {
    const { world: of } = this;
    const [fired, cancelled] = [await of.fired(), await of.cancelled()];
    const waiting = await of.waiting();
    expect(waiting.filter(({ kind }) => KINDS.includes(kind))).to.deep.equal([]);
    const left = new Set(waiting.map(nameOf));
    for (const { entry, isAcknowledged } of this.added) {
      const name = nameOf(entry);
      const ends =
        fired.filter((one) => one.name === name).length +
        Number(cancelled.has(name)) +
        Number(left.has(name));
      expect(ends, name).to.be.within(isAcknowledged ? 1 : 0, 1);
    }
    for (const { entry, highest, name } of fired)
      expect(entry.calcond, name).to.be.at.most(highest);
    const steps = new Map(this.added.map(({ entry, step }) => [nameOf(entry), step]));
    for (const [i, first] of fired.entries()) {
      for (const second of fired.slice(i + 1)) {
        // Not what failed before, nor what was written when the first had fired.
        if (this.#failing.has(second.name) || steps.get(second.name)! >= first.step) continue;
        expect(compare(first.entry, second.entry), `${first.name} ${second.name}`).to.be.below(0);
      }
    }
  }
}

describe("runtime: what is due, whatever happens", () => {
  it("fires each entry once, none early, in the order of calcond, kind and key", async () => {
    let all = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 8, maxLength: 60, size: "max" }),
        async (commands) => {
          const model = new Model();
          await model.run(commands);
          await model.check();
          all += (await model.world.fired()).length;
        },
      ),
      { numRuns: 150 },
    );
    // It is not for want of entries that nothing is wrong.
    expect(all).to.be.greaterThan(500);
  });
});
