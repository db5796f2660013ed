/** What every solver owes, whatever it solves: one suite over the list. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { quoteSolver } from "../../../node/compute/workers/quote.js";
import { creditsOf } from "../../../node/compute/solvers.js";
import { solve } from "../../../protocol/kernel/solved.js";
import { conformanceCorpus } from "../../../protocol/conformance/conformance.js";
import { differenceOf } from "../../../protocol/conformance/conformanceReplay.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { executeJob, prepareJob } from "../../../protocol/solvers/execute.js";
import { gateOf } from "../../../protocol/solvers/gate.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal, Stopped } from "../../../protocol/solvers/refusal.js";
import { sample } from "../../kit/runs.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";

const corpus = conformanceCorpus(
  builtinRegistry((text) => nodeCrypto.sha256Hex(text)),
  nodeCrypto,
);
/** Those that run a job, another, and the first again; in the long form all of them. */
const RERUN = new Set(sample(solverCards, 4).map(({ id }) => id));
const NEVER = { aborted: false };
const HUGE = 1_000_000_000;

type Body = Readonly<Record<string, unknown>>;

async function refusalOf(id: string, body: Body): Promise<SolverRefusal | SolverMissing | null> {
  const solver = await loadSolver(id);
  try {
    executeJob(solver, body, NEVER);
    return null;
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing) return error;
    throw error;
  }
}

/** @returns what a job costs that runs, and null for one that is refused */
async function workOf(id: string, body: Body): Promise<bigint | null> {
  const solver = await loadSolver(id);
  try {
    return executeJob(solver, body, NEVER).work;
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing) return null;
    throw error;
  }
}

function membersOf(refusal: unknown): SolverRefusal["members"] {
  return refusal instanceof SolverRefusal ? refusal.members : {};
}

function firstBody(card: SolverCard): Body {
  return card.examples[0]!.body;
}

/** Outputs that are exact by what they are, though no count: the ends of a bracket are doubles. */
const EXACT: ReadonlySet<string> = new Set(["heat area", "zeta bracket"]);

/** Every number that a job was given. */
function numbersIn(value: unknown, found = new Set<number>()): ReadonlySet<number> {
  if (typeof value === "number") found.add(value);
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) numbersIn(member, found);
  return found;
}

/** Places of finite numbers at the top of a body. */
function numbersOf(body: Body): readonly string[] {
  return Object.entries(body)
    .filter(([, value]) => typeof value === "number")
    .map(([name]) => name);
}

describe("solvers: what each owes", () => {
  it("states ids, units, ranges and sources", () => {
    const ids = solverCards.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const card of solverCards) {
      expect(card.id).to.match(/^[a-z]+(-[a-z]+)*$/);
      expect(card.examples.length, card.id).to.be.at.least(2);
      expect(card.summary.length, card.id).to.be.at.least(40);
      for (const { expect: wanted } of card.examples)
        expect(wanted.source.length, card.id).to.be.at.least(10);
      for (const names of card.sufficient) {
        for (const name of names)
          expect(Object.keys(card.inputs.shape), `${card.id}: ${name}`).to.include(name);
      }
      for (const name of Object.keys(card.kinds))
        expect(Object.keys(card.inputs.shape), card.id).to.include(name);
    }
  });

  for (const card of solverCards) {
    describe(card.id, () => {
      for (const [i, { body, expect: wanted, title }] of card.examples.entries()) {
        it(`example ${i}: ${title}`, async () => {
          const solver = await loadSolver(card.id);
          const fractions: number[] = [];
          const { gate, inputs, result, work } = executeJob(solver, body, NEVER, (done, of) =>
            fractions.push(done / of),
          );
          // The amount set aside before the run is what its seal burns.
          expect((await quoteSolver(card.id, body))!.credits).to.equal(
            solver.unsealed?.(inputs) === true
              ? 0
              : creditsOf({ operators: solver.operators?.(inputs) ?? null, work }),
          );
          expect(result.unit).to.equal(wanted.unit);
          expect(Math.abs(result.value - wanted.value), `${result.value}`).to.be.at.most(
            Math.max(wanted.relative * Math.abs(wanted.value), wanted.absolute ?? 0),
          );
          const stated = corpus.cases.find(({ id }) => id === `solver/${card.id}/${i}`)!;
          expect(differenceOf(stated, { value: result.value, unit: result.unit }, true)).to.equal(
            null,
          );
          expect(gateOf(result.error, result.value)).to.deep.equal(gate);
          expect(result.equations.length).to.be.at.least(1);
          expect(work > 0n).to.equal(true);
          expect(solver.memory(prepareJob(solver, body).inputs)).to.be.greaterThan(0);
          const echoes = numbersIn(inputs);
          for (const [name, { uncertainty, value: number }] of Object.entries(result.outputs)) {
            expect(uncertainty, name).to.be.at.least(0).and.be.lessThan(Number.POSITIVE_INFINITY);
            // Without uncertainty stands a count, what an input said, or a number that is exact.
            if (uncertainty === 0 && !Number.isInteger(number))
              expect(echoes.has(number) || EXACT.has(`${card.id} ${name}`), name).to.equal(true);
          }
          fractions.forEach((fraction, k) =>
            expect(fraction).to.be.within(k === 0 ? 0 : fractions[k - 1]!, 1),
          );
          for (const { axes, data, name, shape } of result.fields) {
            expect(data.length, name).to.equal(shape.reduce((product, n) => product * n, 1));
            expect(
              axes.map(({ n }) => n),
              name,
            ).to.deep.equal(shape);
          }
        });
      }

      if (RERUN.has(card.id))
        it("gives the same bits again, and after another job", async () => {
          const solver = await loadSolver(card.id);
          const [first, second] = card.examples;
          const run = (body: Body): string => {
            const { kernel } = solve(nodeCrypto, solver, body, "none", NEVER);
            return `${kernel.value} ${kernel.uncertainty} ${kernel.solution.fieldsHash}`;
          };
          const before = run(first!.body);
          run(second!.body);
          expect(run(first!.body)).to.equal(before);
        });

      it("names an unknown input and the nearest one", async () => {
        const [name] = Object.keys(firstBody(card));
        const misspelt = `${name!}q`;
        const refusal = await refusalOf(card.id, { ...firstBody(card), [misspelt]: 1 });
        expect(refusal).to.be.instanceOf(SolverRefusal).with.property("code", "INVALID_BODY");
        expect(JSON.stringify(membersOf(refusal))).to.contain(`/${misspelt}`);
      });

      it("says which inputs would do when they do not determine the answer", async () => {
        if (card.sufficient.length === 0) return;
        const refusal = await refusalOf(card.id, {});
        expect(refusal)
          .to.be.instanceOf(SolverRefusal)
          .with.property("code", "INSUFFICIENT_INPUTS");
        expect(membersOf(refusal)["combinations"]).to.deep.equal(
          card.sufficient.map((names) => [...names]),
        );
      });

      it("refuses what is no number, one input at a time", async () => {
        for (const name of numbersOf(firstBody(card))) {
          for (const bad of [
            Number.NaN,
            Number.POSITIVE_INFINITY,
            "seven",
            null,
            [1, "x"],
            { a: 1 },
          ]) {
            const refusal = await refusalOf(card.id, { ...firstBody(card), [name]: bad });
            // An expression or samples may stand where a number does; then the refusal is about
            // them.
            expect(refusal, `${name} = ${JSON.stringify(bad)}`).to.not.equal(null);
          }
        }
      });

      it("refuses a job too large before it begins", async () => {
        const resolutions = Object.entries(card.kinds)
          .filter(([, kind]) => kind === "numerical")
          .map(([name]) => name);
        for (const name of resolutions) {
          const given = firstBody(card)[name];
          if (given !== undefined && typeof given !== "number") continue;
          const work = await workOf(card.id, { ...firstBody(card), [name]: HUGE });
          // A seed may be any number; what counts points or steps may not.
          if (work !== null)
            expect(
              work <= 10n * (await workOf(card.id, firstBody(card)))!,
              `${name}: ${work}`,
            ).to.equal(true);
        }
      });

      it("stops when it is told to", async () => {
        const solver = await loadSolver(card.id);
        try {
          executeJob(solver, firstBody(card), { aborted: true });
        } catch (error) {
          expect(error).to.be.instanceOf(Stopped);
          return;
        }
        expect.fail("it went on to the end");
      });
    });
  }
});
