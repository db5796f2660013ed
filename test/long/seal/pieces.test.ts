/** What the program in Python says of an equation with pieces: plain words, and no failure. Takes python3. */
import { spawnSync } from "node:child_process";
import { expect } from "chai";

const PROGRAM = `
import sys
sys.path.insert(0, "scripts/seal")
from equation import NotChecked, clauses_of
try:
    print(len(list(clauses_of(sys.argv[1]))))
except NotChecked as reason:
    print(reason)
`;

function said(equation: string): string {
  const { status, stderr, stdout } = spawnSync("python3", ["-c", PROGRAM, equation], {
    encoding: "utf8",
  });
  expect(status, stderr).to.equal(0);
  return stdout.trim();
}

describe("equations with pieces, in Python", () => {
  it("are not checked, and it says why", () => {
    for (const equation of [
      "f = {x^2 if x < 1; 2x - 1 otherwise}",
      "y = f(2); f(x) = {x if x < 1; 0 otherwise}",
      "f = 2 {x when 0 <= x < 1; 1 else} + 1",
    ])
      expect(said(equation)).to.match(/pieces with conditions in braces, which are not read here/);
    expect(said("F = m a")).to.equal("1");
  });
});
