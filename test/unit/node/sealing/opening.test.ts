/**
 * What waits when sealing is allowed comes behind the event that opens a spine, whatever the order in which it
 * was handed in: nobody ever keeps a spine that begins with another event.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { ComputeService } from "../../../../node/compute/compute.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { ALLOWANCE } from "../../../../node/sealing/draft.js";
import { SealEngine } from "../../../../node/sealing/engine.js";
import { Sealer } from "../../../../node/sealing/sealer.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { FaultyStore } from "../../../../scripts/stores/faulty.js";
import { Store } from "../../../../storage/store.js";
import { HandClock } from "../../../kit/ledgerBench.js";
import { quiet } from "../../../kit/logger.js";

const SEED = new Uint8Array(32).fill(7);
const OPENING = { engine_version: "calc-engine/2", next: "0".repeat(64) };
const registry = builtinRegistry();

type Step = "event" | "seal" | "turn" | "open";

async function bench() {
  const store = new Store(new FaultyStore());
  const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey }, net: "0badcafe" },
    { crypto: nodeCrypto, store },
  );
  const engine = new SealEngine(
    { proofKey: SEED },
    { crypto: nodeCrypto, clock: new HandClock(), store, spine, log: quiet },
  );
  engine.beginWith("spine.open");
  await engine.start();
  const metrics = createMetrics();
  const sealer = new Sealer({ engine, spine, log: quiet, metrics });
  const compute = new ComputeService({ registry, sealer, metrics });
  return { compute, sealer };
}

async function sealed(compute: ComputeService): Promise<boolean> {
  const request = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
  const plan = compute.plan(request.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(result.status);
  const { body } = await compute.seal(plan, request, result, {
    account: "me",
    payment: ALLOWANCE,
    visibility: "shared",
  });
  return Object(JSON.parse(Buffer.from(body).toString("utf8"))).proof !== undefined;
}

/** @returns the place of each event, in the order in which they were handed in; null of a refused one */
async function places(steps: readonly Step[]) {
  const { compute, sealer } = await bench();
  sealer.block("RESTORE_GUARD");
  const events: Promise<number | null>[] = [];
  const seals: Promise<boolean>[] = [];
  let opening: Promise<number | null> | null = null;
  const append = async (kind: string, body: object): Promise<number | null> =>
    (await sealer.append(kind, { ...body }))?.encoded.event.header.seq ?? null;
  for (const step of [...steps, "open" as const]) {
    if (step === "turn") await new Promise(setImmediate);
    else if (step === "seal") seals.push(sealed(compute));
    else if (step === "event") events.push(append("digest", {}));
    else if (opening === null) {
      sealer.unblock("RESTORE_GUARD");
      opening = append("spine.open", OPENING);
    }
  }
  return {
    opening: await opening,
    events: await Promise.all(events),
    seals: await Promise.all(seals),
    last: await append("digest", {}),
  };
}

describe("node/sealing: an empty spine", () => {
  it("begins with its opening, whatever waits when sealing is allowed", async () => {
    const step = fc.constantFrom<Step>("event", "seal", "turn", "open");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { events, last, opening } = await places(steps);
        expect(opening).to.equal(0);
        expect(events.filter((seq) => seq === 0)).to.deep.equal([]);
        expect(last).to.be.greaterThan(0);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
  it("takes what is handed in behind its opening, in the same turn as well", async () => {
    const { events, opening, seals } = await places(["event", "seal", "open", "seal", "event"]);
    expect(opening).to.equal(0);
    expect(events[0]).to.equal(null);
    expect(events[1]).to.be.greaterThan(0);
    expect(seals).to.deep.equal([false, true]);
  });
});
