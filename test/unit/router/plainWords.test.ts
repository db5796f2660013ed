/** Words of phrases: those of ASCII are found as those of any text. */
import { expect } from "chai";
import { assert, constantFrom, property, string } from "fast-check";
import { plainWords } from "../../../protocol/router/laws/lexicon/lawWords.js";

describe("router: words of phrases", () => {
  it("are runs of letters and digits without accents, whatever parts them", () => {
    expect(plainWords("Newton's second law, F_net = m_1 a")).to.deep.equal([
      "Newton",
      "second",
      "law",
      "F",
      "net",
      "m",
      "1",
      "a",
    ]);
    expect(plainWords("Schrödinger–Bohr's λ_0")).to.deep.equal(["Schrodinger", "Bohr", "λ", "0"]);
  });

  it("are the same with and without the tables of Unicode", () => {
    const text = string({
      unit: constantFrom(...Array.from("abST09 _-.,'()/=^*+~")),
      maxLength: 40,
    });
    const marked = "Ω";
    assert(
      property(text, (phrase) => {
        expect(plainWords(`${phrase} ${marked}`)).to.deep.equal([...plainWords(phrase), marked]);
      }),
    );
  });
});
