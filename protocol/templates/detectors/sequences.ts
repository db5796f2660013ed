/** Detectors without a value: steps in order, and approvals. */
import type { TransitionDeclaration } from "../../contracts/program.js";
import type { Detector, DetectorMachine } from "./detector.js";

/** Which of the conditions is the turn's, by the number of steps done. */
function turnOf(conditions: readonly string[]): string {
  return conditions.reduceRight(
    (rest, condition, i) =>
      i === conditions.length - 1 ? condition : `(ctx.done == ${i}.0 ? ${condition} : ${rest})`,
    "",
  );
}

function sequence(
  conditions: readonly string[],
  wrong: string | null,
  restart: string | null,
): DetectorMachine {
  const turn = turnOf(conditions);
  const last = `${conditions.length - 1}.0`;
  // The time of a step runs from the first event: an idle machine is not late.
  const waited = "(ctx.at == 0.0 ? 0.0 : tick.calcond - ctx.at)";
  const begun = { at: "ctx.at == 0.0 ? tick.calcond : ctx.at" };
  const raised = (guard: string): TransitionDeclaration => ({
    guard,
    target: "alert",
    emit: [{ type: "alert.raised", data: { done: "ctx.done" } }],
  });
  const anew = { done: "0.0", at: "0.0" };
  const steps: readonly TransitionDeclaration[] = [
    // A fault is so whichever step the event would be.
    ...(wrong === null ? [] : [raised(wrong)]),
    {
      guard: `ctx.done == ${last} && ${turn}`,
      target: "resolved",
      assign: anew,
      emit: [{ type: "sequence.complete", data: { steps: `${conditions.length}.0` } }],
    },
    {
      guard: `ctx.done < ${last} && ${turn}`,
      target: "nominal",
      assign: { done: "ctx.done + 1.0", at: "tick.calcond" },
    },
    raised(`${waited} >= params.timeout`),
  ];
  const again = restart ?? conditions[0]!;
  const begin: TransitionDeclaration =
    restart === null && conditions.length > 1
      ? { guard: again, target: "nominal", assign: { done: "1.0", at: "tick.calcond" } }
      : { guard: again, target: "nominal", assign: anew };
  return {
    context: { done: 0, at: 0 },
    states: {
      nominal: {
        on: [
          ...steps,
          { guard: `${waited} >= params.late`, target: "watch" },
          { guard: "ctx.at == 0.0", target: "nominal", assign: begun },
        ],
      },
      watch: { on: steps },
      alert: { on: [{ ...begin, emit: [{ type: "alert.cleared", data: {} }] }] },
      resolved: { on: [begin] },
    },
  };
}

function approval(roles: readonly string[], rejected: string): DetectorMachine {
  const given = roles.map((role, i) => `(ctx.given${i} || ${role})`);
  const keep = Object.fromEntries(given.map((one, i) => [`given${i}`, one]));
  const none = Object.fromEntries(roles.map((_, i) => [`given${i}`, "false"]));
  const anew = { ...none, at: "0.0" };
  const opened = { at: "ctx.at == 0.0 ? tick.calcond : ctx.at" };
  const refused: TransitionDeclaration = {
    guard: `${rejected} || (ctx.at > 0.0 && tick.calcond - ctx.at >= params.expires)`,
    target: "alert",
    assign: anew,
    emit: [{ type: "approval.refused", data: { rejected } }],
  };
  const granted: TransitionDeclaration = {
    guard: given.join(" && "),
    target: "resolved",
    assign: anew,
    emit: [{ type: "approval.granted", data: {} }],
  };
  const partly: TransitionDeclaration = {
    guard: roles.join(" || "),
    target: "watch",
    assign: { ...keep, ...opened },
  };
  const begin: TransitionDeclaration = { guard: "true", target: "nominal", assign: opened };
  return {
    context: {
      at: 0,
      ...Object.fromEntries(roles.map((_, i) => [`given${i}`, false])),
    },
    states: {
      nominal: { on: [refused, granted, partly, begin] },
      watch: { on: [refused, granted, partly] },
      // An approval after an end begins a new round.
      alert: { on: [roles.length === 1 ? granted : partly] },
      resolved: { on: [{ ...refused, guard: rejected }, ...(roles.length === 1 ? [] : [partly])] },
    },
  };
}

export const SEQUENCE_DETECTORS: readonly Detector[] = [
  {
    id: "phase-sequence",
    about: "Steps that come in order, each in its time.",
    params: { late: "calconds for a step until the watch", timeout: "calconds until the alert" },
    slots: {
      steps: "a condition for each step, in order",
      "wrong?": "a condition that is an alert at once",
      "restart?": "a condition that begins anew; else the first step does",
    },
    machine: (slots) => sequence(slots.many("steps"), slots.maybe("wrong"), slots.maybe("restart")),
  },
  {
    id: "approval-gate",
    about: "Approvals that all have to come before a time runs out, in any order.",
    params: { expires: "calconds from the first event until it is refused" },
    slots: { roles: "whether each has approved", rejected: "whether one has refused" },
    machine: (slots) => approval(slots.many("roles"), slots.one("rejected")),
  },
];
