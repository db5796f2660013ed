/** What the tests of solvers that integrate motion share. */
import { expect } from "chai";
import { executeJob, type Solved } from "../../../protocol/solvers/execute.js";
import { bindInputs } from "../../../protocol/solvers/input.js";
import { SolverMissing, SolverRefusal, Stopped } from "../../../protocol/solvers/refusal.js";
import type { Solver } from "../../../protocol/solvers/solver.js";
import { floatBytes } from "../../../protocol/solvers/state.js";

export type Body = Readonly<Record<string, unknown>>;

export function solve(solver: Solver, body: Body): Solved {
  return executeJob(solver, body, { aborted: false });
}

export function refusalOf(solver: Solver, body: Body): SolverRefusal {
  try {
    solve(solver, body);
  } catch (error) {
    if (error instanceof SolverRefusal) return error;
    throw error;
  }
  throw new Error(`${solver.card.id} answered ${JSON.stringify(body).slice(0, 200)}`);
}

export function missingOf(solver: Solver, body: Body): string {
  try {
    solve(solver, body);
  } catch (error) {
    if (error instanceof SolverMissing) return error.missing;
    throw error;
  }
  throw new Error(`${solver.card.id} missed nothing`);
}

/** `value`, `outputs.NAME`, `named.a.b`, `fields.0.17`. */
export function valueAt({ result }: Solved, path: string): number {
  const [head, ...rest] = path.split(".");
  if (head === "value") return result.value;
  if (head === "outputs") return result.outputs[rest.join(".")]!.value;
  if (head === "fields") return result.fields[Number(rest[0])]!.data[Number(rest[1])]!;
  let at: unknown = result.named;
  for (const key of rest)
    at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  return Number(at);
}

/** Everything an answer is, as text that differs where one bit does. */
export function bitsOf({ gate, result }: Solved): string {
  const fields = result.fields.map(
    ({ data, name }) => `${name}:${Buffer.from(floatBytes(data)).toString("base64")}`,
  );
  const { fields: _, ...rest } = result;
  return JSON.stringify([rest, gate, fields]);
}

/** The points of the exposure kit that are the same for every solver. */
export function checkCommon(solver: Solver, body: Body): void {
  it("gives the same bits twice", () => {
    expect(bitsOf(solve(solver, body))).to.equal(bitsOf(solve(solver, body)));
  });

  it("answers its examples", () => {
    for (const {
      body: example,
      expect: { absolute, relative, source, unit, value },
      title,
    } of solver.card.examples) {
      const { result } = solve(solver, example);
      expect(result.unit, title).to.equal(unit);
      expect(result.value, `${title}: ${source}`).to.be.closeTo(
        value,
        absolute ?? relative * Math.abs(value),
      );
    }
  });

  it("stops when nobody waits any more", () => {
    expect(() => executeJob(solver, body, { aborted: true })).to.throw(Stopped);
  });

  it("reports progress that never falls", () => {
    let last = 0;
    executeJob(solver, body, { aborted: false }, (done, of) => {
      const fraction = done / of;
      expect(fraction).to.be.within(last, 1);
      last = fraction;
    });
  });

  it("refuses what is no number, unknown names, and what does not suffice", () => {
    const numeric = Object.entries(body)
      .filter(([, value]) => typeof value === "number")
      .map(([name]) => name);
    for (const name of numeric) {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, "1", null]) {
        const { code, members } = refusalOf(solver, { ...body, [name]: bad });
        expect(code, `${name} = ${String(bad)}`).to.equal("INVALID_BODY");
        expect(JSON.stringify(members)).to.contain(`/${name}`);
      }
    }
    expect(refusalOf(solver, { ...body, nonsense: 1 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(solver, {}).code).to.equal("INSUFFICIENT_INPUTS");
  });

  it("knows its work and memory before it runs", () => {
    const inputs = bindInputs(solver.card, body);
    expect(solver.work(inputs) > 0n).to.equal(true);
    expect(solver.memory(inputs)).to.be.within(1, 1 << 29);
  });

  it("names kinds for every input, and none besides", () => {
    expect(Object.keys(solver.card.kinds).sort()).to.deep.equal(
      Object.keys(solver.card.inputs.shape).sort(),
    );
  });
}
