/** Detectors that look at one event at a time. */
import { LEVEL_PARAMS, fourStates, high, low } from "./detector.js";
import type { Detector } from "./detector.js";

const largest = (all: readonly string[]): string =>
  all.length === 1 ? all[0]! : `max(${all.join(", ")})`;
const smallest = (all: readonly string[]): string =>
  all.length === 1 ? all[0]! : `min(${all.join(", ")})`;

export const LEVEL_DETECTORS: readonly Detector[] = [
  {
    id: "threshold-high",
    about: "A value that comes near a limit from below.",
    params: LEVEL_PARAMS,
    slots: { value: "what is watched" },
    machine: (slots) => high(slots.one("value")),
  },
  {
    id: "threshold-low",
    about: "A value that comes near a limit from above.",
    params: LEVEL_PARAMS,
    slots: { value: "what is watched" },
    machine: (slots) => low(slots.one("value")),
  },
  {
    id: "two-sided-band",
    about: "A value that leaves a band on either side.",
    params: {
      low: "least that is right",
      high: "most that is right",
      margin: "how near to a side the watch begins",
      band: "how far a value goes back before a state ends",
    },
    slots: { value: "what is watched" },
    machine: (slots) => {
      const value = slots.one("value");
      return fourStates({
        alert: `${value} < params.low || ${value} > params.high`,
        watch: `${value} < params.low + params.margin || ${value} > params.high - params.margin`,
        clear: `${value} >= params.low + params.band && ${value} <= params.high - params.band`,
        calm:
          `${value} >= params.low + params.margin + params.band && ` +
          `${value} <= params.high - params.margin - params.band`,
        data: { value },
      });
    },
  },
  {
    id: "residual",
    about: "A measured value that leaves what a model gives.",
    params: LEVEL_PARAMS,
    slots: { measured: "what was measured", model: "what the model gives" },
    machine: (slots) => high(`abs(${slots.one("measured")} - ${slots.one("model")})`),
  },
  {
    id: "safety-margin",
    about: "A capacity over a demand that comes near its least ratio.",
    params: LEVEL_PARAMS,
    slots: { capacity: "what is borne", demand: "what is asked, above zero" },
    machine: (slots) => low(`(${slots.one("capacity")} / ${slots.one("demand")})`),
  },
  {
    id: "comparison",
    about: "One signal that reaches another.",
    params: {
      early: "how near the watch begins",
      band: "how far a signal goes back before a state ends",
    },
    slots: { signal: "what rises", reference: "what it is compared with" },
    machine: (slots) => {
      const [signal, reference] = [slots.one("signal"), slots.one("reference")];
      return fourStates({
        alert: `${signal} >= ${reference}`,
        watch: `${signal} >= ${reference} - params.early`,
        clear: `${signal} < ${reference} - params.band`,
        calm: `${signal} < ${reference} - params.early - params.band`,
        data: { signal, reference },
      });
    },
  },
  {
    id: "peer-agreement",
    about: "Values of several sources that spread too far.",
    params: LEVEL_PARAMS,
    slots: { members: "two or more values of one thing" },
    machine: (slots) => {
      const members = slots.many("members");
      return high(`(${largest(members)} - ${smallest(members)})`);
    },
  },
  {
    id: "parameter-sweep",
    about: "The worst value over a set of cases.",
    params: LEVEL_PARAMS,
    slots: { cases: "the value in each case" },
    machine: (slots) => high(largest(slots.many("cases"))),
  },
  {
    id: "state-estimation",
    about: "A measurement that an estimate says is improbable: its innovation in variances.",
    params: LEVEL_PARAMS,
    slots: {
      measured: "what was measured",
      predicted: "what was expected",
      variance: "of their difference",
    },
    machine: (slots) => {
      const off = `(${slots.one("measured")} - ${slots.one("predicted")})`;
      return high(`(${off} * ${off} / ${slots.one("variance")})`);
    },
  },
  {
    id: "deadline",
    about: "A time that runs out, or a sign of life that does not come.",
    params: LEVEL_PARAMS,
    slots: { age: "how long nothing came, or what of the time has gone" },
    machine: (slots) => high(slots.one("age")),
  },
  {
    id: "aggregate",
    about: "A mean, sum or spread over a window.",
    params: LEVEL_PARAMS,
    slots: { value: "of the window", "side?": "high or low: where it is bad" },
    machine: (slots) =>
      (slots.choice("side", ["high", "low"]) === "low" ? low : high)(slots.one("value")),
  },
  {
    id: "count-in-window",
    about: "Events that come too often.",
    params: LEVEL_PARAMS,
    slots: { count: "of events in the window" },
    machine: (slots) => high(slots.one("count")),
  },
  {
    id: "scheduled-report",
    about: "A figure that is told at set times, with its level.",
    params: LEVEL_PARAMS,
    slots: { value: "what is reported", "side?": "high or low: where it is bad" },
    machine: (slots) => {
      const value = slots.one("value");
      const report = { type: "report.due", data: { value } };
      return (slots.choice("side", ["high", "low"]) === "low" ? low : high)(value, { report });
    },
  },
];
