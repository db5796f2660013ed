/** Detectors that remember what came before. Each of their events is a row. */
import { LEVEL_PARAMS, fourStates, high } from "./detector.js";
import type { Detector, DetectorMachine } from "./detector.js";

const CALCOND = { calcond: "length of a calcond, 0.777000777 s" } as const;

/** Time since the event before, in seconds; zero at the first. */
const ELAPSED = "((tick.calcond - ctx.at) * params.calcond)";
const LATER = "(ctx.at > 0.0 && tick.calcond > ctx.at)";

function rateOf(value: string, direction: string): string {
  const rate = `((${value} - ctx.last) / ${ELAPSED})`;
  if (direction === "both") return `abs(${rate})`;
  return direction === "fall" ? `(0.0 - ${rate})` : rate;
}

function rateMachine(value: string, direction: string): DetectorMachine {
  const rate = rateOf(value, direction);
  return high(rate, {
    alert: `${LATER} && ${rate} >= params.limit`,
    watch: `${LATER} && ${rate} >= params.early`,
    clear: `${LATER} && ${rate} < params.limit - params.band`,
    calm: `${LATER} && ${rate} < params.early - params.band`,
    context: { last: 0, at: 0 },
    assign: { last: value, at: "tick.calcond" },
    data: { value },
  });
}

function trendMachine(value: string, side: string): DetectorMachine {
  const toward = side === "low" ? `(ctx.last - ${value})` : `(${value} - ctx.last)`;
  const left = side === "low" ? `(${value} - params.limit)` : `(params.limit - ${value})`;
  // The rate is smoothed, so that one noisy reading decides nothing.
  const rate =
    `(${LATER} ? (ctx.rate == 0.0 ? ${toward} / ${ELAPSED} : ` +
    `params.weight * (${toward} / ${ELAPSED}) + (1.0 - params.weight) * ctx.rate) : ctx.rate)`;
  const within = (horizon: string): string => `${left} <= ${rate} * ${horizon}`;
  return fourStates({
    alert: `${left} <= params.spare || ${within("params.horizon")}`,
    watch: within("params.early"),
    clear: `${left} > params.spare && ${left} > ${rate} * params.early`,
    calm: `${left} > params.spare && ${left} > ${rate} * params.early`,
    context: { last: 0, at: 0, rate: 0 },
    assign: { last: value, at: "tick.calcond", rate },
    data: { value },
  });
}

export const MEMORY_DETECTORS: readonly Detector[] = [
  {
    id: "rate-of-change",
    about: "A value that changes too fast.",
    params: { ...LEVEL_PARAMS, ...CALCOND },
    slots: { value: "what is watched", "direction?": "both, rise or fall" },
    machine: (slots) =>
      rateMachine(slots.one("value"), slots.choice("direction", ["both", "rise", "fall"])),
  },
  {
    id: "trend-to-limit",
    about: "A value whose smoothed trend reaches its limit soon.",
    params: {
      ...CALCOND,
      limit: "where it must not come",
      spare: "how near to the limit is an alert, whatever the trend",
      horizon: "time left at which the alert begins",
      early: "time left at which the watch begins",
      weight: "of the newest rate, above 0 and at most 1",
    },
    slots: { value: "what is watched", "side?": "high or low: where the limit is" },
    machine: (slots) => trendMachine(slots.one("value"), slots.choice("side", ["high", "low"])),
  },
  {
    id: "held-for-n",
    about: "A value that stays beyond its limit for several events in a row.",
    params: {
      limit: "beyond which an event counts",
      band: "how far a value goes back before a state ends",
      hold: "how many events in a row are an alert",
    },
    slots: { value: "what is watched", "side?": "high or low: where it is bad" },
    machine: (slots) => {
      const value = slots.one("value");
      const isLow = slots.choice("side", ["high", "low"]) === "low";
      const beyond = isLow ? `${value} <= params.limit` : `${value} >= params.limit`;
      const back = isLow
        ? `${value} > params.limit + params.band`
        : `${value} < params.limit - params.band`;
      return fourStates({
        alert: `${beyond} && ctx.held + 1.0 >= params.hold`,
        watch: beyond,
        clear: back,
        calm: back,
        context: { held: 0 },
        assign: { held: `${beyond} ? ctx.held + 1.0 : 0.0` },
        data: { value },
      });
    },
  },
  {
    id: "cumulative-budget",
    about: "Amounts that add up to a budget within a period.",
    params: {
      budget: "most in a period",
      early: "sum at which the watch begins",
      period: "in calconds; then the sum begins anew",
    },
    slots: { amount: "what one event adds, at least zero" },
    machine: (slots) => {
      const amount = slots.one("amount");
      const anew = "(tick.calcond - ctx.since >= params.period)";
      const sum = `(${anew} ? ${amount} : ctx.sum + ${amount})`;
      return fourStates({
        alert: `${sum} >= params.budget`,
        watch: `${sum} >= params.early`,
        clear: `${sum} < params.budget`,
        calm: `${sum} < params.early`,
        context: { sum: 0, since: 0 },
        assign: { sum, since: `${anew} ? tick.calcond : ctx.since` },
        data: { sum },
      });
    },
  },
  {
    id: "life-consumption",
    about: "Parts of a life that add up until something is replaced.",
    params: { end: "of the life", early: "part at which the watch begins" },
    slots: { amount: "what one event uses up", replaced: "whether it begins anew" },
    machine: (slots) => {
      const replaced = slots.one("replaced");
      const used = `(${replaced} ? ${slots.one("amount")} : ctx.used + ${slots.one("amount")})`;
      return fourStates({
        alert: `${used} >= params.end`,
        watch: `${used} >= params.early`,
        clear: `${replaced} && ${used} < params.end`,
        calm: `${used} < params.early`,
        context: { used: 0 },
        assign: { used },
        data: { used },
      });
    },
  },
  {
    id: "cusum",
    about: "A small lasting shift, found in the sums of what is over and under the target.",
    params: {
      target: "where the value ought to be",
      slack: "half of the shift that matters",
      decision: "sum that is an alert",
      early: "sum at which the watch begins",
    },
    slots: { value: "what is watched" },
    machine: (slots) => {
      const value = slots.one("value");
      const up = `max(0.0, ctx.up + ${value} - params.target - params.slack)`;
      const down = `max(0.0, ctx.down + params.target - params.slack - ${value})`;
      const sum = `max(${up}, ${down})`;
      return fourStates({
        alert: `${sum} >= params.decision`,
        watch: `${sum} >= params.early`,
        clear: `${sum} < params.early`,
        calm: `${sum} < params.early`,
        context: { up: 0, down: 0 },
        assign: { up, down },
        data: { value, sum },
      });
    },
  },
  {
    id: "ewma-chart",
    about: "A control chart of an exponentially weighted mean.",
    params: {
      target: "where the mean ought to be",
      sigma: "standard deviation of one value",
      weight: "of the newest value, above 0 and at most 1",
      width: "of the control limits, in standard deviations of the mean",
      early: "width at which the watch begins",
    },
    slots: { value: "what is watched" },
    machine: (slots) => {
      const value = slots.one("value");
      const mean =
        `(params.weight * ${value} + ` +
        `(1.0 - params.weight) * (ctx.n == 0.0 ? params.target : ctx.mean))`;
      const off = `abs(${mean} - params.target)`;
      const spread = "(params.sigma * sqrt(params.weight / (2.0 - params.weight)))";
      return fourStates({
        alert: `${off} >= params.width * ${spread}`,
        watch: `${off} >= params.early * ${spread}`,
        clear: `${off} < params.early * ${spread}`,
        calm: `${off} < params.early * ${spread}`,
        context: { mean: 0, n: 0 },
        assign: { mean, n: "ctx.n + 1.0" },
        data: { mean },
      });
    },
  },
  {
    id: "conservation-drift",
    about: "A quantity that ought to stay as it was at first.",
    params: { ...LEVEL_PARAMS, scale: "least size that a drift is compared with" },
    slots: { value: "what is conserved", "reference?": "what it ought to be, if not the first" },
    machine: (slots) => {
      const value = slots.one("value");
      const reference = slots.maybe("reference");
      if (reference !== null) {
        return high(`(abs(${value} - ${reference}) / max(abs(${reference}), params.scale))`);
      }
      const first = `(ctx.n == 0.0 ? ${value} : ctx.first)`;
      return high(`(abs(${value} - ${first}) / max(abs(${first}), params.scale))`, {
        context: { first: 0, n: 0 },
        assign: { first, n: "ctx.n + 1.0" },
        data: { value },
      });
    },
  },
  {
    id: "convergence",
    about: "A value that ought to settle within a number of events.",
    params: {
      tolerance: "change that counts as none",
      settled: "how many such changes in a row are enough",
      early: "events at which the watch begins",
      patience: "events at which it is an alert",
    },
    slots: { value: "what settles" },
    machine: (slots) => {
      const value = slots.one("value");
      const isStill = `(ctx.n > 0.0 && abs(${value} - ctx.last) <= params.tolerance)`;
      const still = `(${isStill} ? ctx.still + 1.0 : 0.0)`;
      const assign = { last: value, n: "ctx.n + 1.0", still };
      const done = {
        guard: `${still} >= params.settled`,
        target: "resolved",
        assign,
        emit: [{ type: "converged", data: { value, events: "ctx.n + 1.0" } }],
      };
      const late = {
        guard: "ctx.n + 1.0 >= params.patience",
        target: "alert",
        assign,
        emit: [{ type: "alert.raised", data: { value } }],
      };
      const slow = { guard: "ctx.n + 1.0 >= params.early", target: "watch", assign };
      const stay = (target: string) => ({ guard: "true", target, assign });
      return {
        context: { last: 0, n: 0, still: 0 },
        states: {
          nominal: { on: [done, late, slow, stay("nominal")] },
          watch: { on: [done, late, stay("watch")] },
          alert: { on: [done, stay("alert")] },
          resolved: {
            on: [
              {
                guard: `!${isStill}`,
                target: "nominal",
                assign: { last: value, n: "1.0", still: "0.0" },
              },
              stay("resolved"),
            ],
          },
        },
      };
    },
  },
  {
    id: "feedback-control",
    about: "A loop that drives a value to its target and says when it cannot.",
    params: {
      target: "where the value ought to be",
      band: "how near is on target",
      limit: "how far is diverging",
      gain: "of the error",
      integral: "of the summed error",
      least: "least that can be set",
      most: "most that can be set",
    },
    slots: { value: "what is controlled" },
    machine: (slots) => {
      const error = `(params.target - ${slots.one("value")})`;
      const wanted = `(params.gain * ${error} + params.integral * (ctx.sum + ${error}))`;
      const isSaturated = `(${wanted} <= params.least || ${wanted} >= params.most)`;
      return fourStates({
        alert: `abs(${error}) >= params.limit`,
        watch: isSaturated,
        clear: `abs(${error}) <= params.band`,
        calm: `!${isSaturated}`,
        context: { sum: 0 },
        // A sum that grows while nothing more can be set would overshoot afterwards.
        assign: { sum: `${isSaturated} ? ctx.sum : ctx.sum + ${error}` },
        report: {
          type: "control.set",
          data: { setting: `clamp(${wanted}, params.least, params.most)` },
        },
        data: { error },
      });
    },
  },
];
