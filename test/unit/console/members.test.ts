/** Objects of a form as rows: what a person does not touch stays as it was. */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  membersOf,
  memberText,
  readMember,
  schemaAt,
  withMember,
} from "../../../api/console/fields/members.js";
import { heatCard } from "../../../protocol/solvers/heat/card.js";

const name = fc.constantFrom("left", "right", "fixed", "convection", "h");
const leaf = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
  fc.constantFrom("sin(x)", "periodic", "300 + 20*x"),
  fc.array(fc.integer(), { minLength: 1, maxLength: 3 }),
  fc.boolean(),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(name, fc.oneof({ maxDepth: 2 }, leaf, tie("tree")), {
    minKeys: 1,
    maxKeys: 3,
  }),
}));

describe("members of an object in a form", () => {
  it("are typed again as they are shown, and leave the others alone", () => {
    fc.assert(
      fc.property(tree, fc.nat(), leaf, (value, at, other) => {
        const text = JSON.stringify(value);
        const members = membersOf(text);
        if (members === null || members.length === 0) return;
        for (const one of members) {
          if (Object.keys(Object(one.value)).length === 0 && typeof one.value === "object")
            continue;
          expect(readMember(memberText(one.value))).to.deep.equal(one.value);
          expect(withMember(text, one.path, one.value)).to.equal(text);
        }
        const { path } = members[at % members.length]!;
        const changed = membersOf(withMember(text, path, other))!;
        expect(changed.map((one) => one.path)).to.deep.equal(members.map((one) => one.path));
        for (const [i, one] of changed.entries())
          expect(one.value).to.deep.equal(i === at % members.length ? other : members[i]!.value);
      }),
      { numRuns: 200 },
    );
  });
  it("are those of the heat's boundary, each with what the contract says", () => {
    const { body } = heatCard.examples.find(
      ({ body: one }) => typeof one["boundary"] === "object",
    )!;
    const members = membersOf(JSON.stringify(body["boundary"]))!;
    expect(members.length).to.be.greaterThan(1);
    const schema = {
      anyOf: [
        { type: "number" },
        {
          type: "object",
          properties: {
            left: {
              anyOf: [
                { type: "number" },
                { type: "object", properties: { fixed: { type: "number", unit: "K" } } },
              ],
            },
          },
        },
      ],
    };
    expect(schemaAt(schema, ["left", "fixed"])).to.include({ unit: "K" });
    expect(schemaAt(schema, ["left", "flux"])).to.equal(null);
  });
  it("are none of a text, a list, an empty object, or lists of objects", () => {
    for (const text of ["", "[1]", "{}", "3", "{", '{"a":[{"b":1}]}'])
      expect(membersOf(text), text).to.equal(null);
  });
});
