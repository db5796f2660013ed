import { expect } from "chai";
import {
  array,
  assert as assertProperty,
  boolean,
  constantFrom,
  infiniteStream,
  integer,
  nat,
  property,
  record,
  tuple,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { NameFact } from "../../../protocol/names/nameSet.js";
import { commitHash } from "../../../protocol/names/work.js";
import {
  claimOf,
  commitOf,
  hashOf,
  holderOf,
  idOf,
  revokeOf,
  seenBy,
  setOf,
  updateOf,
} from "./cast.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_121;
const JITTER = 5;
const START = 3_000_000;
const SALT = "5a".repeat(32);
const OWNERS = ["ann", "bob", "cid"];
const NAMES = ["newton", "kepler", null];

/** A statement about a few names by a few people, with sights that may be anything. */
const said: Arbitrary<readonly NameFact[]> = record({
  what: constantFrom("claim", "commit", "update", "revoke"),
  who: constantFrom(...OWNERS),
  name: constantFrom(...NAMES),
  claimed: integer({ min: START, max: START + 400 }),
  term: constantFrom(50, 300, 100_000),
  salted: boolean(),
  sequence: integer({ min: 1, max: 3 }),
  claim: integer({ min: 0, max: 3 }),
  sights: array(tuple(integer({ min: 0, max: 3 }), integer({ min: -5, max: 200 })), {
    maxLength: 6,
  }),
}).map(({ what, who, name, claimed, term, salted, sequence, claim, sights }) => {
  const target = idOf(`target ${claim}`);
  const h = commitHash(nodeCrypto, { author: idOf(who), name, salt: SALT });
  const fact =
    what === "commit"
      ? commitOf(h, claimed)
      : what === "update"
        ? updateOf(who, target, sequence, { claimed, expires: claimed + term })
        : what === "revoke"
          ? revokeOf(who, target, sequence, claimed)
          : claimOf(who, {
              name,
              claimed,
              expires: claimed + term,
              ...(salted ? { salt: SALT } : {}),
              ...(sequence === 1 ? { id: target } : {}),
            });
  return [fact, ...sights.map(([witness, after]) => seenBy(witness, fact.id, claimed + after))];
});

/** One event has one id: of facts that were given the same, the first is meant. */
function distinct(facts: readonly NameFact[]): readonly NameFact[] {
  return [...new Map([...facts].reverse().map((fact) => [fact.id, fact])).values()];
}

describe("names: one state for one set of events", () => {
  it("whatever the order, the repetitions and the partition", () => {
    assertProperty(
      property(
        array(said, { minLength: 1, maxLength: 12 }),
        infiniteStream(nat()),
        (groups, chance) => {
          const facts = distinct(groups.flat());
          const expected = hashOf(setOf(facts));
          const shuffled = facts
            .map((fact) => ({ fact, at: chance.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ fact }) => fact);
          expect(hashOf(setOf(shuffled))).to.equal(expected);
          expect(hashOf(setOf([...shuffled, ...facts, ...shuffled].reverse()))).to.equal(expected);
          // Two sides that hear one part each, ask meanwhile, and then hear the rest.
          const half = setOf(shuffled.slice(shuffled.length >> 1));
          hashOf(half);
          for (const fact of facts) half.add(fact);
          expect(hashOf(half)).to.equal(expected);
        },
      ),
      { seed: SEED, numRuns: runs(100, 400) },
    );
  });
});

interface Attempt {
  readonly victim: string;
  readonly facts: readonly NameFact[];
}

type Draw = (min: number, max: number) => number;

/**
 * Honest witnesses 0 to 2 see a thing soon after it is shown; witness 3 says what serves the thief.
 */
function sights(id: string, shown: number, lie: number, draw: Draw): readonly NameFact[] {
  return [0, 1, 2].map((n) => seenBy(n, id, shown + draw(0, JITTER))).concat(seenBy(3, id, lie));
}

/** A claim by the victim, and one by a thief who wants to have been first. */
function attempt(way: string, draw: Draw): Attempt {
  const isCommitted = way === "frontrun" || way === "copied commit";
  const commit = commitOf(
    commitHash(nodeCrypto, { author: idOf("ann"), name: "newton", salt: SALT }),
    START - 300,
  );
  const victim = claimOf("ann", { claimed: START, ...(isCommitted ? { salt: SALT } : {}) });
  const shown =
    way === "late"
      ? START + draw(121, 1_000_000)
      : way === "frontrun"
        ? START - draw(1, 200)
        : START + draw(JITTER + 1, 300);
  const claimed =
    way === "back-dated"
      ? START - draw(1, 1_000_000)
      : way === "copied claim"
        ? START
        : way === "late"
          ? START - draw(1, 100)
          : Math.max(shown - draw(0, 120), 0);
  const thief = claimOf("eve", { claimed, ...(isCommitted ? { salt: SALT } : {}) });
  const facts: NameFact[] = [
    victim,
    thief,
    ...sights(victim.id, START, draw(START, 2 * START), draw),
    ...sights(thief.id, shown, draw(0, START), draw),
  ];
  if (isCommitted) facts.push(commit, ...sights(commit.id, START - 300, 9 * START, draw));
  if (way === "copied commit") {
    const copy = { ...commitOf(commit.body.h, START - 400), author: idOf("home of eve") };
    facts.push(copy, ...sights(copy.id, START - 250, 0, draw));
  }
  // In a partition the thief's side has heard one honest witness and the liar; then it heals.
  if (way === "partition") facts.push(seenBy(3, thief.id, 0), seenBy(3, victim.id, 3 * START));
  return { victim: idOf("ann"), facts };
}

describe("names: back-dating", () => {
  const WAYS = ["back-dated", "late", "copied claim", "copied commit", "frontrun", "partition"];

  it("1,000 attempts with one lying witness of four win nothing, and end in one state", () => {
    let wins = 0;
    assertProperty(
      property(constantFrom(...WAYS), infiniteStream(nat({ max: 0x7fffffff })), (way, chance) => {
        const draw: Draw = (min, max) => min + (chance.next().value % (max - min + 1));
        const { victim, facts } = attempt(way, draw);
        const sorted = facts
          .map((fact) => ({ fact, at: draw(0, 1_000_000) }))
          .sort((a, b) => a.at - b.at)
          .map(({ fact }) => fact);
        const [one, other] = [setOf(facts), setOf(sorted)];
        if (holderOf(one) !== victim) wins += 1;
        expect(hashOf(one)).to.equal(hashOf(other));
      }),
      { seed: SEED, numRuns: runs(250, 1_000) },
    );
    expect(wins).to.equal(0);
  });

  it("the same attempts win often where the word of the claimant is taken", () => {
    let wins = 0;
    assertProperty(
      property(infiniteStream(nat({ max: 0x7fffffff })), (chance) => {
        const draw: Draw = (min, max) => min + (chance.next().value % (max - min + 1));
        const claims = attempt("back-dated", draw).facts.filter(
          ({ kind }) => kind === "name.claim",
        );
        const first = claims.reduce((a, b) =>
          a.kind === "name.claim" && b.kind === "name.claim" && b.body.claimed < a.body.claimed
            ? b
            : a,
        );
        if (first.kind === "name.claim" && first.body.owner === idOf("eve")) wins += 1;
      }),
      { seed: SEED, numRuns: 100 },
    );
    expect(wins).to.equal(100);
  });
});
