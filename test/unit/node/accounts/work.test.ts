/**
 * Work before an effect: the ladder by address, single use, restarts, clocks, and what it forgets.
 */
import { systemRandom } from "../../../../node/runtime/random.js";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { searchOf, shownWork } from "../../../../api/client/solveWork.js";
import { workTaskOf } from "../../../../api/client/workTask.js";
import { problemOf, type Problem } from "../../../../api/contract/definition/problem.js";
import { allowanceFields, problemOfRefusal } from "../../../../node/operations/refusals.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Deadlines } from "../../../../node/runtime/deadlines.js";
import { left, Work, type WorkTicket } from "../../../../node/accounts/work.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { WorkPurpose } from "../../../../protocol/work/ladder.js";
import { NonceMiner } from "../../../../protocol/work/miner.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";

const CALCOND_NS = 777_000_777n;
const START = 2_310_000_000n;
const ADDRESS = "192.0.2.7";
const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));
const {
  prices,
}: {
  readonly prices: readonly { readonly bits: number; readonly T: number; readonly value: number }[];
} = JSON.parse(readFileSync("test/vectors/work/vectors.json", "utf8"));

class HandClock {
  ns = START * CALCOND_NS;
  nowNs(): bigint {
    return this.ns;
  }
  pass(calconds: number): void {
    this.ns += BigInt(calconds) * CALCOND_NS;
  }
}

class Bench {
  readonly clock = new HandClock();
  readonly raw = new MemoryStore();
  readonly limited: string[] = [];
  store = new Store(this.raw);
  deadlines = new Deadlines({ store: this.store, clock: this.clock });
  work = this.#made();

  /** As after a restart: nothing in memory is left. */
  async restart(): Promise<void> {
    this.store = new Store(this.raw);
    this.deadlines = new Deadlines({ store: this.store, clock: this.clock });
    await this.deadlines.load();
    this.work = this.#made();
  }

  #made(secret = 7, enabled = true): Work {
    return new Work(
      { secret: new Uint8Array(32).fill(secret), enabled },
      {
        crypto: nodeCrypto,
        random: systemRandom,
        deadlines: this.deadlines,
        store: this.store,
        registry,
        onLimited: (policy) => {
          this.limited.push(policy);
        },
      },
    );
  }

  other(secret: number, enabled: boolean): Work {
    return this.#made(secret, enabled);
  }

  /** What the runner does until nothing is left. */
  async swept(): Promise<void> {
    const { signal } = new AbortController();
    while ((await this.work.sweep.run(signal, () => true)) === "more");
  }

  ask(purpose: WorkPurpose, header = "", address = ADDRESS, work = this.work): Promise<WorkTicket> {
    return work.require(purpose, { address, proof: header });
  }

  /** Asks and does it: the effect is the ticket alone. */
  async done(purpose: WorkPurpose, header = "", address = ADDRESS): Promise<WorkTicket> {
    const ticket = await this.ask(purpose, header, address);
    await this.store.guards.withGuard([ticket.guardKey], (tx) => ticket.take(tx));
    return ticket;
  }

  /** Times the address did it already, without the work. */
  async after(purpose: WorkPurpose, times: number, address = ADDRESS): Promise<void> {
    const { subject } = subjectIn(await problemFrom(this.ask("claim", "", address)));
    const calcond = Number(this.clock.ns / CALCOND_NS);
    await this.store.guards.withGuard(["x"], (tx) => {
      tx.put(buckets.pace, [purpose, subject], {
        times: Array.from({ length: times }, () => calcond),
      });
    });
  }

  /** Everything stored, but the mark of the time that passed. */
  async dump(): Promise<string> {
    await this.deadlines.stop();
    const rows: string[] = [];
    for await (const [key, value] of this.raw.range(WHOLE_RANGE)) {
      const bytes = Buffer.from(key);
      if (bytes[0] === buckets.meta.number) continue;
      rows.push(
        `${bytes.toString("hex")} ${JSON.stringify(bytes.toString("latin1"))} ` +
          JSON.stringify(Buffer.from(value).toString("latin1")),
      );
    }
    return rows.join("\n");
  }
}

async function errorFrom(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`no problem: ${String(error)}`);
  return error;
}

async function problemFrom(promise: Promise<unknown>): Promise<Problem> {
  return problemOf(problemOfRefusal(await errorFrom(promise)), "req_test");
}

function subjectIn({ challenge }: Problem): {
  readonly subject: string;
  readonly bits: number;
  readonly expires: number;
} {
  const [, , bits, expires, subject] = String(challenge).split(":");
  return { subject: subject!, bits: Number(bits), expires: Number(expires) };
}

function solved(problem: Problem): string {
  const task = workTaskOf(problem)!;
  return shownWork(task, new NonceMiner(searchOf(task, "t")).run(1e9)!);
}

describe("node: proof of work", () => {
  it("states price, challenge and MAC; the price is that of the registry's operator", async () => {
    const bench = new Bench();
    const problem = await problemFrom(bench.ask("claim"));
    expect(problem)
      .to.include({ code: "POW_REQUIRED", status: 402 })
      .and.not.have.property("reason");
    expect(problem["challenge"]).to.match(
      /^calc-pow\/1:claim:18:2310001158:[0-9a-f]{16}:[0-9a-f]{32}$/,
    );
    expect(problem["mac"]).to.match(/^[0-9a-f]{64}$/);
    for (const { bits, T, value } of prices) {
      const price = bench.work.price(bits);
      expect(price).to.include({ operator: "LZ1", T, bits, unit: "J", expectedHashes: 2 ** bits });
      expect(Math.abs(price.value / value - 1), `${bits} bits`).to.be.lessThan(1e-15);
    }
    expect(problem["price"]).to.deep.equal(bench.work.price(18));
    expect(workTaskOf(problem)).to.include({ bits: 18, expectedHashes: 262_144, operator: "LZ1" });
  });

  it("the first demo key and three registrations in an hour are free, then the ladder", async () => {
    const bench = new Bench();
    await bench.done("demo-key");
    expect(subjectIn(await problemFrom(bench.ask("demo-key"))).bits).to.equal(18);
    for (let i = 0; i < 3; i += 1) await bench.done("signup");
    expect(subjectIn(await problemFrom(bench.ask("signup"))).bits).to.equal(18);
    // Another address, or the same an hour later, begins anew.
    await bench.done("demo-key", "", "192.0.2.8");
    bench.clock.pass(4_631);
    expect((await problemFrom(bench.ask("demo-key"))).code).to.equal("POW_REQUIRED");
    bench.clock.pass(1);
    await bench.done("demo-key");
  });

  it("each rung asks for its bits and time, and the last one is the end", async () => {
    const bench = new Bench();
    const rungs = [
      [1, 18, 1_158],
      [2, 21, 1_158],
      [3, 24, 1_158],
      [4, 26, 4_632],
      [29, 26, 4_632],
    ] as const;
    for (const [times, bits, life] of rungs) {
      await bench.after("demo-key", times);
      const asked = subjectIn(await problemFrom(bench.ask("demo-key")));
      expect(asked.bits).to.equal(bits);
      expect(asked.expires).to.equal(Number(START) + life);
    }
    for (const [purpose, most, policy] of [
      ["demo-key", 30, "demo-mint"],
      ["signup", 30, "signup"],
      ["claim", 64, "claim"],
    ] as const) {
      await bench.after(purpose, most);
      const error = await errorFrom(bench.ask(purpose));
      expect(error.code).to.equal("RATE_LIMITED");
      expect(error.details.members).to.deep.equal({ "violated-policies": [policy] });
      const headers = problemOfRefusal(error).parts.headers!;
      expect(Number(headers[headers.indexOf("retry-after") + 1])).to.equal(3_600);
      expect(headers[headers.indexOf("ratelimit") + 1]).to.equal(`"${policy}";r=0;t=3600`);
      expect(headers[headers.indexOf("ratelimit-policy") + 1]).to.equal(
        `"${policy}";q=${most};w=3600`,
      );
    }
    expect(bench.limited).to.deep.equal(["demo-mint", "signup", "claim"]);
  });

  it("a solution serves once, also after a restart, and is told from one that was never given", async () => {
    const bench = new Bench();
    const header = solved(await problemFrom(bench.ask("claim")));
    const ticket = await bench.done("claim", header);
    expect(allowanceFields(left(ticket)))
      .to.include('"claim";q=64;w=3600')
      .and.include('"claim";r=63;t=3600');
    const before = await bench.dump();
    expect(await problemFrom(bench.ask("claim", header))).to.include({
      code: "POW_REQUIRED",
      reason: "spent",
    });
    await bench.restart();
    expect(await problemFrom(bench.ask("claim", header))).to.include({
      code: "POW_REQUIRED",
      reason: "spent",
    });
    // Another nonce of the same challenge is the same challenge.
    const task = workTaskOf({
      ...(await problemFrom(bench.ask("claim"))),
      challenge: header.split(";")[0],
      mac: header.split(";")[1],
    });
    const again = shownWork(task!, new NonceMiner(searchOf(task!, "u")).run(1e9)!);
    expect(again).to.not.equal(header);
    expect(await problemFrom(bench.ask("claim", again))).to.include({ reason: "spent" });
    const foreign = bench.other(8, true);
    expect(await problemFrom(bench.ask("claim", header, ADDRESS, foreign))).to.include({
      reason: "subject",
    });
    expect(await bench.dump()).to.equal(before);
  });

  it("of many at once with one solution one is served, and of many free ones no more than are free", async () => {
    const bench = new Bench();
    const header = solved(await problemFrom(bench.ask("claim")));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, () => bench.done("claim", header)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    const free = await Promise.allSettled(Array.from({ length: 16 }, () => bench.done("signup")));
    expect(free.filter(({ status }) => status === "fulfilled")).to.have.length(3);
    for (const one of free)
      if (one.status === "rejected") expect(one.reason).to.include({ code: "POW_REQUIRED" });
  });

  it("nothing counts whose effect was not written", async () => {
    const bench = new Bench();
    const before = await bench.dump();
    const ticket = await bench.ask("demo-key");
    await bench.store.guards
      .withGuard([ticket.guardKey], async (tx) => {
        await ticket.take(tx);
        throw new Error("the effect failed");
      })
      .catch(() => undefined);
    expect(await bench.dump()).to.equal(before);
    await bench.done("demo-key");
  });

  it("holds for its address, purpose and time only; a clock set back revives nothing", async () => {
    const bench = new Bench();
    const problem = await problemFrom(bench.ask("claim"));
    const header = solved(problem);
    expect(await problemFrom(bench.ask("claim", header, "192.0.2.8"))).to.include({
      reason: "subject",
    });
    await bench.after("signup", 3);
    expect(await problemFrom(bench.ask("signup", header))).to.include({ reason: "purpose" });
    await bench.after("claim", 32);
    expect(await problemFrom(bench.ask("claim", header))).to.include({ reason: "too-few-bits" });
    await bench.after("claim", 0);
    bench.clock.pass(1_158);
    await bench.ask("claim", header);
    bench.clock.pass(1);
    expect(await problemFrom(bench.ask("claim", header))).to.include({ reason: "expired" });
    bench.clock.pass(-600);
    expect(await problemFrom(bench.ask("claim", header))).to.include({ reason: "expired" });
  });

  it("a clock set back across a restart revives nothing that was done or forgotten", async () => {
    const bench = new Bench();
    const header = solved(await problemFrom(bench.ask("claim")));
    await bench.done("claim", header);
    bench.clock.pass(1_159);
    await bench.done("signup");
    await bench.swept();
    expect(await bench.dump()).to.not.contain(nodeCrypto.sha256Hex(header.split(";")[0]!));
    bench.clock.pass(-1_159);
    await bench.restart();
    expect(await problemFrom(bench.ask("claim", header))).to.include({ reason: "expired" });
  });

  it("every altered header is refused by its reason, and nothing changes", async () => {
    const bench = new Bench();
    const header = solved(await problemFrom(bench.ask("claim")));
    const before = await bench.dump();
    const [challenge = "", mac = "", nonce = ""] = header.split(";");
    const wrong = [
      [header.slice(1), "malformed"],
      ["x".repeat(10_240), "malformed"],
      [`${header}${"a".repeat(10_240)}`, "malformed"],
      [`${challenge};${mac};`, "malformed"],
      [`${challenge};${mac};${"a".repeat(65)}`, "malformed"],
      [`${challenge};${mac};a-b`, "malformed"],
      [`${challenge};${mac};${nonce}x`, "wrong-nonce"],
      [`${challenge.replace("claim", "signup")};${mac};${nonce}`, "purpose"],
      [`${challenge.replace(":18:", ":17:")};${mac};${nonce}`, "too-few-bits"],
      [`${challenge.replace(/:231\d+:/, ":2309999999:")};${mac};${nonce}`, "expired"],
      [`${challenge};${mac.replace(/.$/, mac.endsWith("0") ? "1" : "0")};${nonce}`, "mac"],
    ] as const;
    for (const [text, reason] of wrong) {
      expect(await problemFrom(bench.ask("claim", text)), text.slice(0, 60)).to.include({
        code: "POW_REQUIRED",
        reason,
      });
    }
    expect(await bench.dump()).to.equal(before);
    await bench.done("claim", header);
  });

  it("remembers no longer than it matters", async () => {
    const bench = new Bench();
    for (let i = 0; i < 300; i += 1) await bench.done("demo-key", "", `10.0.${i >> 8}.${i & 255}`);
    expect((await bench.dump()).split("\n")).to.have.length(300);
    bench.clock.pass(4_633);
    await bench.done("signup");
    await bench.swept();
    expect(
      (await bench.dump()).split("\n").filter((row) => row.includes("demo-key")),
    ).to.deep.equal([]);
    await bench.done("demo-key", "", "10.0.0.0");
  });

  it("an IPv6 address counts as its /64, an IPv4 one in IPv6 as itself", async () => {
    const bench = new Bench();
    await bench.done("demo-key", "", "2001:db8:1:2::1");
    expect((await problemFrom(bench.ask("demo-key", "", "2001:db8:1:2:ffff::9"))).code).to.equal(
      "POW_REQUIRED",
    );
    await bench.done("demo-key", "", "2001:db8:1:3::1");
    await bench.done("demo-key", "", "::ffff:192.0.2.9");
    expect((await problemFrom(bench.ask("demo-key", "", "192.0.2.9"))).code).to.equal(
      "POW_REQUIRED",
    );
  });

  it("asks for nothing where limits are off", async () => {
    const bench = new Bench();
    const work = bench.other(7, false);
    for (let i = 0; i < 70; i += 1) {
      const ticket = await bench.ask("claim", "", ADDRESS, work);
      await bench.store.guards.withGuard([ticket.guardKey], (tx) => ticket.take(tx));
      expect(ticket.allowance).to.equal(null);
    }
    expect(await bench.dump()).to.equal("");
  });
});
