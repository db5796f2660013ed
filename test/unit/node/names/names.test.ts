import { Refusal } from "../../../../protocol/errors/refusal.js";
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { nameGauges } from "../../../../node/names/gauges.js";
import { ShownGauges } from "../../../../node/runtime/metrics/gauges.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { NameAnswers } from "../../../../node/names/nameAnswers.js";
import { NameRegister } from "../../../../node/names/nameRegister.js";
import type { AcceptedEvent } from "../../../../protocol/mesh/judgement.js";
import { signNameBody } from "../../../../protocol/names/bodies.js";
import { NAME_GRACE_CALCONDS } from "../../../../protocol/names/rules.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import { WorkMiner } from "../../../../protocol/names/mine.js";
import {
  NET,
  START,
  seedOf,
  keyOf,
  addressOf,
  claimBody,
  accepted,
  bench,
  turn,
  settled,
} from "./namesBench.js";

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return "taken";
}

describe("node: names", () => {
  it("keep their first sight over a restart, and hear an event once", async () => {
    const one = await bench({ size: 9 });
    one.time.calcond += 5_000;
    const message = accepted(
      2,
      "name.claim",
      claimBody(2, "newton", one.time.calcond - 20),
      one.time.calcond,
    );
    await one.hear(message);
    one.time.calcond += 50;
    await one.hear(message);
    const held = one.names.book.history("newton")?.tenures[0];
    expect(held).to.include({ sight: START + 5_000, effective: START + 5_000 });
    const two = await bench({ kv: one.kv, calcond: START + 900_000, size: 9 });
    expect(two.names.book.history("newton")?.tenures[0]).to.include({ sight: START + 5_000 });
    expect(two.names.book.stateHash()).to.equal(one.names.book.stateHash());
  });

  it("what an author said where its two histories part counts nowhere, also after a restart", async () => {
    const own = await bench();
    const { names, store, kv } = own;
    const claim = (n: number, name: string, seq: number): AcceptedEvent =>
      accepted(5, "name.claim", claimBody(n, name, START), START, seq);
    await own.hear(claim(2, "before-it", 6));
    const wanted = names.book.stateHash();
    await own.hear(claim(3, "beyond-it", 7));
    expect(names.book.history("beyond-it")).not.to.equal(null);
    names.disown(keyOf(5), 7);
    names.disown(keyOf(5), 9);
    await names.idle();
    expect(names.book.history("beyond-it")).to.equal(null);
    expect(names.book.stateHash()).to.equal(wanted);
    await own.hear(claim(4, "later-still", 8));
    expect(names.book.stateHash()).to.equal(wanted);
    // The same claim through another node is another event.
    await own.hear(accepted(6, "name.claim", claimBody(3, "beyond-it", START), START, 1));
    const again = names.book.stateHash();
    expect(again).not.to.equal(wanted);

    await store.write(
      store.evidence.putOps("e".repeat(64), {
        accused: keyOf(5),
        seq: 7,
        calcond: START,
        body: "{}",
        said: true,
      }),
    );
    expect((await bench({ kv })).names.book.stateHash()).to.equal(again);
  });

  it("a claim on somebody else's address does not count, and that is looked into once", async () => {
    const one = await bench();
    const message = accepted(
      2,
      "name.claim",
      claimBody(2, "newton", START, { address: addressOf(3) }),
      START,
    );
    await one.hear(message);
    expect(one.names.book.history("newton")).to.equal(null);
    expect((await one.store.names.get(message.id))?.fits).to.equal(false);
    const two = await bench({ kv: one.kv });
    expect(two.names.book.history("newton")).to.equal(null);
  });

  it("what a crash left on the own spine alone is found at the next start", async () => {
    const one = await bench();
    one.voice.lose = true;
    const body = claimBody(2, "newton", START);
    let failed = "";
    await one.names.say("name.claim", body).catch((error: unknown) => {
      failed = String(error);
    });
    expect(failed).to.match(/ends here/);
    expect(one.names.book.history("newton")).to.equal(null);
    const two = await bench({ kv: one.kv, size: 2 });
    expect(two.names.book.history("newton")?.tenures[0]?.claim.id).to.equal(one.said[0]?.id);
    expect(await two.store.names.unkeptFrom()).to.equal(null);
  });

  it("what was reported as failed and stands on the own spine counts a calcond later", async () => {
    const one = await bench();
    one.voice.lose = true;
    await one.names.say("name.claim", claimBody(2, "newton", START)).catch(() => null);
    one.voice.lose = false;
    // A message said in between does not take the marker away.
    await one.names.say("name.commit", { h: "a".repeat(64) });
    expect(await one.store.names.unkeptFrom()).to.equal(1);
    one.retry();
    await settled(() => one.names.book.history("newton") !== null);
    expect(one.names.book.history("newton")?.tenures[0]?.claim.id).to.equal(one.said[0]?.id);
    for (let i = 0; i < 20; i += 1) await turn();
    expect(await one.store.names.unkeptFrom()).to.equal(null);
  });

  it("are counted by state, and what is witnessed, lost and owed", async () => {
    const one = await bench({ witnesses: [keyOf(1)] });
    await one.hear(accepted(2, "name.claim", claimBody(2, "newton", START), START));
    await one.hear(accepted(3, "name.claim", claimBody(3, "leibniz", START), START));
    await settled(() => one.said.length === 2);
    one.voice.hold = true;
    await one.hear(accepted(4, "name.claim", claimBody(4, "hooke", START), START));
    one.time.calcond += 121;
    await settled(() => one.names.owed === 1);
    const metrics = createMetrics();
    new ShownGauges(metrics.registry).show(nameGauges(one.names));
    const text = await metrics.registry.metrics();
    // Three claims and two statements.
    for (const line of [
      "calc_name_events 5",
      'calc_names{state="held"} 2',
      'calc_names{state="pending"} 1',
      'calc_names{state="revoked"} 0',
      "calc_names_witnessed 2",
      "calc_name_conflicts 0",
      "calc_name_statements_owed 1",
    ]) {
      expect(text).to.include(`\n${line}\n`);
    }
    expect(one.names.book.counts(one.time.calcond).names).to.equal(3);
  });

  it("an account makes 16 commitments in 1,200 calconds, and a node 256", async () => {
    // The first calcond of a window.
    const one = await bench({ calcond: 1_925_000 * 1_200 });
    const register = new NameRegister(one.names, nodeCrypto);
    let serial = 0;
    const commit = (account: string): Promise<string> => {
      serial += 1;
      return refusal(
        register.take("name.commit", { h: nodeCrypto.sha256Hex(`h${serial}`) }, account),
      );
    };
    for (let i = 0; i < 16; i += 1) expect(await commit("ann")).to.equal("taken");
    expect(await commit("ann")).to.equal("RATE_LIMITED");
    const others = await Promise.all(Array.from({ length: 300 }, (_, i) => commit(`other ${i}`)));
    expect(others.filter((answer) => answer === "taken")).to.have.length(240);
    expect(others.filter((answer) => answer === "RATE_LIMITED")).to.have.length(60);
    expect(one.said).to.have.length(256);
    one.time.calcond += 1_200;
    expect(await commit("ann")).to.equal("taken");
  });

  it("commitments of another node beyond 256 are kept nowhere, and no witness speaks of them", async () => {
    const one = await bench({ witnesses: [keyOf(1)], calcond: 1_925_000 * 1_200 });
    one.voice.hold = true;
    for (let i = 0; i < 258; i += 1) {
      await one.hear(
        accepted(
          2,
          "name.commit",
          { h: nodeCrypto.sha256Hex(`x${i}`) },
          1_925_000 * 1_200 + i,
          i + 1,
        ),
      );
    }
    let kept = 0;
    for await (const [id] of one.store.names.scan()) kept += id.length / 64;
    expect([one.names.book.set.size, kept, one.names.owed]).to.deep.equal([256, 256, 256]);
  });

  it("the marker stands while something is being said", async () => {
    const one = await bench({ size: 7 });
    let seen: number | null = -1;
    one.names.use(async () => {
      seen = await one.store.names.unkeptFrom();
      return null;
    });
    expect(await one.names.say("name.commit", { h: "a".repeat(64) })).to.equal(null);
    expect(seen).to.equal(7);
    one.retry();
    for (let i = 0; i < 20; i += 1) await turn();
    expect(await one.store.names.unkeptFrom()).to.equal(null);
  });

  it("a witness says once what it saw and when, and later what it could not say at once", async () => {
    const one = await bench({ witnesses: [keyOf(1)] });
    const message = accepted(2, "name.claim", claimBody(2, "newton", START), START);
    one.voice.hold = true;
    await one.hear(message);
    await settled(() => one.names.book.history("newton") !== null);
    expect(one.names.book.history("newton")?.tenures).to.deep.equal([]);
    one.time.calcond += 60;
    for (let i = 0; i < 20; i += 1) await turn();
    one.voice.hold = false;
    one.retry();
    await settled(() => one.names.book.history("newton")?.tenures.length === 1);
    expect(one.said.map(({ event }) => event.body)).to.deep.equal([
      { claim: message.id, seen: START },
    ]);
    const two = await bench({ witnesses: [keyOf(1)], kv: one.kv, size: 2 });
    for (let i = 0; i < 20; i += 1) await turn();
    expect(two.said).to.deep.equal([]);
  });

  it("a witness speaks of a change that came before its claim, and of none by a stranger", async () => {
    const one = await bench({ witnesses: [keyOf(1)] });
    const claim = accepted(2, "name.claim", claimBody(2, "newton", START), START);
    const change = {
      claim: claim.id,
      claimed: START,
      expires: START + 9_000,
      records: {},
      sequence: 1,
      sig: "0".repeat(128),
    };
    const update = accepted(2, "name.update", { ...change, owner: keyOf(2) }, START, 2);
    await one.hear(accepted(3, "name.update", { ...change, owner: keyOf(3) }, START));
    await one.hear(update);
    one.time.calcond += 30;
    await one.hear(claim);
    await one.hear(
      accepted(
        3,
        "name.revoke",
        { claim: claim.id, claimed: START, owner: keyOf(3), sequence: 1, sig: "0".repeat(128) },
        START,
        2,
      ),
    );
    await settled(() => one.said.length === 2);
    for (let i = 0; i < 20; i += 1) await turn();
    expect(one.said.map(({ event }) => event.body)).to.deep.equal([
      { claim: claim.id, seen: START + 30 },
      { claim: update.id, seen: START },
    ]);
  });

  it("no other node is a witness, and nobody witnesses a witness", async () => {
    const one = await bench({ witnesses: [keyOf(9)] });
    const claim = accepted(2, "name.claim", claimBody(2, "newton", START), START);
    await one.hear(claim);
    await one.hear(accepted(9, "name.seen", { claim: claim.id, seen: START + 1 }, START + 1));
    await one.hear(accepted(8, "name.seen", { claim: claim.id, seen: START - 90 }, START + 1));
    expect(one.said).to.deep.equal([]);
    expect(one.names.book.history("newton")?.tenures[0]).to.include({ sight: START + 1 });
  });

  it("without witnesses a newcomer believes what is older than itself, and nothing later", async () => {
    const newcomer = await bench({ size: 1 });
    const old = accepted(2, "name.claim", claimBody(2, "newton", START - 500_000), START - 500_000);
    await newcomer.hear(old);
    expect(newcomer.names.book.history("newton")?.tenures[0]).to.include({
      effective: START - 500_000,
    });
    newcomer.time.calcond += 5_000;
    await newcomer.hear(
      accepted(3, "name.claim", claimBody(3, "kepler", START - 500_000), START - 500_000),
    );
    expect(newcomer.names.book.history("kepler")?.refused[0]?.reason).to.equal("BACKDATED");
    const resident = await bench({ size: 50 });
    await resident.hear(old);
    expect(resident.names.book.history("newton")?.refused[0]?.reason).to.equal("BACKDATED");
  });

  it("logs and counts a name that went to an earlier claim", async () => {
    const one = await bench({ witnesses: [keyOf(9)] });
    const late = accepted(3, "name.claim", claimBody(3, "newton", START), START);
    const early = accepted(2, "name.claim", claimBody(2, "newton", START - 50), START - 50);
    await one.hear(late);
    await one.hear(accepted(9, "name.seen", { claim: late.id, seen: START }, START));
    await one.hear(early);
    expect(one.warned).to.deep.equal([]);
    await one.hear(accepted(9, "name.seen", { claim: early.id, seen: START - 49 }, START, 2));
    expect(one.warned).to.deep.equal([
      { event: "name.conflict", subject: "newton", lost: late.id, holder: early.id },
    ]);
    expect(one.names.book.counts(START)).to.deep.include({ names: 1, conflicts: 1 });
    expect(one.names.book.counts(START + 200_000)).to.deep.include({ names: 1, conflicts: 0 });
  });

  it("an identity holds eight names through one entrance, and the ninth when one is free", async () => {
    const one = await bench();
    const register = new NameRegister(one.names, nodeCrypto);
    for (let i = 0; i < 8; i += 1) {
      await one.hear(accepted(2, "name.claim", claimBody(2, `newton-${i}`, START), START, i + 1));
    }
    const work = new WorkMiner({ author: keyOf(2), name: "newton-8", start: "t", bits: 18 }).run(
      1e9,
    )!;
    const { sig: _sig, ...body } = claimBody(2, "newton-8", START, { work });
    const claim = signNameBody(nodeCrypto, seedOf(2), { net: NET, kind: "name.claim", body });
    expect(await refusal(register.take("name.claim", claim))).to.equal("NAME_LIMIT");
    const first = one.names.book.history("newton-0")!.tenures[0]!.claim.id;
    const revoke = signNameBody(nodeCrypto, seedOf(2), {
      net: NET,
      kind: "name.revoke",
      body: { claim: first, claimed: START, owner: keyOf(2), sequence: 1 },
    });
    expect(await refusal(register.take("name.revoke", revoke))).to.equal("taken");
    expect(await refusal(register.take("name.claim", claim))).to.equal("taken");
    one.voice.hold = true;
    expect(await refusal(register.take("name.commit", { h: "a".repeat(64) }))).to.equal(
      "NOT_READY",
    );
  });

  it("a name in another's grace is taken, and the refusal says until when", async () => {
    const bed = await bench();
    const register = new NameRegister(bed.names, nodeCrypto);
    const name = "newton-grace";
    const expires = START + 9_000;
    const first = claimBody(2, name, START, { expires });
    await bed.hear(accepted(2, "name.claim", first, START));
    const claimed = (at: number): JsonObject => {
      bed.time.calcond = at;
      const work = new WorkMiner({ author: keyOf(3), name, start: "t", bits: 18 }).run(1e9)!;
      const { sig: _sig, ...body } = claimBody(3, name, at, { work });
      return signNameBody(nodeCrypto, seedOf(3), { net: NET, kind: "name.claim", body });
    };
    const graceEndsCalcond = expires + NAME_GRACE_CALCONDS;
    for (const at of [expires + 1, graceEndsCalcond - 1]) {
      const found: unknown = await register
        .take("name.claim", claimed(at))
        .catch((e: unknown) => e);
      if (!(found instanceof Refusal)) throw new Error(`taken at ${at}`);
      expect(found.code).to.equal("NAME_TAKEN");
      expect(found.details.members).to.include({ graceEndsCalcond });
    }
    expect(await refusal(register.take("name.claim", claimed(graceEndsCalcond)))).to.equal("taken");
  });

  it("lists by page, and resolves an address to the name of its key", async () => {
    const bed = await bench();
    for (let i = 0; i < 5; i += 1) {
      await bed.hear(
        accepted(
          2,
          "name.claim",
          claimBody(2, `newton-${i}`, START, { records: { machine: `m${i % 2}` } }),
          START,
          i + 1,
        ),
      );
    }
    const answers = new NameAnswers(bed.names, bed.store, { of: async () => null });
    const page = answers.lookup({ prefix: "newton", limit: 2 });
    expect([page.found.map(({ name }) => name), page.next]).to.deep.equal([
      ["newton-0", "newton-1"],
      "newton-1",
    ]);
    const rest = answers.lookup({ prefix: "newton", limit: 3, after: "newton-1" });
    expect([rest.found.length, rest.next]).to.deep.equal([3, null]);
    expect(answers.lookup({ machine: "m1", limit: 9 }).found.map(({ name }) => name)).to.deep.equal(
      ["newton-1", "newton-3"],
    );
    expect(answers.lookup({ publicKey: keyOf(3), limit: 9 }).found).to.deep.equal([]);
    const found = answers.resolve(addressOf(2));
    expect(found.kind === "found" && found.view.name).to.equal("newton-0");
    await bed.hear(accepted(2, "name.claim", claimBody(2, null, START), START, 9));
    const bare = answers.resolve(addressOf(2));
    expect(bare.kind === "found" && [bare.view.name, bare.names.length]).to.deep.equal([null, 5]);
  });
});
