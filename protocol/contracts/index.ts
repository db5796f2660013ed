/** Programs of contracts: `calc-contract/1`, its check, and the machine that it describes. */
export { EMPTY_WINDOW } from "./windows.js";
export { firstDue, dueTurn, dueUnder, isTimeTrigger, listens, TICK_EVENT } from "./due.js";
export type { Due, DueTurn, TimeTrigger } from "./due.js";
export {
  hearsEvent,
  initialState,
  prepareProgram,
  step,
  takesEvent,
  usualType,
} from "./machine.js";
export type {
  ComputeAnswer,
  ComputeRequest,
  ContractEvent,
  EmittedEvent,
  Fault,
  MachineState,
  PreparedProgram,
  Step,
  StepKind,
  StepResult,
} from "./machine.js";
export { PROGRAM_LIMITS, PROGRAM_SCHEMA, programHash } from "./program.js";
export type { Program, Trigger } from "./program.js";
export {
  NO_CHAIN,
  chainAfter,
  readRecord,
  readRecordedTransition,
  replayStep,
  runStep,
  stepRecord,
  trace,
} from "./trace.js";
export type { Chain, Computing, RecordedStep, StepDifference, StepRecord } from "./trace.js";
export { validateProgram } from "./validate.js";
export type { CheckedProgram, ProgramProblem, ProgramProblemCode, Validated } from "./validate.js";
export { carryOver } from "./versions.js";
export type { CarriedOver } from "./versions.js";
export { aggregated } from "./windows.js";
export { evaluationOf, foldedEvaluation, readEvaluation } from "./evaluation.js";
export type { KeptEvaluation } from "./evaluation.js";
export { ContractReplay } from "./logReplay.js";
export type { ContractReplayVerdict, LoggedFiring } from "./logReplay.js";
