/**
 * Every package of the lock file runs on the lowest Node that this one names, so that an
 * installation there warns of nothing.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";

type Version = readonly [number, number, number];

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return [major, minor, patch];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** `>=20`, `^20.19.0`, `20`, `<26`, `*`. @throws for what else stands in a range */
function fits(version: Version, comparator: string): boolean {
  const [, sign, text] =
    /^(>=|>|<=|<|\^|~|)v?(\d+(?:\.\d+){0,2}|\*)(?:\.[x*])*$/.exec(comparator) ?? [];
  if (text === undefined) throw new Error(`not a comparator that this test knows: ${comparator}`);
  if (text === "*") return true;
  const bound = versionOf(text);
  const order = compare(version, bound);
  if (sign === ">=") return order >= 0;
  if (sign === ">") return order > 0;
  if (sign === "<=") return order <= 0;
  if (sign === "<") return order < 0;
  const stated = sign === "^" ? 1 : sign === "~" ? 2 : text.split(".").length;
  return order >= 0 && bound.slice(0, stated).every((part, i) => part === version[i]);
}

function satisfies(version: Version, range: string): boolean {
  return range.split("||").some((alternative) =>
    alternative
      .trim()
      .replaceAll(/(>=|<=|>|<|\^|~)\s+/g, "$1")
      .split(/\s+/)
      .every((comparator) => fits(version, comparator)),
  );
}

interface Locked {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

describe("pins: Node versions of packages", () => {
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  );
  const floor = packages[""]!.engines!.node!;

  it("is the floor that the README names", () => {
    expect(readFileSync("README.md", "utf8")).to.include(
      `Node.js ${floor.replace(">=", "")} or later`,
    );
  });

  it("is met by that floor for each of them", () => {
    const lowest = versionOf(floor.replace(">=", ""));
    const ranges = Object.entries(packages).flatMap(([path, { engines }]) =>
      engines?.node === undefined ? [] : [{ path, node: engines.node }],
    );
    expect(ranges.length).to.be.greaterThan(100);
    expect(ranges.filter(({ node }) => !satisfies(lowest, node))).to.deep.equal([]);
  });

  // As npm's own `semver` answers.
  for (const [range, expected] of [
    [">=22", false],
    ["^20.19.0 || >=22.12.0", true],
    ["^20.20.0 || >=22.12.0", false],
    ["18 || 20 || >=22", true],
    ["18 || 22", false],
    [">= 20.19.0", true],
    [">=18 <20", false],
    ["~20.18.0", false],
    ["*", true],
  ] as const)
    it(`reads ${range}: ${expected}`, () => {
      expect(satisfies([20, 19, 0], range)).to.equal(expected);
    });
});
