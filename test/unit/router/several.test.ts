/** A phrase that states a value states none beside another: `one or two electrons`. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { isOneOfSeveral } from "../../../protocol/router/laws/filling/several.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();

describe("router: phrases that state a value beside another", () => {
  const bath = (said: string): string =>
    `A silver bath with ${said} runs at 2 A for 1 h, 107.87 g/mol, nothing wasted. Which mass is deposited?`;

  it("seal with one count, and not with several", () => {
    const sealed = routeQuery(registry, bath("one electron per ion"));
    expect([sealed.refusal, sealed.params["z_e"]]).to.deep.equal([null, 1]);
    for (const said of [
      "one or two electrons per ion",
      "one, then two electrons per ion",
      "two electrons and then one",
      "two electrons or one per ion",
      "one to two electrons per ion",
      "1-2 electrons per ion",
    ])
      expect(routeQuery(registry, bath(said)).refusal, said).not.to.equal(null);
  });

  it("are told by what stands right beside them", () => {
    const at = (text: string, phrase: string): boolean => {
      const from = text.indexOf(phrase);
      return isOneOfSeveral(text, [from, from + phrase.length]);
    };
    for (const [text, phrase] of [
      ["the second fundamental mode", "fundamental mode"],
      ["at nearly normal incidence", "normal incidence"],
      ["the fundamental mode or the first overtone", "fundamental mode"],
      ["two hours before noon", "noon"],
    ] as const)
      expect(at(text, phrase), text).to.equal(true);
    for (const [text, phrase] of [
      ["the fundamental mode of a string", "fundamental mode"],
      ["light at normal incidence and 589 nm", "normal incidence"],
      ["two electrons and 1.10 V", "two electrons"],
      ["a current of 2.5 A and two electrons per ion", "two electrons"],
      ["copper, two electrons per ion, 2 A", "two electrons"],
    ] as const)
      expect(at(text, phrase), text).to.equal(false);
  });
});
