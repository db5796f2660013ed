/** Machines and what runs on them: streams, reactors and contracts. */
import type { ErrorArea } from "./entry.js";

export const MACHINE_ERRORS = {
  UNKNOWN_ARCHETYPE: {
    status: 400,
    exit: 2,
    title: "No archetype has this name",
    remedy: "Use the name in `nearest`, or one that GET /api/contracts/archetypes lists.",
  },
  INVALID_PROGRAM: {
    status: 422,
    exit: 2,
    title: "The program cannot be run",
    remedy: "Correct what `errors` names; each entry points at its place with a JSON Pointer.",
  },
  NO_TICK_YET: {
    status: 404,
    exit: 6,
    title: "The channel has not ticked yet",
    remedy: "Wait for its first tick, or make it with POST /api/calc/streams/<id>/tick.",
  },
  TICK_TOO_EARLY: {
    status: 409,
    exit: 8,
    title: "The channel ticks once in its interval",
    remedy: "Tick again at `nextCalcond`.",
  },
  CHANNEL_CLOSED: {
    status: 410,
    exit: 6,
    title: "The channel is closed",
    remedy: "Its history stays readable; make another channel to go on.",
  },
  STEP_CONFLICT: {
    status: 409,
    exit: 8,
    title: "The reactor is at another step",
    remedy: "Read its state: `n` says where it is. Then decide whether to step from there.",
  },
  STEP_FAILED: {
    status: 422,
    exit: 9,
    title: "The step has no value",
    remedy:
      "Nothing was charged, and the state is as it was; `fault` says why. Another `u` may do, or " +
      "another program.",
  },
  HALTED: {
    status: 409,
    exit: 8,
    title: "The reactor has halted",
    remedy:
      "Read `reactorStatus` and `fault`; its trajectory stays. Make another reactor to go on.",
  },
  REACTOR_CLOSED: {
    status: 410,
    exit: 6,
    title: "The reactor is closed",
    remedy: "Its trajectory stays readable; make another reactor to go on.",
  },
  CONTRACT_PAUSED: {
    status: 409,
    exit: 8,
    title: "The contract is paused",
    remedy: "Resume it; where `contractStatus` says insufficient_balance, get credits first.",
  },
  STATE_LOST: {
    status: 409,
    exit: 8,
    title: "The new program lacks the state that the machine is in",
    remedy: "Say in `mapState` which of `states` takes the place of `state`.",
  },
  MACHINE_CLOSED: {
    status: 410,
    exit: 6,
    title: "The machine is closed",
    remedy: "Read its log, which stays; start another machine to go on.",
  },
  PAYLOAD_NOT_KEPT: {
    status: 410,
    exit: 6,
    title: "The payload was dropped; its hash remains in the row",
    remedy: "Ask who has the bytes: their sha256 is the row's `payloadHash`.",
  },
} as const satisfies ErrorArea;
