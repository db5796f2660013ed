/** ARCHITECTURE.md names every room that there is. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";

const HOUSE = readFileSync("ARCHITECTURE.md", "utf8");

function foldersOf(room: string): string[] {
  return readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

describe("ARCHITECTURE.md", () => {
  for (const room of ["protocol", "api", "node"])
    it(`names every folder of ${room}/`, () => {
      const words = new Set(HOUSE.match(/[A-Za-z]+/g));
      expect(foldersOf(room).filter((name) => !words.has(name))).to.deep.equal([]);
    });
});
