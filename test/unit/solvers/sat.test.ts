import { expect } from "chai";
import { codeOf, readFormula } from "../../../protocol/solvers/sat/formula.js";
import { checkProof, dratBytes, ProofLog, textOf } from "../../../protocol/solvers/sat/proof.js";
import { luby } from "../../../protocol/solvers/sat/search.js";
import { sat } from "../../../protocol/solvers/sat/solver.js";
import { checkCommon, refusalOf, solve, type Body } from "./motion.js";

type Clauses = number[][];

/** Numbers of a linear congruential generator, seeded. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

function randomClauses(variables: number, clauses: number, seed: number): Clauses {
  const next = draws(seed);
  return Array.from({ length: clauses }, () => {
    const chosen = new Set<number>();
    while (chosen.size < 3) chosen.add(next(variables) + 1);
    return [...chosen].map((v) => (next(2) === 0 ? v : -v));
  });
}

function pigeons(count: number, holes: number): Clauses {
  const clauses: Clauses = Array.from({ length: count }, (_, p) =>
    Array.from({ length: holes }, (__, h) => p * holes + h + 1),
  );
  for (let h = 1; h <= holes; h += 1) {
    for (let p = 0; p < count; p += 1)
      for (let q = 0; q < p; q += 1) clauses.push([-(p * holes + h), -(q * holes + h)]);
  }
  return clauses;
}

function holds(clauses: Clauses, model: readonly number[]): boolean {
  const literals = new Set(model);
  return clauses.every((clause) => clause.some((literal) => literals.has(literal)));
}

/** All assignments, one after another. */
function isSatisfiable(clauses: Clauses, variables: number): boolean {
  for (let bits = 0; bits < 1 << variables; bits += 1) {
    const model = Array.from({ length: variables }, (_, v) => ((bits >> v) & 1 ? v + 1 : -v - 1));
    if (holds(clauses, model)) return true;
  }
  return false;
}

/** Reverse unit propagation of every line, by nothing but repeated scans of all clauses. */
function isProof(clauses: Clauses, text: string): boolean {
  const known = clauses.map((clause) => [...clause]);
  for (const line of text.trim().split("\n")) {
    const lemma = line.split(" ").map(Number).slice(0, -1);
    const truths = new Set(lemma.map((literal) => -literal));
    let violated = false;
    for (let changed = true; changed && !violated;) {
      changed = false;
      for (const clause of known) {
        if (clause.some((literal) => truths.has(literal))) continue;
        const open = [...new Set(clause.filter((literal) => !truths.has(-literal)))];
        if (open.length === 0) violated = true;
        if (open.length === 1) {
          truths.add(open[0]!);
          changed = true;
        }
      }
    }
    if (!violated) return false;
    if (lemma.length === 0) return true;
    known.push(lemma);
  }
  return false;
}

function proofOf(body: Body): string {
  const { proof_text: proof } = solve(sat, body).result.named;
  return typeof proof === "string" ? proof : "";
}

function modelOf(body: Body): number[] {
  const { model } = solve(sat, body).result.named;
  return Array.isArray(model) ? model.map(Number) : [];
}

describe("solver sat", () => {
  checkCommon(sat, { cnf: pigeons(6, 5), maxConflicts: 100_000 });

  it("agrees with all assignments on small formulas, and shows why", () => {
    const found = [0, 0];
    for (let seed = 1; seed <= 60; seed += 1) {
      const variables = 5 + (seed % 6);
      const clauses = randomClauses(variables, Math.round(4.6 * variables), seed);
      const { value } = solve(sat, { cnf: clauses }).result;
      expect(value, `seed ${seed}`).to.equal(isSatisfiable(clauses, variables) ? 1 : 0);
      found[value]! += 1;
      if (value === 1)
        expect(holds(clauses, modelOf({ cnf: clauses })), `seed ${seed}`).to.equal(true);
      else expect(isProof(clauses, proofOf({ cnf: clauses })), `seed ${seed}`).to.equal(true);
    }
    expect(Math.min(...found)).to.be.at.least(10);
  });

  it("agrees with all assignments where clauses are of one to five literals", () => {
    const found = [0, 0];
    for (let seed = 1; seed <= 80; seed += 1) {
      const next = draws(seed);
      const cnf = Array.from({ length: 30 + next(20) }, (_, i) =>
        Array.from(
          { length: i === 0 ? 1 : 2 + next(4) },
          () => (next(2) === 0 ? 1 : -1) * (1 + next(9)),
        ),
      );
      const { value } = solve(sat, { cnf }).result;
      expect(value, `seed ${seed}`).to.equal(isSatisfiable(cnf, 9) ? 1 : 0);
      found[value]! += 1;
      expect(
        value === 1 ? holds(cnf, modelOf({ cnf })) : isProof(cnf, proofOf({ cnf })),
        `seed ${seed}`,
      ).to.equal(true);
    }
    expect(Math.min(...found)).to.be.at.least(10);
  });

  it("writes literals as they are, and lemmas of any length", () => {
    const literals = [1, -9, 10, -99, 100, 123_456, -1_000_000];
    const formula = readFormula([literals]);
    const log = new ProofLog();
    const long = Int32Array.from({ length: 100_000 }, (_, i) => codeOf(i + 1));
    log.add(long, long.length, Int32Array.of(0), 1);
    log.add(Int32Array.from(literals, codeOf), literals.length, Int32Array.of(0), 1);
    log.add(new Int32Array(0), 0, Int32Array.of(0), 1);
    expect(textOf(dratBytes(formula, log, Uint8Array.of(0, 1, 1)))).to.equal(
      `${literals.join(" ")} 0\n0\n`,
    );
    const text = textOf(dratBytes(formula, log, Uint8Array.of(1, 0, 1)));
    expect(text).to.equal(`${Array.from(long, (_, i) => i + 1).join(" ")} 0\n0\n`);
  });

  it("gives proofs that a plain checker accepts, and models of every variable", () => {
    for (const cnf of [
      pigeons(5, 4),
      randomClauses(40, 230, 7),
      [[1], [-1]],
      [[1, 2], [-1], [-2]],
      [[]],
    ]) {
      expect(solve(sat, { cnf }).result.value).to.equal(0);
      expect(isProof(cnf, proofOf({ cnf }))).to.equal(true);
    }
    const model = modelOf({ cnf: "p cnf 7 2\n1 -2 0\n5 0\n" });
    expect(model.map(Math.abs)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
  });

  it("does not care about names, signs and order", () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const clauses = randomClauses(30, 128, seed);
      const renamed = clauses
        .map((clause) => clause.map((l) => -Math.sign(l) * (31 - Math.abs(l))).reverse())
        .reverse();
      expect(solve(sat, { cnf: renamed }).result.value).to.equal(
        solve(sat, { cnf: clauses }).result.value,
      );
    }
  });

  it("reads DIMACS as it is written in the wild, and lists alike", () => {
    const body = "c a comment\r\nc\np  cnf 3\t2\r\n1 -3\n 2 0 -1\n3 0\n";
    expect(readFormula(body)).to.deep.equal(
      readFormula([
        [1, -3, 2],
        [-1, 3],
      ]),
    );
    expect(readFormula("p cnf 2 1\n1 2 0\n%\n0\n\n")).to.deep.equal(readFormula([[1, 2]]));
    expect(solve(sat, { dimacs: "p cnf 0 0\n" }).result.value).to.equal(1);
    expect(solve(sat, { clauses: [] }).result.value).to.equal(1);
    expect(solve(sat, { cnf: "p cnf 4 1\n0\n" }).result.value).to.equal(0);
    expect(
      solve(sat, {
        cnf: [
          [1, -1],
          [2, 2, 2],
          [-2, 3, -3],
        ],
      }).result.value,
    ).to.equal(1);
    expect(
      solve(sat, {
        cnf: [
          [1, -1],
          [2, 2],
          [-2, -2],
        ],
      }).result.value,
    ).to.equal(0);
  });

  it("refuses formulas that are not what they say", () => {
    for (const cnf of [
      "",
      "1 2 0\n",
      "p cnf 2 1\n1 2 0\n2 0\n",
      "p cnf 2 2\n1 2 0\n",
      "p cnf 1 1\n2 0\n",
      "p cnf 2 1\n1 2\n",
      "p cnf 2 1\n1 x 0\n",
      "p dnf 2 1\n1 2 0\n",
      "p cnf 2\n1 2 0\n",
      "p cnf 2 1\np cnf 2 1\n1 2 0\n",
      "p cnf 2 1\n1 2 0\n%\n1 0\n",
      "p cnf -2 1\n1 0\n",
      "p cnf 2 1\n1.5 0\n",
      [[0]],
      [[1, 0, 2]],
      [[1.5]],
      [["1"]],
      7,
      null,
      { a: 1 },
    ]) {
      expect(refusalOf(sat, { cnf }).code, JSON.stringify(cnf)).to.equal("INVALID_BODY");
    }
    expect(refusalOf(sat, { cnf: [[2_000_000_000]] }).members["reason"]).to.equal("TOO_LARGE");
  });

  it("never calls a spent budget an answer", () => {
    const { code, members } = refusalOf(sat, { cnf: pigeons(9, 8), maxConflicts: 100 });
    expect([code, members["reason"], members["conflicts"]]).to.deep.equal([
      "DID_NOT_CONVERGE",
      "budget",
      100,
    ]);
  });

  it("would not accept a model or a proof that is wrong", () => {
    const cnf = pigeons(4, 3);
    const proof = proofOf({ cnf });
    expect(isProof(cnf, proof)).to.equal(true);
    expect(isProof(cnf, "0\n")).to.equal(false);
    expect(isProof(pigeons(3, 3), proof)).to.equal(false);
    const formula = readFormula(cnf);
    const log = new ProofLog();
    log.add(new Int32Array(0), 0, Int32Array.of(0, 1, 2), 3);
    expect(checkProof(formula, log, () => undefined).accepted).to.equal(false);
    const ahead = new ProofLog();
    ahead.add(Int32Array.of(0), 1, Int32Array.of(formula.starts.length), 1);
    ahead.add(new Int32Array(0), 0, Int32Array.of(formula.starts.length - 1), 1);
    expect(checkProof(formula, ahead, () => undefined).accepted).to.equal(false);
    // The first lemma is wrong; of the others, one rests on it and one does not.
    const two = readFormula([
      [1, 2],
      [1, -2],
      [-1, 2],
      [-1, -2],
      [3, 4, 5],
    ]);
    for (const rests of [true, false]) {
      const mixed = new ProofLog();
      mixed.add(Int32Array.from([3, 4], codeOf), 2, Int32Array.of(4), 1);
      mixed.add(
        Int32Array.of(codeOf(1)),
        1,
        Int32Array.from(rests ? [5, 0, 1] : [0, 1]),
        rests ? 3 : 2,
      );
      expect(checkProof(two, mixed, () => undefined).accepted).to.equal(false);
      mixed.add(new Int32Array(0), 0, Int32Array.of(2, 3), 2);
      expect(checkProof(two, mixed, () => undefined).accepted).to.equal(!rests);
    }
  });

  it("restarts as Luby has it", () => {
    expect(Array.from({ length: 15 }, (_, i) => luby(i + 1))).to.deep.equal([
      1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8,
    ]);
  });
});
