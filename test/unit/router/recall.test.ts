/**
 * Whether words find the law that is meant: by its name, and as textbooks, trades and laymen call it.
 * The law alone is checked, sealed or to confirm (open, or beside why not): a value by its formula would show nothing.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { z } from "zod";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs, sample } from "../../kit/runs.js";

const registry = builtinRegistry();
const said = z.array(z.tuple([z.string(), z.string()]));
/** `asked` find no law yet; `others` are words of the law with one thing changed that makes it another one. */
const corpus = z
  .object({ source: z.string(), found: said, asked: said, others: said })
  .parse(JSON.parse(readFileSync("test/vectors/words/recall.json", "utf8")));

const THOUSAND = 1000;

/** The question with numbers near those of the law's example; counts stay as they are. */
function filled(id: string, text: string, perThousand: number): string {
  const record = registry.get(id)?.record;
  const { example } = record ?? {};
  const inputs = example !== undefined && "inputs" in example ? example.inputs : {};
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = inputs[name];
    const symbol = record?.symbols[name];
    if (typeof value !== "number" || symbol === undefined) throw new Error(`${id} has no ${name}`);
    const isCount = symbol.unit === "1" && Number.isInteger(value);
    const near = isCount ? value : Number(((value * perThousand) / THOUSAND).toPrecision(4));
    return symbol.unit === "1" ? String(near) : `${near} ${symbol.unit}`;
  });
}

interface Answer {
  readonly law: string | null;
  readonly isSealed: boolean;
}

function answerTo(query: string): Answer {
  const { operators, refusal } = routeQuery(registry, query);
  if (refusal !== null && refusal.kind !== "OPEN_READING") return { law: null, isSealed: false };
  return { law: operators?.join("+") ?? null, isSealed: refusal === null };
}

/** The laws that are sealed or to confirm: the first one, and those beside a refusal. */
function lawsFor(query: string): readonly string[] {
  const { law } = answerTo(query);
  if (law !== null) return [law];
  const { reading, rivals } = routeQuery(registry, query);
  return [reading, ...rivals].flatMap((one) => (one?.law === undefined ? [] : [one.law]));
}

describe("router: words find the law that is meant", function () {
  it("has two questions or more of most laws", () => {
    expect(corpus.found.length).to.be.at.least(450);
    expect(new Set(corpus.found.map(([id]) => id)).size).to.be.at.least(400);
  });

  it("finds each law by its name and by other words, whatever the numbers", () => {
    check(
      property(constantFrom(...corpus.found), integer({ min: 970, max: 1020 }), ([id, text], n) => {
        const query = filled(id, text, n);
        expect(lawsFor(query), query).to.include(id);
      }),
      { numRuns: runs(25, 2_000), endOnFailure: true },
    );
  });

  it("seals no other law where it finds none", () => {
    for (const [id, text] of sample(corpus.asked, 6)) {
      const query = filled(id, text, THOUSAND);
      const { law, isSealed } = answerTo(query);
      expect(isSealed && law !== id, query).to.equal(false);
    }
  });

  it("does not seal it where one thing is changed that makes it another", () => {
    for (const [id, text] of sample(corpus.others, 6)) {
      const { law, isSealed } = answerTo(text);
      expect(isSealed && law === id, text).to.equal(false);
    }
  });
});
