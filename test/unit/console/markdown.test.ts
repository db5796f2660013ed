/** What models write of Markdown: each piece says where it stands, and nothing of the text is lost. */
import { expect } from "chai";
import * as fc from "fast-check";
import { blocksOf, isShownWhole, type Inline } from "../../../api/console/models/markdown.js";

function leaves(parts: readonly Inline[]): readonly Inline[] {
  return parts.flatMap((one) => (one.parts.length === 0 ? [one] : leaves(one.parts)));
}

const shown = (text: string): readonly (readonly string[])[] =>
  blocksOf(text).map(({ kind, mark, parts }) => [
    kind,
    ...(mark === null ? [] : [text.slice(mark.start, mark.end)]),
    ...leaves(parts).map(({ end, kind: of, start }) => `${of}:${text.slice(start, end)}`),
  ]);

describe("Markdown of a model", () => {
  it("is read as headings, items, listings, strong and stressed words", () => {
    const text =
      "## Force\n\nIt is **1.98e20 N**, *about*.\nBy `NM21`:\n- m1 = 5\n2. then\n```js\na * b\nc\n```\nend";
    expect(shown(text)).to.deep.equal([
      ["heading", "text:Force"],
      [
        "paragraph",
        "text:It is ",
        "text:1.98e20 N",
        "text:, ",
        "text:about",
        "text:.",
        "text:\n",
        "text:By ",
        "code:NM21",
        "text::",
      ],
      ["item", "text:m1 = 5"],
      ["item", "2.", "text:then"],
      ["code", "code:a * b\n", "code:c\n"],
      ["paragraph", "text:end"],
    ]);
  });
  it("leaves products and lone marks as they are", () => {
    for (const text of ["2 * 3 * 4", "a ** b", "5*", "`open", "**open", "x_1 and x_2"])
      expect(shown(text), text).to.deep.equal([["paragraph", `text:${text}`]]);
  });
  it("says whether a number is shown whole", () => {
    const text = "It is **6 N**, 7**8**.\n1. one";
    const isWhole = (part: string): boolean => {
      const start = text.indexOf(part);
      return isShownWhole(blocksOf(text), start, start + part.length);
    };
    expect(["6 N", "8", "1.", "7**8"].map(isWhole)).to.deep.equal([true, true, true, false]);
  });
  it("shows pieces in their order, and all letters that are no marks", () => {
    const piece = fc.constantFrom(
      "a",
      " ",
      "\n",
      "**",
      "*",
      "`",
      "```\n",
      "# ",
      "- ",
      "1. ",
      "9.8",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const places = blocksOf(text).flatMap(({ mark, parts }) => [
          ...(mark === null ? [] : [mark]),
          ...leaves(parts),
        ]);
        let at = 0;
        for (const { end, start } of places) {
          expect(start).to.be.at.least(at);
          expect(end).to.be.greaterThan(start);
          at = end;
        }
        const said = places.map(({ end, start }) => text.slice(start, end)).join("");
        // The word behind a fence names its language.
        const meant = text.replace(/^[ \t]*```\w*[ \t]*$/gm, "");
        expect(said.replace(/[^a]/g, "")).to.equal(meant.replace(/[^a]/g, ""));
      }),
    );
  });
});
