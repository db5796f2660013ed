/** Detectors that are fired by time and by events alike: silence, and what is carried forward. */
import type { TransitionDeclaration } from "../../contracts/program.js";
import { LEVEL_PARAMS, high, low } from "./detector.js";
import type { Detector, DetectorMachine } from "./detector.js";

function silence(alive: string): DetectorMachine {
  const age = "(tick.calcond - ctx.at)";
  const seen = { at: "tick.calcond" };
  const back: TransitionDeclaration = { guard: alive, target: "nominal", assign: seen };
  const late: TransitionDeclaration = {
    guard: `${age} >= params.limit`,
    target: "alert",
    emit: [{ type: "alert.raised", data: { age } }],
  };
  const soon: TransitionDeclaration = { guard: `${age} >= params.early`, target: "watch" };
  return {
    context: { at: 0 },
    states: {
      // The time runs from the first firing: who was never heard is late all the same.
      nominal: {
        on: [back, { guard: "ctx.at == 0.0", target: "nominal", assign: seen }, late, soon],
      },
      watch: { on: [back, late] },
      alert: {
        on: [
          {
            guard: alive,
            target: "resolved",
            assign: seen,
            emit: [{ type: "alert.cleared", data: { age } }],
          },
        ],
      },
      resolved: { on: [back, late, soon] },
    },
  };
}

export const TIMED_DETECTORS: readonly Detector[] = [
  {
    id: "heartbeat",
    about: "A sign of life that does not come in time.",
    params: {
      limit: "calconds of silence at which the alert begins",
      early: "calconds of silence at which the watch begins",
    },
    slots: { alive: "whether this firing is a sign of life" },
    machine: (slots) => silence(slots.one("alive")),
  },
  {
    id: "carried-forward",
    about: "A reading that a model carries forward until the next one comes.",
    params: LEVEL_PARAMS,
    slots: {
      fresh: "whether this firing brings a reading",
      reading: "the reading",
      model: "what it has become by now, of ctx.last read at ctx.at",
      "side?": "high or low: where it is bad",
    },
    machine: (slots) => {
      const [fresh, reading] = [slots.one("fresh"), slots.one("reading")];
      const now = `(${fresh} ? ${reading} : ${slots.one("model")})`;
      const detector = (slots.choice("side", ["high", "low"]) === "low" ? low : high)(now);
      // Before the first reading there is nothing to carry.
      const isKnown = `(${fresh} || ctx.at > 0.0)`;
      const kept = { last: reading, at: "tick.calcond" };
      return {
        context: { last: 0, at: 0 },
        states: Object.fromEntries(
          Object.entries(detector.states).map(([state, { on }]) => [
            state,
            {
              on: [
                ...on.flatMap((one) => [
                  { ...one, guard: `${fresh} && ${one.guard}`, assign: kept },
                  { ...one, guard: `${isKnown} && ${one.guard}` },
                ]),
                { guard: fresh, target: state, assign: kept },
              ],
            },
          ]),
        ),
      };
    },
  },
];
