/**
 * The equation kernel beside mathjs: a value from prepared slots, a whole evaluation, an expression
 * of ten terms; and the elementary functions beside the engine's own.
 */
import { classify, compileEquation, parseStatement } from "../../protocol/equations/index.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { benchElementary } from "./elementary.js";
import { benchPackage } from "./packages.js";
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
  return (elapsed * NS_PER_MS) / count;
}

/**
 * Ten terms with sin, cos, exp, sqrt and powers from -2 to 5 and 1.5; mathjs reads the same text.
 */
const TERMS = [
  "3 sin(w t) exp(-0.1 t)",
  "2 cos(2 w t)",
  "sqrt(x^2 + y^2)",
  "0.5 x^3",
  "y^4/7",
  "x y^2 t",
  "exp(-x^2)",
  "5/(1 + x^2)^2",
  "sqrt(1 + t) y",
  "t^1.5",
].join(" + ");
const TERM_INPUTS = { x: 1.25, y: 0.75, t: 2.5, w: 1.9 };
const TERM_VALUES = 40_000;
const TERM_PEER_VALUES = 6_000;
/** Short rounds, of which the least counts: what a busy machine adds is never negative. */
const TERM_ROUNDS = 25;
/** Added to t from one value to the next, so that no call repeats an argument. */
const TERM_STEP = 1e-6;

function tenTerms(): {
  readonly value: (slots: Float64Array) => number;
  readonly slots: readonly string[];
} {
  const declared = new Set(Object.keys(TERM_INPUTS));
  const parsed = parseStatement(TERMS, { declared });
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  const classified = classify(parsed.statement, { declared, inputs: declared });
  if (classified.kind === "refused") throw new Error(classified.refusal.message);
  const compiled = compileEquation(classified, {
    symbols: new Map(),
    declaredOrder: [...declared],
  });
  if (!("value" in compiled)) throw new Error("the ten terms have no value function");
  return { value: (slots) => compiled.value(slots), slots: compiled.slotNames };
}

/** The two libraries must agree before either is timed. */
const AGREEMENT = 1e-12;

async function benchTenTerms(): Promise<readonly Row[]> {
  const { compile } = await benchPackage("mathjs");
  const own = tenTerms();
  const { value } = own;
  const slots = new Float64Array(
    own.slots.map((name) => new Map(Object.entries(TERM_INPUTS)).get(name)!),
  );
  const at = own.slots.indexOf("t");
  const peer = compile(TERMS);
  const scope = { ...TERM_INPUTS };
  const map = new Map<string, number>(Object.entries(TERM_INPUTS));
  const first = value(slots);
  if (!(Math.abs(first - (peer.evaluate(scope) as number)) <= AGREEMENT * Math.abs(first))) {
    throw new Error("mathjs reads the ten terms differently");
  }
  const ours: number[] = [];
  const object: number[] = [];
  const maps: number[] = [];
  for (let round = 0; round < TERM_ROUNDS; round++) {
    ours.push(
      time(TERM_VALUES, (i) => {
        slots[at] = TERM_INPUTS.t + i * TERM_STEP;
        return value(slots);
      }),
    );
    object.push(
      time(TERM_PEER_VALUES, (i) => {
        scope.t = TERM_INPUTS.t + i * TERM_STEP;
        return peer.evaluate(scope) as number;
      }),
    );
    maps.push(
      time(TERM_PEER_VALUES, (i) => {
        map.set("t", TERM_INPUTS.t + i * TERM_STEP);
        return peer.evaluate(map) as number;
      }),
    );
  }
  return [
    {
      name: "ten terms with sin, exp, sqrt, powers, a value",
      value: Math.min(...ours),
      unit: "ns",
      target: "at most 250",
    },
    { name: "mathjs, compiled, object scope", value: Math.min(...object), unit: "ns" },
    { name: "mathjs, compiled, Map scope", value: Math.min(...maps), unit: "ns" },
    {
      name: "mathjs / calcmesh, object scope",
      value: Math.min(...object) / Math.min(...ours),
      unit: "ratio",
      target: "at least 10",
    },
    {
      name: "mathjs / calcmesh, Map scope",
      value: Math.min(...maps) / Math.min(...ours),
      unit: "ratio",
      target: "at least 6",
    },
  ];
}

export async function benchKernel(): Promise<readonly Row[]> {
  const { compile } = await benchPackage("mathjs");
  const operator = builtinRegistry().get("NM21")!.compiled!;
  const slots = new Float64Array(
    operator.slotNames.map((name) => ({ m_1: INPUTS.m1, m_2: INPUTS.m2, r: INPUTS.r })[name]!),
  );
  const radius = operator.slotNames.indexOf("r");
  const peer = compile("G m1 m2 / r^2");
  const scope = { G, ...INPUTS };
  const ours: number[] = [];
  const theirs: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(
      time(VALUES, (i) => {
        slots[radius] = INPUTS.r + i;
        return operator.value(slots);
      }),
    );
    theirs.push(
      time(PEER_VALUES, (i) => {
        scope.r = INPUTS.r + i;
        return peer.evaluate(scope) as number;
      }),
    );
    whole.push(
      time(EVALUATIONS, (i) => {
        const outcome = operator.evaluate({ ...INPUTS, r: INPUTS.r + i });
        return outcome.status === "value" ? outcome.value : Number.NaN;
      }),
    );
  }
  return [
    { name: "G m1 m2/r^2, a value", value: median(ours), unit: "ns", target: "at most 15" },
    { name: "mathjs, compiled, object scope", value: median(theirs), unit: "ns" },
    {
      name: "mathjs / calcmesh",
      value: median(theirs) / median(ours),
      unit: "ratio",
      target: "at least 10",
    },
    {
      name: "value, uncertainty, unit, bound, substituted text",
      value: median(whole) / 1_000,
      unit: "us",
      target: "at most 20",
    },
    ...(await benchTenTerms()),
    ...benchElementary(),
  ];
}
