/** The gallery: a picture for each solver, and the same bytes when it is drawn again. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { expect } from "chai";
import { solverCards } from "../../protocol/solvers/cards.js";
import { hang } from "../../scripts/solvers/gallery.js";

const PICTURE_BYTES_MAX = 150_000;
/** Drawn again here; the others by `npm run gallery`. */
const REDRAWN = ["acoustic", "epi", "heat", "predator-prey", "sat"];

describe("docs: gallery", () => {
  it("shows every solver with its question and its answer, in pictures that load fast", () => {
    const page = readFileSync("docs/gallery.md", "utf8");
    for (const { id } of solverCards) {
      const file = `docs/gallery/${id}.svg`;
      expect(existsSync(file), `${file} is missing: npm run gallery`).to.equal(true);
      expect(statSync(file).size, file).to.be.within(1000, PICTURE_BYTES_MAX);
      expect(page, id).to.include(`](gallery/${id}.svg)`);
    }
  });

  for (const id of REDRAWN) {
    it(`draws ${id} the same again`, async () => {
      const { answer, question, svg } = await hang(id);
      expect(
        svg === readFileSync(`docs/gallery/${id}.svg`, "utf8"),
        "the picture on the page is older: npm run gallery",
      ).to.equal(true);
      expect(readFileSync("docs/gallery.md", "utf8")).to.include(`${question}\n\n**${answer}**\n`);
    });
  }
});
