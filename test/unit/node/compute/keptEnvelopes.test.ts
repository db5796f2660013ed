/**
 * What a commit window keeps of its envelopes: what the first one says of a chain, the others do
 * not say again.
 */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { ALLOWANCE } from "../../../../node/sealing/draft.js";
import { SealEngine } from "../../../../node/sealing/engine.js";
import { Sealer } from "../../../../node/sealing/sealer.js";
import { ComputeService } from "../../../../node/compute/compute.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { Receipts } from "../../../../node/compute/receipts.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { EnvelopeWindow } from "../../../../storage/records/records.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { fieldsOf, parseFields, textOf, type Fields } from "../../../kit/requests.js";
import { quiet } from "../../../kit/logger.js";

const SEED = new Uint8Array(32).fill(11);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const PROOF_KEY = new Uint8Array(32).fill(5);
const NOW_NS = 2_310_000_000n * 777_000_777n;
const CHAIN_MEMBERS = [
  "credits",
  "funding",
  "operatorChain",
  "precision_bound",
  "registry_version",
];
async function open(): Promise<{ store: Store; compute: ComputeService; receipts: Receipts }> {
  const store = new Store(new MemoryStore());
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const engine = new SealEngine(
    { proofKey: PROOF_KEY },
    { crypto: nodeCrypto, clock: { nowNs: () => NOW_NS }, store, spine, log: quiet },
  );
  await engine.start();
  const metrics = createMetrics();
  const sealer = new Sealer({ engine, spine, log: quiet, metrics });
  await sealer.append("spine.open", { engine_version: "calc-engine/2", next: "0".repeat(64) });
  return {
    store,
    compute: new ComputeService({ registry: builtinRegistry(), sealer, metrics }),
    receipts: new Receipts({
      clock: { nowNs: () => NOW_NS },
      crypto: nodeCrypto,
      store,
      publicKey: PUBLIC_KEY,
      proofKey: PROOF_KEY,
    }),
  };
}

async function seal(
  compute: ComputeService,
  operators: readonly string[],
  inputs: Record<string, number>,
): Promise<Fields> {
  const plan = compute.plan(operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, { inputs });
  if (result.status !== "value") throw new Error(result.status);
  const { body } = await compute.seal(plan, { operators, inputs }, result, {
    account: "me",
    payment: ALLOWANCE,
    visibility: "private",
  });
  return parseFields(Buffer.from(body).toString("utf8"));
}

describe("kept envelopes", () => {
  const sealed = async (compute: ComputeService): Promise<readonly Fields[]> =>
    Promise.all([
      seal(compute, ["NM19"], { m: 2, a: 3 }),
      seal(compute, ["NM19"], { m: 5, a: 3 }),
      seal(compute, ["NM19", "NM21"], { m: 7, a: 3, m1: 5, m2: 6, r: 2 }),
      seal(compute, ["KO42"], {}),
      seal(compute, ["NM19"], { m: 11, a: 3 }),
    ]);

  async function onlyWindow(store: Store): Promise<EnvelopeWindow> {
    const window = await store.envelopes.window(1);
    if (window === undefined) throw new Error("there is no window");
    return window;
  }

  it("the chain of the first is not written again, that of another is", async () => {
    const { store, compute } = await open();
    await sealed(compute);
    const texts = (await onlyWindow(store)).map(({ text }) => parseFields(text));
    expect(texts.map((kept) => "operatorChain" in kept)).to.deep.equal([
      true,
      false,
      true,
      true,
      false,
    ]);
    for (const index of [1, 4]) expect(texts[index]).to.not.have.any.keys(...CHAIN_MEMBERS);
    for (const index of [0, 2, 3]) expect(texts[index]).to.include.keys(...CHAIN_MEMBERS);
  });

  it("each receipt is put together again under its own id", async () => {
    const { compute, receipts } = await open();
    for (const answer of await sealed(compute)) {
      const id = textOf(answer, "receipt_id");
      const own = await receipts.own(id);
      expect(own, id).to.not.equal(null);
      expect(receipts.isReceipt(id, own!.text), id).to.equal(true);
      const core = fieldsOf(fieldsOf(parseFields(own!.text), "envelope"), "core");
      expect(core["operatorChain"]).to.deep.equal(answer["operatorChain"]);
      expect(core["credits"]).to.equal(answer["credits"]);
    }
  });

  it("windows that say the chain in each envelope, as they were once written, give the same receipts", async () => {
    const { store, compute, receipts } = await open();
    const ids = (await sealed(compute)).map((answer) => textOf(answer, "receipt_id"));
    const texts = await Promise.all(ids.map(async (id) => (await receipts.own(id))!.text));
    const window = await onlyWindow(store);
    const first = parseFields(window[0]!.text);
    const chain = Object.fromEntries(CHAIN_MEMBERS.map((name) => [name, first[name]]));
    const older = window.map((one) => ({
      ...one,
      text: JSON.stringify({ ...chain, ...parseFields(one.text) }),
    }));
    const end = await store.envelopes.chain();
    await store.write(store.envelopes.windowOps(1, older, end!));
    expect(await Promise.all(ids.map(async (id) => (await receipts.own(id))!.text))).to.deep.equal(
      texts,
    );
  });

  it("a first envelope with another chain than it was sealed with: none of its kind is served", async () => {
    const { store, compute, receipts } = await open();
    const ids = (await sealed(compute)).map((answer) => textOf(answer, "receipt_id"));
    const window = await onlyWindow(store);
    const changed = window.map((one, i) =>
      i > 0 ? one : { ...one, text: one.text.replace(`"credits":3`, `"credits":6`) },
    );
    await store.write(store.envelopes.windowOps(1, changed, (await store.envelopes.chain())!));
    for (const index of [0, 1, 4]) {
      const error: unknown = await receipts.own(ids[index]!).catch((failure: unknown) => failure);
      expect(error)
        .to.be.an("error")
        .with.property("message")
        .that.includes("does not give this receipt id");
    }
    for (const index of [2, 3]) expect(await receipts.own(ids[index]!)).to.not.equal(null);
  });
});
