/** What strangers have computed again here: nothing that is long, or never comes, holds up what is short. */
import { expect } from "chai";
import { JobDocuments } from "../../../../node/market/documents.js";
import { Recomputations } from "../../../../node/market/recomputations.js";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { noFacts, takeFact, type JobFacts } from "../../../../protocol/market/facts.js";
import { noValue } from "../../../../protocol/market/again.js";
import type { Computed } from "../../../../protocol/market/result.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { LocalTime } from "../../../../scripts/market/localMesh.js";
import { Store } from "../../../../storage/store.js";
import { quiet } from "../../../kit/logger.js";

const ENGINE = "calc-engine/1+00000000";
const LONG = "KO42 that never ends";
const RESULT: Computed = noValue("x", "it has no value");

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

function jobOf(name: string): JobFacts {
  const facts = noFacts(crypto.sha256Hex(name));
  const body = { chain: [name], engine_version: ENGINE, deadline: 1_000, inputs_hash: facts.id };
  takeFact(facts, "job.open", { id: facts.id, author: "ab".repeat(32), calcond: 1, body });
  return facts;
}

/** A node that computes what it is asked for at once, but for what never ends, and some inputs never come. */
class Bench {
  readonly time = new LocalTime();
  readonly begun: string[] = [];
  readonly asked: string[] = [];
  readonly work = new Recomputations({
    clock: this.time,
    crypto,
    scheduler: this.time,
    log: quiet,
    publicKey: "cd".repeat(32),
    engineVersion: ENGINE,
    contributor: {
      inputsOf: async ({ open }) => {
        const [name] = open!.body.chain;
        this.asked.push(name!);
        return name!.startsWith("absent") ? null : {};
      },
    },
    execution: {
      run: async ({ chain }, { signal }) => {
        this.begun.push(chain[0]!);
        if (chain[0] === LONG)
          await new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              reject(new Error("its slice is over"));
            });
          });
        if (chain[0]!.startsWith("throws")) throw new Error("no table");
        return { computed: RESULT, seal: null };
      },
    },
  });

  async pass(seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i += 1) await this.time.pass(1_000, settle);
  }
}

describe("jobs of others that are computed again", () => {
  it("a long one gives way to a short one after its first slice, and is given up in the end", async () => {
    const bench = new Bench();
    const { work } = bench;
    const [long, short] = [jobOf(LONG), jobOf("short")];
    expect(work.begun(long)).to.equal("pending");
    await settle();
    expect(work.begun(short)).to.equal("pending");
    await bench.time.pass(4_100, settle);
    expect(work.begun(short)).to.be.an("object");
    expect(work.begun(long)).to.equal("pending");
    // 16 s, 64 s, 256 s and 600 s follow: by then no job may take longer.
    for (const ms of [16_100, 64_100, 256_100, 600_100]) await bench.time.pass(ms, settle);
    expect(work.begun(long)).to.equal(null);
    expect(bench.begun.filter((name) => name === LONG)).to.have.length(5);
  });

  it("hundreds that throw, and whose inputs never come, hold up none that can be computed", async () => {
    const bench = new Bench();
    const { work } = bench;
    const jobs = Array.from({ length: 200 }, (_, n) =>
      jobOf(`${n % 2 === 0 ? "absent" : "throws"} ${n}`),
    );
    const short = jobOf("short");
    for (let round = 0; round < 12; round += 1) {
      for (const facts of [...jobs, short]) work.begun(facts);
      await settle();
    }
    expect(work.begun(short)).to.be.an("object");
    await bench.pass(120);
    for (const facts of jobs) work.begun(facts);
    await settle();
    // A computation that throws is tried once a round: five times in all.
    const tried = bench.begun.filter((name) => name === "throws 1").length;
    expect(tried).to.equal(5);
    // Inputs that did not come are asked for after 8 calconds, then after 16, 32 and so on.
    const asked = bench.asked.filter((name) => name === "absent 0").length;
    expect(asked).to.be.within(1, 5);
  });
});

describe("documents of jobs", () => {
  it("are fetched beside the steps: one that never comes is waited for by nobody, and asked for ever more rarely", async () => {
    const time = new LocalTime();
    const documents = new JobDocuments({
      clock: time,
      crypto,
      store: new Store(new MemoryStore()),
    });
    const asked: number[] = [];
    let give: (text: string | null) => void = () => undefined;
    documents.useFetch(() => {
      asked.push(time.calcond);
      return new Promise((resolve) => {
        give = resolve;
      });
    });
    const hash = crypto.sha256Hex("{}");
    expect(await documents.begun(hash, 9)).to.equal(null);
    expect(await documents.begun(hash, 9)).to.equal(null);
    expect(asked).to.have.length(1);
    const start = time.calcond;
    for (let i = 0; i < 140; i += 1) {
      give(null);
      await settle();
      await time.pass(Number(CALCOND_NS) / 1e6, settle);
      await documents.begun(hash, 9);
    }
    // 1, 2, 4, 8, 16, 32 and 64 calconds after what failed.
    const after = asked.map((calcond) => calcond - start);
    expect(after).to.deep.equal([0, 1, 3, 7, 15, 31, 63, 127]);
    await time.pass((64 * Number(CALCOND_NS)) / 1e6, settle);
    await documents.begun(hash, 9);
    give("{}");
    await settle();
    expect(await documents.begun(hash, 9)).to.equal("{}");
  });
});
