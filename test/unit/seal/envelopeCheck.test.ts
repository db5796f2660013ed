/**
 * Generations of envelopes, on the committed receipts: what holds, what does not, and what cannot
 * be said.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import {
  checkEnvelope,
  type EnvelopeVerdict,
  type StatedArithmetic,
} from "../../../protocol/seal/envelopeCheck.js";
import { fieldsOf, numberOf, parseFields, textOf, type Fields } from "../../kit/requests.js";
import { vectorText } from "../encoding/vectors.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_121;

interface Held {
  readonly verdict: string;
  readonly name: string;
  readonly id: string;
  readonly receipt: Fields;
}
const file: {
  readonly publicKey: string;
  readonly proofKey: string;
  readonly receipts: readonly Held[];
} = JSON.parse(vectorText("seal/receipts.json"));
const node = {
  publicKey: file.publicKey,
  proofKey: Uint8Array.from(Buffer.from(file.proofKey, "hex")),
};
const stranger = { publicKey: "11".repeat(32), proofKey: new Uint8Array(32) };
const named = (name: string): Held => file.receipts.find((one) => one.name.startsWith(name))!;
const v3 = named("v3, envelope 4 of 5");
const v1 = named("v1");
const oldest = named("pre_genesis");

function check(held: JsonObject, stated: StatedArithmetic = {}, by = node): EnvelopeVerdict {
  return checkEnvelope(crypto, held, stated, by);
}

/** The part of a receipt that is the envelope, with its id. */
function envelopeOf({ id, receipt }: Held): JsonObject {
  return { ...fieldsOf(receipt, "envelope"), token_id: id };
}

function coreOf({ receipt }: Held): Fields {
  return fieldsOf(fieldsOf(receipt, "envelope"), "core");
}

function arithmeticOf(core: Fields): {
  engine_version: string;
  precision_actual: number;
  precision_bound: number;
} {
  return {
    engine_version: textOf(core, "engine_version"),
    precision_actual: numberOf(core, "precision_actual"),
    precision_bound: numberOf(core, "precision_bound"),
  };
}

function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function outcome({ valid, generation }: EnvelopeVerdict): readonly unknown[] {
  return [valid, generation];
}

describe("generations of envelopes", () => {
  it("hold for every committed receipt, whole, and for the envelope alone", () => {
    for (const held of file.receipts.filter(({ verdict }) => verdict === "sound")) {
      const generation = /^(v3|v1|pre_genesis)/.exec(held.name)![0];
      expect(outcome(check(held.receipt)), held.name).to.deep.equal([true, generation]);
      expect(outcome(check(held.receipt, {}, stranger)), held.name).to.deep.equal([
        true,
        generation,
      ]);
      if (held.receipt["envelope"] === undefined) continue;
      const alone = check(envelopeOf(generation === "pre_genesis" ? { ...held, id: "" } : held));
      if (generation !== "pre_genesis")
        expect([alone.valid, alone.generation, alone.id]).to.deep.equal([
          true,
          generation,
          held.id,
        ]);
    }
  });

  it("are told by what the envelope says when it does not name its own", () => {
    expect(outcome(check(without(envelopeOf(v3), "generation")))).to.deep.equal([true, "v3"]);
    expect(outcome(check(without(envelopeOf(v1), "generation")))).to.deep.equal([true, "v1"]);
    expect(
      outcome(check(without(fieldsOf(oldest.receipt, "envelope"), "generation"))),
    ).to.deep.equal([true, "pre_genesis"]);
    expect(outcome(check({ value: 3 }))).to.deep.equal([null, "pre_genesis"]);
    expect(outcome(check({ token_id: v3.id, value: 3 }))).to.deep.equal([null, "v1"]);
    expect(outcome(check({ token_id: v3.id }, { engine_version: "calc-engine/2" }))).to.deep.equal([
      null,
      "v3",
    ]);
    expect(outcome(check({}))).to.deep.equal([null, "pre_genesis"]);
  });

  it("of the oldest kind are reported as such, and not as broken", () => {
    const { valid, detail, id } = check({ value: 3 });
    expect([valid, id]).to.deep.equal([null, null]);
    expect(detail).to.contain("not broken").and.contain("nothing of it could be checked");
    expect(check(oldest.receipt).detail).to.contain("not broken").and.contain("checked:");
    expect(check(fieldsOf(oldest.receipt, "envelope")).detail).to.contain("not checked: signature");
  });

  it("take the arithmetic from beside a core that does not hold it, as part of the link", () => {
    const envelope = envelopeOf(v3);
    const core = coreOf(v3);
    const bare = without(
      { ...envelope, core: without(core, "engine_version", "precision_actual", "precision_bound") },
      "generation",
    );
    const stated = arithmeticOf(core);
    expect(outcome(check(bare, stated))).to.deep.equal([true, "v3"]);
    expect(outcome(check(bare, { ...stated, engine_version: "calc-engine/3" }))).to.deep.equal([
      false,
      "v3",
    ]);
    expect(
      outcome(check(bare, { ...stated, precision_actual: stated.precision_bound })),
    ).to.deep.equal([false, "v3"]);
    // Without it the core is of the older kind, whose link is another.
    expect(outcome(check(bare))).to.deep.equal([false, "v1"]);
  });

  it("do not hold when what is stated beside it is not what it says", () => {
    const stated = arithmeticOf(coreOf(v3));
    for (const held of [v3.receipt, envelopeOf(v3)]) {
      expect(outcome(check(held, stated))).to.deep.equal([true, "v3"]);
      for (const wrong of [
        { engine_version: "x" },
        { precision_actual: 0.5 },
        { precision_bound: 1 },
      ]) {
        const verdict = check(held, { ...stated, ...wrong });
        expect(outcome(verdict), JSON.stringify(wrong)).to.deep.equal([false, "v3"]);
        expect(verdict.detail).to.contain(Object.keys(wrong)[0]);
      }
    }
    expect(outcome(check(v1.receipt, stated))).to.deep.equal([true, "v1"]);
    expect(check(v1.receipt, stated).detail).to.contain("names none");
  });

  it("need an id or this node's own proof: a link that is held against nothing proves nothing", () => {
    const envelope = without(envelopeOf(v3), "token_id");
    expect(check(envelope).valid).to.equal(true);
    expect(check(envelope).checks).to.deep.include({
      name: "calc-proof",
      ok: true,
      detail: "this node's own",
    });
    expect(check(envelope, {}, stranger).valid).to.equal(null);
    expect(check(envelope, {}, stranger).id).to.equal(v3.id);
    expect(check(without(envelope, "calcProof")).valid).to.equal(null);
    expect(check(without(envelope, "prev")).valid).to.equal(null);
    const forged = { ...envelope, calcProof: "0".repeat(64) };
    expect(check(forged).valid).to.equal(null);
    expect(check({ ...forged, public_key: node.publicKey }).valid).to.equal(false);
  });

  it("say of an envelope alone that nothing shows who sealed it", () => {
    for (const held of [v3, v1]) {
      const { checks, detail } = check(envelopeOf(held), {}, stranger);
      expect(
        checks
          .filter(({ name }) => name === "inclusion" || name === "signature")
          .map(({ ok }) => ok),
      ).to.deep.equal([null, null]);
      expect(detail)
        .to.contain("not checked: ")
        .and.contain("whether any node sealed it is not shown");
    }
  });

  it("do not hold with any member of the core changed, and never throw", () => {
    const envelope = envelopeOf(v3);
    const core = coreOf(v3);
    const changes: fc.Arbitrary<readonly [string, JsonValue]> = fc.tuple(
      fc.constantFrom(...Object.keys(core), "extra"),
      fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string(),
        fc.constant(null),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(changes, ([name, value]) => {
        fc.pre(JSON.stringify(core[name]) !== JSON.stringify(value));
        expect(check({ ...envelope, core: { ...core, [name]: value } }).valid).to.equal(false);
      }),
      { seed: SEED, numRuns: 300 },
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            "envelope",
            "core",
            "prev",
            "proof",
            "inputs",
            "operatorChain",
            "token_id",
            "calcProof",
            "generation",
            "public_key",
          ),
          fc.jsonValue({ maxDepth: 3 }),
        ),
        (text) => {
          const held = parseFields(JSON.stringify(text));
          expect(check(held).valid).to.not.equal(true);
        },
      ),
      { seed: SEED, numRuns: runs(125, 500) },
    );
  });

  it("of an answer to a computation hold, whole, and fall with any of its members", () => {
    const answer = file.receipts.find(({ name }) => name.endsWith("as an answer"))!.receipt;
    expect(outcome(check(answer))).to.deep.equal([true, "v3"]);
    expect(check(answer).id).to.equal(textOf(answer, "receipt_id"));
    for (const name of [
      "value",
      "unit",
      "calcond",
      "credits",
      "engine_version",
      "precision_actual",
    ]) {
      const changed = {
        ...answer,
        [name]: typeof answer[name] === "number" ? answer[name] + 1 : "x",
      };
      expect(check(changed).valid, name).to.equal(false);
    }
  });
});
