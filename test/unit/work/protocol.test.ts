/**
 * Challenges and ladders, against Python's hashlib and hmac and mpmath (scripts/work/vectors.py).
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { fromHex } from "../../../protocol/encoding/hex.js";
import { sha256 } from "../../../protocol/encoding/sha256.js";
import {
  challengeText,
  readChallenge,
  readSolution,
  solutionText,
  workText,
  type Challenge,
} from "../../../protocol/work/challenge.js";
import {
  checkWork,
  giveChallenge,
  hasZeroBits,
  subjectOf,
  type WorkTask,
} from "../../../protocol/work/check.js";
import {
  bitsOwed,
  expectedHashes,
  lifeOf,
  timesAnHour,
  withinHour,
  WORK_PURPOSES,
  type WorkPurpose,
} from "../../../protocol/work/ladder.js";
import { NonceMiner } from "../../../protocol/work/miner.js";
import { runs } from "../../kit/runs.js";

interface Case extends Challenge {
  readonly group: string;
  readonly challenge: string;
  readonly mac: string;
  readonly nonce: string;
  readonly zeroBits: number;
  readonly digest: string;
}

interface Vectors {
  readonly key: string;
  readonly cases: readonly Case[];
}

const SEED = 20_261_121;
const vectors: Vectors = JSON.parse(readFileSync("test/vectors/work/vectors.json", "utf8"));
const key = fromHex(vectors.key)!;
const first = vectors.cases[0]!;
const third = vectors.cases[2]!;

function taskOf({ purpose, subject, bits, expires }: Case): WorkTask {
  return { purpose, subject, bits, calcond: expires };
}

const check = (header: string, task: WorkTask): string => {
  const verdict = checkWork(nodeCrypto, key, header, task);
  return verdict.ok ? "ok" : verdict.fault;
};

describe("work: texts and checks", () => {
  it("are those of another implementation", () => {
    for (const one of vectors.cases) {
      expect(subjectOf(nodeCrypto, key, one.group)).to.equal(one.subject);
      expect(challengeText(one)).to.equal(one.challenge);
      expect(giveChallenge(nodeCrypto, key, one)).to.deep.equal({
        challenge: one.challenge,
        mac: one.mac,
      });
      const { purpose, bits, expires, subject, salt } = one;
      expect(readChallenge(one.challenge)).to.deep.equal({ purpose, bits, expires, subject, salt });
      const verdict = checkWork(
        nodeCrypto,
        key,
        solutionText(one.challenge, one.mac, one.nonce),
        taskOf(one),
      );
      expect(verdict).to.deep.equal({ ok: true, digest: one.digest, expires });
      const digest = nodeCrypto.sha256(workText(one.challenge, one.nonce));
      expect(hasZeroBits(digest, one.zeroBits)).to.equal(true);
      expect(hasZeroBits(digest, one.zeroBits + 1)).to.equal(false);
    }
  });

  it("hold to the last calcond and not one longer", () => {
    const header = solutionText(first.challenge, first.mac, first.nonce);
    expect(check(header, { ...taskOf(first), calcond: first.expires })).to.equal("ok");
    expect(check(header, { ...taskOf(first), calcond: first.expires + 1 })).to.equal("expired");
  });

  it("hold for one purpose, one subject, and no more bits than were asked for", () => {
    const header = solutionText(first.challenge, first.mac, first.nonce);
    const task = taskOf(first);
    for (const purpose of WORK_PURPOSES.filter((one) => one !== first.purpose)) {
      expect(check(header, { ...task, purpose })).to.equal("purpose");
    }
    expect(check(header, { ...task, subject: "0".repeat(16) })).to.equal("subject");
    expect(check(header, { ...task, bits: 19 })).to.equal("too-few-bits");
    expect(check(header, { ...task, bits: 17 })).to.equal("ok");
  });

  it("fall with any part of the challenge", () => {
    const altered: readonly (readonly [Partial<Challenge>, Partial<WorkTask>])[] = [
      [{ purpose: "signup" }, { purpose: "signup" }],
      [{ bits: 17 }, { bits: 17 }],
      [{ bits: 1 }, { bits: 1 }],
      [{ expires: first.expires + 1 }, {}],
      [{ subject: "f".repeat(16) }, { subject: "f".repeat(16) }],
      [{ salt: "0".repeat(32) }, {}],
    ];
    for (const [change, task] of altered) {
      // Solved anew, so that nothing but the MAC is wrong.
      const text = challengeText({ ...first, ...change });
      const bits = change.bits ?? first.bits;
      const nonce = new NonceMiner({ before: `${text}:`, after: "", start: "t", bits }).run(1e9)!;
      expect(
        check(solutionText(text, first.mac, nonce), { ...taskOf(first), ...task }),
        text,
      ).to.equal("mac");
    }
    const mac = `${first.mac.slice(0, -1)}${first.mac.endsWith("4") ? "5" : "4"}`;
    expect(check(solutionText(first.challenge, mac, first.nonce), taskOf(first))).to.equal("mac");
    expect(
      check(solutionText(first.challenge, first.mac, `${first.nonce}0`), taskOf(first)),
    ).to.equal("wrong-nonce");
  });

  it("are refused in any other form", () => {
    const good = solutionText(first.challenge, first.mac, first.nonce);
    const malformed = [
      "",
      ";",
      ";;",
      good.slice(1),
      `${good};`,
      good.toUpperCase(),
      `${good} `,
      ` ${good}`,
      `${good}\n`,
      good.replace(/[^;]*$/, ""),
      good.replace(/[^;]*$/, "a".repeat(65)),
      good.replace(/[^;]*$/, "a-b"),
      good.replace(/[^;]*$/, "é"),
      good.replace(/[^;]*$/, "a b"),
      good.replace(first.mac, first.mac.toUpperCase()),
      good.replace(first.mac, first.mac.slice(2)),
      good.replace("calc-pow/1", "calc-pow/2"),
      good.replace(":18:", ":018:"),
      good.replace(":18:", ":0:"),
      good.replace(":18:", ":-1:"),
      good.replace(":18:", ":180:"),
      good.replace(":18:", ":1e1:"),
      good.replace("demo-key", "name"),
      good.replace(`:${first.expires}:`, ":99999999999999999999:"),
      good.replace(`:${first.expires}:`, "::"),
      "x".repeat(10_240),
      `${good}${"a".repeat(10_240)}`,
      `${first.challenge};${first.mac};${"a".repeat(10_240)}`,
    ];
    for (const text of malformed) {
      expect(readSolution(text), text.slice(0, 80)).to.equal(null);
      expect(check(text, taskOf(first))).to.equal("malformed");
    }
    expect(check(good.replace(/[^;]*$/, "a".repeat(64)), taskOf(first))).to.equal("wrong-nonce");
  });

  it("are a verdict on any text, and never one that is taken", () => {
    const good = solutionText(third.challenge, third.mac, third.nonce);
    fc.assert(
      fc.property(
        fc.nat({ max: good.length - 1 }),
        fc.string({ minLength: 1, maxLength: 3 }),
        (at, put) => {
          const text = good.slice(0, at) + put + good.slice(at + put.length);
          fc.pre(text !== good);
          expect(check(text, taskOf(third))).to.not.equal("ok");
        },
      ),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(check(text, taskOf(third))).to.equal("malformed");
      }),
      { seed: SEED, numRuns: runs(125, 500) },
    );
  });
});

describe("work: ladders", () => {
  /**
   * Bits of the 1st, 2nd, ... time in an hour, as the service's limits state them; null is refused.
   */
  const stated: Readonly<Record<WorkPurpose, readonly (number | null)[]>> = {
    "demo-key": [0, 18, 21, 24, ...Array.from({ length: 26 }, () => 26), null, null],
    signup: [0, 0, 0, 18, 21, 24, ...Array.from({ length: 24 }, () => 26), null],
    claim: [
      ...Array.from({ length: 32 }, () => 18),
      ...Array.from({ length: 10 }, () => 21),
      ...Array.from({ length: 11 }, () => 24),
      ...Array.from({ length: 11 }, () => 26),
      null,
    ],
  };

  it("are the stated ones, to the last rung", () => {
    for (const purpose of WORK_PURPOSES) {
      expect(
        stated[purpose].map((_, done) => bitsOwed(purpose, done)),
        purpose,
      ).to.deep.equal(stated[purpose]);
    }
    expect(WORK_PURPOSES.map(timesAnHour)).to.deep.equal([30, 30, 64]);
  });

  it("give time in proportion, and count an hour of 4,632 calconds", () => {
    expect([18, 21, 24, 26].map(lifeOf)).to.deep.equal([1_158, 1_158, 1_158, 4_632]);
    expect([0, 18, 26].map(expectedHashes)).to.deep.equal([1, 262_144, 67_108_864]);
    expect(withinHour([10, 11, 4_642], 4_642)).to.deep.equal([11, 4_642]);
    expect(withinHour([], 5)).to.deep.equal([]);
  });
});

describe("work: the search", () => {
  it("finds the first nonce of its order, wherever the text ends in its block", () => {
    for (let length = 0; length < 130; length += 1) {
      const before = `${"x".repeat(length)}:`;
      for (const after of ["", "}", '"}']) {
        const miner = new NonceMiner({ before, after, start: "s", bits: 6 });
        const nonce = miner.run(10_000)!;
        expect(nonce.length).to.be.within(13, 64);
        expect(hasZeroBits(sha256(before + nonce + after), 6), `${length}`).to.equal(true);
        const again = new NonceMiner({ before, after, start: "s", bits: 6 });
        expect(again.run(miner.tried)).to.equal(null);
        expect(again.run(1)).to.equal(nonce);
      }
    }
  });

  it("refuses what would push the counter out of its block", () => {
    expect(
      () => new NonceMiner({ before: "", after: "a".repeat(60), start: "s", bits: 1 }),
    ).to.throw(RangeError);
  });
});
