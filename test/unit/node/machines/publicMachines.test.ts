/**
 * Pages of the public machines, held against a plain list of them through random registrations,
 * edits and pages.
 */
import { systemRandom } from "../../../../node/runtime/random.js";
import { expect } from "chai";
import { directLog } from "../../../kit/directLog.js";
import { by } from "../../../kit/accounts.js";
import * as fc from "fast-check";
import type { Principal } from "../../../../api/contract/definition/call.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { createMachines, type MachineServices } from "../../../../node/machines/createMachines.js";
import { buckets } from "../../../../storage/records/buckets.js";
import type { BatchOptions, Operation } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { flipBit, AccountBench } from "../../../kit/accounts.js";
import { quiet } from "../../../kit/logger.js";

const SEED = 20_261_125;
const WHOLE = { limit: 1_000, offset: 0 } as const;

/** Counts what is read, answers late what it read in time, and refuses a write when told to. */
class WatchedStore extends MemoryStore {
  records = 0;
  lists = 0;
  turnsLate = 0;
  refuses = false;
  /** Runs when a machine as it is written can be read, and its writer was not told. */
  onMachine: () => Promise<void> = () => Promise.resolve();

  override async getMany(keys: readonly Uint8Array[]) {
    this.records += keys.length;
    const found = await super.getMany(keys);
    for (let i = 0; i < this.turnsLate; i += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return found;
  }

  override range(options: Parameters<MemoryStore["range"]>[0]) {
    this.lists += 1;
    return super.range(options);
  }

  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    await super.batch(operations, options);
    if (operations.some(({ key }) => key[0] === buckets.mach.number)) await this.onMachine();
    if (this.refuses) throw new Error("written, and nobody was told");
  }
}

interface Known {
  readonly id: string;
  readonly genesisCalcond: number;
  name: string | null;
  isPublic: boolean;
}

/** Machines of one account, and a plain list of what they should be. */
class Street {
  readonly raw = new WatchedStore();
  readonly bench = new AccountBench(this.raw);
  readonly known: Known[] = [];
  readonly #placesMax: number;
  machines: MachineServices;
  owner: Principal | null = null;
  account = "";

  constructor(placesMax: number) {
    this.#placesMax = placesMax;
    this.machines = this.#started();
  }

  static async open(placesMax: number): Promise<Street> {
    const street = new Street(placesMax);
    const { account, key } = await street.bench.open();
    street.account = account;
    street.owner = await street.bench.principal(key);
    return street;
  }

  /** As after a new start: nothing is remembered. */
  restart(): void {
    this.machines = this.#started();
  }

  #started(): MachineServices {
    const { store, deadlines } = this.bench;
    return createMachines({
      log: quiet,
      crypto: nodeCrypto,
      store,
      deadlines,
      random: systemRandom,
      machineLog: directLog(this.bench),
      publicPlacesMax: this.#placesMax,
    });
  }

  async begin(isPublic: boolean): Promise<void> {
    const { record } = await this.bench.run(
      this.machines.machineRegister.create(by(this.account), { isPublic }),
    );
    const { genesisCalcond, id, name } = record;
    this.known.push({ id, genesisCalcond, name, isPublic });
  }

  async edit(
    which: number,
    change: { readonly name?: string; readonly isPublic?: boolean },
  ): Promise<void> {
    if (this.known.length === 0) return;
    const known = this.known[which % this.known.length]!;
    const { machine } = await this.bench.run(
      this.machines.machineChanges.change(known.id, this.owner!, change),
    );
    known.name = machine.name;
    known.isPublic = machine.isPublic;
  }

  async check({
    limit,
    offset,
  }: { readonly limit: number; readonly offset: number } = WHOLE): Promise<void> {
    const all = this.known
      .filter(({ isPublic }) => isPublic)
      .sort((a, b) => a.genesisCalcond - b.genesisCalcond || (a.id < b.id ? -1 : 1));
    const { items, total } = await this.machines.machines.published({ limit, offset });
    expect(total, "total").to.equal(all.length);
    expect(items.map(({ id, name }) => ({ id, name }))).to.deep.equal(
      all.slice(offset, offset + limit).map(({ id, name }) => ({ id, name })),
    );
  }
}

type Step =
  | { readonly act: "begin"; readonly isPublic: boolean }
  | { readonly act: "show" | "hide" | "rename"; readonly which: number }
  | { readonly act: "page"; readonly limit: number; readonly offset: number };

interface Round {
  readonly steps: readonly Step[];
  readonly calconds: number;
  readonly restarts: boolean;
  readonly turnsLate: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant("begin" as const), isPublic: fc.boolean() }),
  fc.record({
    act: fc.constantFrom("show" as const, "hide" as const, "rename" as const),
    which: fc.nat(40),
  }),
  fc.record({
    act: fc.constant("page" as const),
    limit: fc.integer({ min: 1, max: 8 }),
    offset: fc.nat(12),
  }),
);
const rounds: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    calconds: fc.nat(2),
    restarts: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    turnsLate: fc.nat(4),
  }),
  { minLength: 1, maxLength: 12 },
);

async function take(street: Street, one: Step): Promise<void> {
  switch (one.act) {
    case "begin":
      await street.begin(one.isPublic);
      return;
    case "show":
      await street.edit(one.which, { isPublic: true });
      return;
    case "hide":
      await street.edit(one.which, { isPublic: false });
      return;
    case "rename":
      await street.edit(one.which, { name: `oven ${one.which}` });
      return;
    case "page": {
      // A row written at the same time may stand in it or not; nothing stands in it twice, or
      // hidden.
      const { items, total } = await street.machines.machines.published(one);
      expect(items.every(({ isPublic }) => isPublic)).to.equal(true);
      expect(new Set(items.map(({ id }) => id)).size).to.equal(items.length);
      expect(items.length).to.be.at.most(Math.min(one.limit, total));
    }
  }
}

describe("node: public machines", () => {
  for (const placesMax of [1_000, 4]) {
    it(`their pages are those of a plain list, in order and of a true total (${placesMax} places kept)`, async () => {
      await fc.assert(
        fc.asyncProperty(rounds, async (all) => {
          const street = await Street.open(placesMax);
          for (const { calconds, restarts, steps, turnsLate } of all) {
            street.bench.clock.forward(calconds);
            if (restarts) street.restart();
            street.raw.turnsLate = turnsLate;
            await Promise.all(steps.map((one) => take(street, one)));
            await street.check();
            for (const one of steps) if (one.act === "page") await street.check(one);
          }
        }),
        { seed: SEED, numRuns: 150 },
      );
    });
  }

  it("a page reads the machines it shows and no others, also after one was begun, shown, hidden or renamed", async () => {
    const street = await Street.open(1_000);
    for (let i = 0; i < 30; i += 1) await street.begin(i % 3 !== 0);
    await street.check();
    await street.begin(true);
    await street.edit(0, { isPublic: true });
    await street.edit(1, { isPublic: false });
    await street.edit(2, { name: "oven" });
    const { raw } = street;
    [raw.records, raw.lists] = [0, 0];
    await street.check({ limit: 4, offset: 3 });
    expect([raw.records, raw.lists]).to.deep.equal([4, 0]);
  });

  it("what was written while the order is read for the first time stands in it", async () => {
    const street = await Street.open(1_000);
    for (let i = 0; i < 4; i += 1) await street.begin(true);
    street.raw.turnsLate = 50;
    const first = street.machines.machines.published(WHOLE);
    street.bench.clock.forward(1);
    await Promise.all([street.begin(true), street.edit(0, { isPublic: false })]);
    const { raw } = street;
    raw.turnsLate = 0;
    await first;
    [raw.records, raw.lists] = [0, 0];
    await street.check();
    expect([raw.records, raw.lists]).to.deep.equal([4, 0]);
  });

  it("one that is being hidden is shown to nobody as soon as that is written", async () => {
    const street = await Street.open(1_000);
    for (let i = 0; i < 3; i += 1) await street.begin(true);
    await street.check();
    let seen = 0;
    street.raw.onMachine = async () => {
      seen += 1;
      street.known[1]!.isPublic = false;
      await street.check();
    };
    await street.edit(1, { isPublic: false });
    expect(seen).to.equal(1);
  });

  it("of a list with more than are kept nothing is, until it is shorter again", async () => {
    const street = await Street.open(2);
    for (let i = 0; i < 2; i += 1) await street.begin(true);
    const { raw } = street;
    const listsFor = async (): Promise<number> => {
      await street.check();
      raw.lists = 0;
      await street.check();
      return raw.lists;
    };
    expect(await listsFor()).to.equal(0);
    await street.begin(true);
    expect(await listsFor()).to.equal(1);
    await street.edit(0, { isPublic: false });
    expect(await listsFor()).to.equal(0);
  });

  it("a write of which nobody knows whether it was made has the order read anew", async () => {
    const street = await Street.open(1_000);
    await street.begin(true);
    await street.begin(false);
    await street.check();
    street.raw.refuses = true;
    const failed = await street.edit(1, { isPublic: true }).then(
      () => false,
      () => true,
    );
    expect(failed).to.equal(true);
    street.raw.refuses = false;
    street.known[1]!.isPublic = true;
    await street.check();
  });

  it("a damaged one is listed apart from the first page on that meets it", async () => {
    const street = await Street.open(1_000);
    for (let i = 0; i < 4; i += 1) {
      street.bench.clock.forward(1);
      await street.begin(true);
    }
    const [, , , last] = street.known;
    const listed = async (page: {
      readonly limit: number;
      readonly offset: number;
    }): Promise<unknown> => {
      const { items, total, damaged } = await street.machines.machines.published(page);
      return { ids: items.map(({ id }) => id), total, damaged: damaged.map(({ id }) => id) };
    };
    const ids = street.known.map(({ id }) => id);
    await street.check();
    await flipBit(street.raw, buckets.mach, last!.id);
    // A page without it does not meet it.
    expect(await listed({ limit: 3, offset: 0 })).to.deep.equal({
      ids: ids.slice(0, 3),
      total: 4,
      damaged: [],
    });
    const without = { total: 3, damaged: [last!.id] };
    expect(await listed({ limit: 3, offset: 1 })).to.deep.equal({
      ids: ids.slice(1, 3),
      ...without,
    });
    expect(await listed({ limit: 3, offset: 0 })).to.deep.equal({
      ids: ids.slice(0, 3),
      ...without,
    });
    street.restart();
    expect(await listed({ limit: 3, offset: 0 })).to.deep.equal({
      ids: ids.slice(0, 3),
      ...without,
    });
    await flipBit(street.raw, buckets.mach, last!.id);
    street.restart();
    await street.check();
  });
});
