/** The equation kernel beside mathjs: a value from prepared slots, and a whole evaluation. */
import { compile } from "mathjs";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { median, type Row } from "./report.js";

const ROUNDS = 7;
const VALUES = 2_000_000;
const PEER_VALUES = 200_000;
const EVALUATIONS = 100_000;
const NS_PER_MS = 1e6;
const INPUTS = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
const G = 6.6743e-11;

/** Nanoseconds a call; the sum of results keeps the loop from being removed. */
function time(count: number, work: (i: number) => number): number {
  let sum = 0;
  const begin = performance.now();
  for (let i = 0; i < count; i++) sum += work(i);
  const elapsed = performance.now() - begin;
  if (Number.isNaN(sum)) throw new Error("a benchmark computed no number");
  return elapsed * NS_PER_MS / count;
}

export async function benchKernel(): Promise<readonly Row[]> {
  const operator = builtinRegistry().get("NM21")!.compiled!;
  const slots = new Float64Array(operator.slotNames.map((name) => ({ m_1: INPUTS.m1, m_2: INPUTS.m2, r: INPUTS.r })[name]!));
  const radius = operator.slotNames.indexOf("r");
  const peer = compile("G m1 m2 / r^2");
  const scope = { G, ...INPUTS };
  const ours: number[] = [];
  const theirs: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(time(VALUES, (i) => { slots[radius] = INPUTS.r + i; return operator.value(slots); }));
    theirs.push(time(PEER_VALUES, (i) => { scope.r = INPUTS.r + i; return peer.evaluate(scope) as number; }));
    whole.push(time(EVALUATIONS, (i) => {
      const outcome = operator.evaluate({ ...INPUTS, r: INPUTS.r + i });
      return outcome.status === "value" ? outcome.value : Number.NaN;
    }));
  }
  return [
    { name: "G m1 m2/r^2, a value", value: median(ours), unit: "ns", target: "at most 15" },
    { name: "mathjs, compiled, object scope", value: median(theirs), unit: "ns" },
    { name: "mathjs / calcmesh", value: median(theirs) / median(ours), unit: "ratio", target: "at least 10" },
    { name: "value, uncertainty, unit, bound, substituted text", value: median(whole) / 1_000, unit: "us", target: "at most 20" },
  ];
}
