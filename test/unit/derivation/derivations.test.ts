/** Laws joined from what is known to what is wanted, held against textbooks. */
import { expect } from "chai";
import { derive, type Derived } from "../../../protocol/derivation/derive.js";
import type { DeriveRequest } from "../../../protocol/derivation/question.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { ANSWERED, UNANSWERED, type Case } from "./cases.js";

const registry = builtinRegistry();

/** `mass of bullet = 0.01 kg; speed = 400 m/s -> height`. */
export function questionOf({
  cases,
  question,
  use,
}: Pick<Case, "cases" | "question" | "use">): DeriveRequest {
  const [known, wanted] = question.split(" -> ");
  const [kind, of] = wanted!.split(" of the ");
  return {
    known: known!.split("; ").map((text) => {
      const [name, value, unit] = /^(.+) = (\S+)(?: (.+))?$/.exec(text)!.slice(1);
      const [what, whose] = name!.split(" of the ");
      return {
        kind: what!,
        value: Number(value),
        ...(unit === undefined ? {} : { unit }),
        ...(whose === undefined ? {} : { of: whose }),
      };
    }),
    wanted: { kind: kind!, ...(of === undefined ? {} : { of }) },
    ...(cases === undefined ? {} : { cases }),
    ...(use === undefined ? {} : { use }),
  };
}

function answered(derived: Derived): Extract<Derived, { status: "answer" }> {
  if (derived.status !== "answer") throw new Error(JSON.stringify(derived));
  return derived;
}

describe("derivations", () => {
  for (const one of ANSWERED)
    it(`answers ${one.question}`, () => {
      const { kernel } = answered(derive(registry, questionOf(one)));
      const { tolerance = 1e-9, value } = one;
      expect(Math.abs(kernel.value - value) / Math.abs(value), String(kernel.value)).to.be.below(
        tolerance,
      );
    });

  for (const one of UNANSWERED)
    it(`does not answer ${one.question}`, () => {
      expect(derive(registry, questionOf(one)).status).to.be.oneOf([...one.status]);
    });

  it("is the same whatever the order of what is known", () => {
    for (const one of ANSWERED) {
      const question = questionOf(one);
      const turned = { ...question, known: question.known.toReversed() };
      const [first, second] = [question, turned].map((each) => answered(derive(registry, each)));
      expect(second!.kernel.value, one.question).to.equal(first!.kernel.value);
      expect(second!.laws).to.deep.equal(first!.laws);
    }
  });

  it("finds no law for a value that is known as it is wanted", () => {
    const mass = { kind: "mass", value: 3, unit: "kg" };
    for (const unit of ["kg", "g"]) {
      const derived = derive(registry, { known: [mass], wanted: { kind: "mass", unit } });
      expect(derived).to.include({ status: "refused" });
      expect(JSON.stringify(derived)).to.contain("mass is what is known already");
    }
    // Of another body it may be asked.
    const other = derive(registry, { known: [mass], wanted: { kind: "mass", of: "moon" } });
    expect(JSON.stringify(other)).not.to.contain("known already");
  });
});
