/**
 * The table of an envelope's members: adding one is one row, and everything that follows it knows
 * it.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as z from "zod";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { AnswerText, type Sealed } from "../../../node/sealing/answerText.js";
import { restoreCore, withShared } from "../../../node/sealing/envelopeText.js";
import type { SealDraft } from "../../../node/sealing/draft.js";
import { canonicalize, canonicalNumber } from "../../../protocol/encoding/jcs.js";
import { compute } from "../../../protocol/chains/compute.js";
import { modulationAt } from "../../../protocol/math/modulation.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { FIRST_PREV, hashLink } from "../../../protocol/seal/envelope.js";
import { EnvelopeFormat } from "../../../protocol/seal/envelopeFormat.js";
import {
  CORE_MEMBERS,
  member,
  OLDER_MEMBERS,
  type CoreMembers,
} from "../../../protocol/seal/members.js";
import { coreSchema, presentedReceipt } from "../../../protocol/seal/receiptFormat.js";
import { fieldsOf, parseFields, textOf } from "../../kit/requests.js";

const PUBLIC_KEY = "ab".repeat(32);
const ENGINE = "calc-engine/2";
const registry = builtinRegistry();

/** The row of a member that there is not: twice the uncertainty, as an expanded one. */
const WITH_ONE_MORE: CoreMembers = {
  ...CORE_MEMBERS,
  expanded: member({
    schema: z.number().min(0),
    since: "v3",
    kept: "own",
    said: "added",
    text: canonicalNumber,
    of: ({ uncertainty }) => 2 * uncertainty,
    about: "twice the uncertainty",
  }),
};

function draftOf(m: number): SealDraft {
  const plan = planChain(registry, ["NM19"]);
  if (plan.status === "invalid") throw new Error(plan.message);
  const request = { operators: ["NM19"], inputs: { m, a: 3 }, uncertainties: { m: 0.1 } };
  const result = compute(plan, request);
  if (result.status !== "value") throw new Error(result.status);
  return {
    chain: {
      operators: plan.chain,
      masterEquation: plan.masterEquation,
      credits: plan.quote.credits,
      registryVersion: registry.registryVersion,
    },
    account: "me",
    machine: null,
    charge: { free: 0, allowance: true },
    visibility: "private",
    domain: null,
    inputs: canonicalize({ a: 3, m }),
    uncertainties: canonicalize({ m: 0.1 }),
    result,
    furtherWrite: null,
  };
}

const instant = { R_t: modulationAt(0.5), calcond: 2_310_000_000, phase: 0.5 };

/** Two envelopes of one window, by a table. */
function sealedBy(members: CoreMembers) {
  const format = new EnvelopeFormat(members);
  const texts = [2, 5].map((m) => new AnswerText(crypto, draftOf(m), format));
  const shared = { calcond: instant.calcond, engine_version: ENGINE, phase: 0.5, prev: FIRST_PREV };
  let prev = FIRST_PREV;
  return texts.map((text, i) => {
    const coreText = text.core(instant);
    const id = hashLink(crypto, prev, coreText);
    const sealed: Sealed = { id, prev, coreText, calcProof: "0".repeat(64), instant, proof: "{}" };
    prev = id;
    return {
      id,
      core: parseFields(coreText),
      coreText,
      answer: parseFields(text.sealed(PUBLIC_KEY, sealed)),
      kept: i === 0 ? withShared(text.kept(text), shared) : text.kept(texts[0]!),
    };
  });
}

describe("seal/members", () => {
  it("a new row is in the core, in what is kept, in the answer, and in what a receipt may hold", () => {
    const format = new EnvelopeFormat(WITH_ONE_MORE);
    const all = sealedBy(WITH_ONE_MORE);
    const window = all.map(({ id, kept }) => ({
      id,
      account: "me",
      visibility: "private" as const,
      text: kept,
    }));
    all.forEach(({ answer, core, coreText, id }, index) => {
      expect(core["expanded"]).to.equal(2 * Number(core["uncertainty"]));
      expect(coreText).to.equal(canonicalize(core));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a core of another table
      expect(format.coreText(core as never)).to.equal(coreText);
      // Read from the store: it must give the id, which covers the new member.
      expect(restoreCore(crypto, window, index, format)).to.deep.equal(core);
      expect(() => restoreCore(crypto, window, index)).to.throw(/does not give this receipt id/);
      // Put together again from the answer, by whoever holds it.
      expect(answer["expanded"]).to.equal(core["expanded"]);
      const presented = presentedReceipt(crypto, answer, WITH_ONE_MORE).receipt;
      const again = fieldsOf(fieldsOf(presented, "envelope"), "core");
      const prev = textOf(answer, "prev");
      expect(hashLink(crypto, prev, canonicalize(again))).to.equal(id);
      expect(coreSchema(WITH_ONE_MORE, "v3").safeParse(core).success).to.equal(true);
      expect(coreSchema(CORE_MEMBERS, "v3").safeParse(core).success).to.equal(false);
      expect(coreSchema(WITH_ONE_MORE, "v1").shape).to.not.have.any.keys("expanded");
    });
    const [first, second] = sealedBy(CORE_MEMBERS);
    expect(first!.answer).to.not.have.property("expanded");
    expect(coreSchema(CORE_MEMBERS, "v3").safeParse(second!.core).success).to.equal(true);
    expect(coreSchema(WITH_ONE_MORE, "v3").safeParse(second!.core).success).to.equal(false);
  });

  it("the document has a row for each member, and no other", () => {
    const text = readFileSync("docs/receipts.md", "utf8");
    const from = text.indexOf("`envelope.core` has exactly these members");
    const rows = [
      ...text
        .slice(from)
        .split("\nLengths,")[0]!
        .matchAll(/^\| `(\w+)` \| (.+) \|$/gm),
    ];
    expect(Object.fromEntries(rows.map(([, name, about]) => [name, about]))).to.deep.equal(
      Object.fromEntries(Object.entries(CORE_MEMBERS).map(([name, { about }]) => [name, about])),
    );
    expect(rows).to.have.lengthOf(Object.keys(CORE_MEMBERS).length);
  });

  it("an older generation has the members of its rows, and lacks a new one", () => {
    // The specification (S9.4): the older preimage names neither the arithmetic nor its precision.
    const lacked = [
      "engine_version",
      "precision_actual",
      "precision_bound",
      "rows_count",
      "rows_root",
      "seal_kind",
    ];
    expect(
      Object.keys(CORE_MEMBERS)
        .filter((name) => !(name in OLDER_MEMBERS))
        .sort(),
    ).to.deep.equal(lacked);
    expect(coreSchema(WITH_ONE_MORE, "v1").shape).to.have.all.keys(Object.keys(OLDER_MEMBERS));
    expect(coreSchema(WITH_ONE_MORE, "v3").shape).to.include.keys("expanded", ...lacked);
  });

  it("what a run gives is what is kept with each envelope", () => {
    for (const [name, row] of Object.entries<CoreMembers[string]>(CORE_MEMBERS))
      expect("of" in row, name).to.equal(row.kept === "own");
  });
});
