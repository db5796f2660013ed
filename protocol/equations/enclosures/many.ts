/** Enclosures of the steps with a tape of their own: sums, products, integrals. */
import type { ManyRule } from "../evaluation/many.js";
import { emptyRun } from "../evaluation/many.js";
import type { Node } from "../evaluation/node.js";
import { related } from "../evaluation/seriesRelation.js";
import { BETAINC } from "../evaluation/special.js";
import { IntegralRule } from "../integrals/rule.js";
import { operandOf, SeriesRule } from "../sums/rule.js";
import { EVERYWHERE, PARTLY } from "./functions.js";
import { add, around, mul, neg, point, scaled, square, sub, WHOLE, ZERO } from "./interval.js";
import type { Interval } from "./interval.js";
import { addJets, constantJet, isFlat, mulJets, UNKNOWN, variableJet } from "./jet.js";
import type { Jet } from "./jet.js";

/** As a run of a tree gives it. */
interface Reading {
  readonly jet: Jet;
  readonly domain: 0 | 1 | 2;
  readonly isSmooth: boolean;
  readonly jumps: boolean;
}
interface Runner {
  run(slots: readonly Jet[]): Reading;
}

/** More terms than this are not enclosed one by one. */
const TERMS_MAX = 2_000;
/** An integrand that changes with the unknown is enclosed on so many parts of its range. */
const PANELS = 32;
/** How much further than its own error estimate an integral may be off. */
const ROOM = 8;

const NOTHING: Reading = { jet: UNKNOWN, domain: PARTLY, isSmooth: false, jumps: true };
/** Trees of terms and integrands are built once. */
const runners = new WeakMap<ManyRule, Runner>();

export function encloseMany(
  rule: ManyRule,
  args: readonly Jet[],
  runnerOf: (root: Node) => Runner,
): Reading {
  if (rule instanceof SeriesRule) return series(rule, args, runner(rule, rule.root, runnerOf));
  if (rule instanceof IntegralRule) return integral(rule, args, runner(rule, rule.root, runnerOf));
  return rule === BETAINC ? betainc(args) : NOTHING;
}

function runner(rule: ManyRule, root: Node, runnerOf: (root: Node) => Runner): Runner {
  const known = runners.get(rule);
  if (known !== undefined) return known;
  const compiled = runnerOf(root);
  runners.set(rule, compiled);
  return compiled;
}

function thin({ lo, hi }: Interval): number | null {
  return lo === hi && lo - lo === 0 ? lo : null;
}

function series(rule: SeriesRule, args: readonly Jet[], inner: Runner): Reading {
  const { plan } = rule;
  const [from, to] = [thin(args[0]!.v), thin(args[1]!.v)];
  if (from === null || to === null || !(to - from < TERMS_MAX)) return NOTHING;
  const limit = plan.relation === null ? null : thin(args[plan.relation.arg]!.v);
  if (plan.relation !== null && limit === null) return NOTHING;
  const indices = Float64Array.from(args, ({ v }) => thin(v) ?? Number.NaN);
  const slots: Jet[] = Array.from({ length: plan.slots }, () => UNKNOWN);
  for (const { slot, arg } of plan.scalars) slots[slot] = args[arg]!;
  let total = constantJet(point(plan.type === "sum" ? 0 : 1));
  let [domain, isSmooth, jumps]: [0 | 1 | 2, boolean, boolean] = [EVERYWHERE, true, false];
  for (let k = from; k <= to; k += 1) {
    if (plan.only !== null && !plan.only.has(k)) continue;
    if (plan.relation !== null && !related(plan.relation.op, k, limit!)) continue;
    slots[0] = constantJet(point(k));
    for (const gather of plan.gathers) {
      const at = operandOf(gather, k, indices);
      if (at < 0) return NOTHING;
      slots[gather.slot] = args[at]!;
    }
    const term = inner.run(slots);
    if (term.domain < domain) domain = term.domain;
    isSmooth &&= term.isSmooth;
    jumps ||= term.jumps;
    total = plan.type === "sum" ? addJets(total, term.jet) : mulJets(total, term.jet);
  }
  return { jet: total, domain, isSmooth, jumps };
}

function integral(rule: IntegralRule, args: readonly Jet[], inner: Runner): Reading {
  const { plan } = rule;
  const middles = Float64Array.from(args, ({ v }) => middleOf(v));
  const out = emptyRun(args.length);
  rule.run(middles, new Float64Array(args.length), out);
  const isKnown = out.refusal === null && out.value - out.value === 0;
  const slots: Jet[] = Array.from({ length: plan.slots }, () => UNKNOWN);
  for (const { slot, arg } of plan.scalars) slots[slot] = args[arg]!;
  const [from, to] = [args[0]!, args[1]!];
  const start = limit(from, -1, slots, inner);
  const stop = limit(to, 1, slots, inner);
  const isFixed = plan.scalars.every(({ arg }) => isFlat(args[arg]!));
  const changing = isFixed ? ZERO : inside(from.v, to.v, slots, inner);
  if (start === null || stop === null || changing === null) return NOTHING;
  const slope = add(add(start.d, stop.d), changing);
  const curvature = isFixed ? add(start.c, stop.c) : WHOLE;
  const rest = { domain: EVERYWHERE, isSmooth: !rule.jumpsInside, jumps: false } as const;
  // Beyond the doubles, or too much to run: how it changes is known all the same.
  if (!isKnown) return { jet: { v: WHOLE, d: slope, c: curvature }, ...rest };
  const error = ROOM * (out.rounding + out.bend) + 4e-16 * Math.abs(out.value);
  let v = add(point(out.value), { lo: -error, hi: error });
  for (const [end, { slope }] of [
    [0, start],
    [1, stop],
  ] as const)
    v = add(v, mul(slope, sub(args[end]!.v, point(middles[end]!))));
  for (const { arg } of plan.scalars) {
    const spread = sub(args[arg]!.v, point(middles[arg]!));
    if (spread.lo === 0 && spread.hi === 0) continue;
    // A scalar that does not change with the unknown is off by its rounding only.
    const slope = isFlat(args[arg]!) ? scaled(around(out.slopes[arg]!), 1) : null;
    if (slope === null && (changing.lo - changing.lo !== 0 || changing.hi - changing.hi !== 0))
      return NOTHING;
    v = add(v, mul(slope ?? scalarSlope(arg, args, plan.slots, plan, inner), spread));
  }
  return { jet: { v, d: slope, c: curvature }, ...rest };
}

function middleOf({ lo, hi }: Interval): number {
  if (lo === hi) return lo;
  const middle = lo + (hi - lo) / 2;
  return middle - middle === 0 ? middle : Math.sign(lo + hi) * Number.MAX_VALUE;
}

interface Limit {
  readonly slope: Interval;
  readonly d: Interval;
  readonly c: Interval;
}

/** What a limit that moves with the unknown adds: the integrand there. */
function limit(end: Jet, sign: 1 | -1, slots: readonly Jet[], inner: Runner): Limit | null {
  if (end.v.lo === end.v.hi && isFlat(end)) return { slope: ZERO, d: ZERO, c: ZERO };
  const { jet, domain } = inner.run([variableJet(end.v), ...slots.slice(1).map(frozen)]);
  if (domain !== EVERYWHERE) return null;
  const [slope, bend] = sign > 0 ? [jet.v, jet.d] : [neg(jet.v), neg(jet.d)];
  return {
    slope,
    d: mul(slope, end.d),
    c: add(mul(bend, square(end.d)), mul(slope, end.c)),
  };
}

function frozen(jet: Jet): Jet {
  return constantJet(jet.v);
}

/** Slope of an integral whose integrand changes with the unknown. */
function inside(
  from: Interval,
  to: Interval,
  slots: readonly Jet[],
  inner: Runner,
): Interval | null {
  const width = sub(to, from);
  if (width.lo - width.lo !== 0 || width.hi - width.hi !== 0) return null;
  let total = ZERO;
  for (let i = 0; i < PANELS; i += 1) {
    const low = add(from, scaled(width, i / PANELS));
    const high = add(from, scaled(width, (i + 1) / PANELS));
    const at = { lo: Math.min(low.lo, high.lo), hi: Math.max(low.hi, high.hi) };
    const { jet, domain } = inner.run([constantJet(at), ...slots.slice(1)]);
    if (domain !== EVERYWHERE) return null;
    total = add(total, mul(jet.d, scaled(width, 1 / PANELS)));
  }
  return total;
}

function scalarSlope(
  arg: number,
  args: readonly Jet[],
  count: number,
  { scalars }: SeriesLike,
  inner: Runner,
): Interval {
  const slots: Jet[] = Array.from({ length: count }, () => UNKNOWN);
  for (const { slot, arg: from } of scalars)
    slots[slot] = from === arg ? variableJet(args[from]!.v) : frozen(args[from]!);
  return inside(args[0]!.v, args[1]!.v, slots, inner) ?? WHOLE;
}

interface SeriesLike {
  readonly scalars: readonly { readonly slot: number; readonly arg: number }[];
}

/** Rises with x and b, falls with a. */
function betainc(args: readonly Jet[]): Reading {
  const [a, b, x] = [args[0]!, args[1]!, args[2]!];
  const holds = a.v.lo > 0 && b.v.lo > 0 && a.v.hi <= 1e6 && b.v.hi <= 1e6;
  if (!holds || !(x.v.lo >= 0 && x.v.hi <= 1)) return NOTHING;
  const at = (p: number, q: number, r: number): number =>
    BETAINC.value(Float64Array.from([p, q, r]));
  const v = {
    lo: around(at(a.v.hi, b.v.lo, x.v.lo), 2).lo,
    hi: around(at(a.v.lo, b.v.hi, x.v.hi), 2).hi,
  };
  const up = { lo: 0, hi: Number.POSITIVE_INFINITY };
  const d = add(add(mul(neg(up), a.d), mul(up, b.d)), mul(up, x.d));
  const isConstant = args.every(isFlat);
  return {
    jet: isConstant ? constantJet(v) : { v, d, c: WHOLE },
    domain: EVERYWHERE,
    isSmooth: true,
    jumps: false,
  };
}
