/**
 * The screen of a question as one state. Box, address, inputs, value and seal are read from it, so
 * that no two of them can disagree: all belong to `line`, or are not shown.
 */
import type { Answered, Question, Understood } from "../engine/messages.js";
import { givenInputs, inputText, textOf } from "../engine/question.js";
import type { Routed } from "./routed.js";
import type { Fields } from "../connection/json.js";
import type { ProblemBody } from "../../client/problem.js";

/** What the engine took the line for; an operator by its id is a question without inputs. */
export type Reading =
  | Exclude<Understood, { readonly kind: "question" | "operator" | "words" }>
  /** Null until the node has read them. */
  | { readonly kind: "words"; readonly text: string; readonly routed: Routed | null }
  | { readonly kind: "question"; readonly question: Question };

export type SealState =
  | { readonly state: "asking" }
  | { readonly state: "answered"; readonly answer: Fields }
  | { readonly state: "problem"; readonly problem: ProblemBody }
  | { readonly state: "failed"; readonly why: string };

export interface AskState {
  /** What stands in the box; other than `line` while it is typed in. */
  readonly box: string;
  /** The question that is asked. */
  readonly line: string;
  /** The line that the address has. */
  readonly saved: string;
  /** Of `line`; null until the engine has read it. */
  readonly reading: Reading | null;
  /** Where the slider of an input turns about. */
  readonly pivots: Readonly<Record<string, string>>;
  /** The last answer, with the line that it is for. */
  readonly answer: { readonly line: string; readonly answered: Answered } | null;
  /** What the node said of each line that was sealed here, newest last. */
  readonly seals: Readonly<Record<string, SealState>>;
}

export type AskEvent =
  | { readonly kind: "opened"; readonly line: string }
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "entered" }
  | { readonly kind: "read"; readonly line: string; readonly understood: Understood }
  | { readonly kind: "routed"; readonly line: string; readonly routed: Routed }
  | { readonly kind: "edited"; readonly name: string; readonly text: string }
  | { readonly kind: "slid"; readonly name: string; readonly text: string }
  | { readonly kind: "answered"; readonly line: string; readonly answered: Answered }
  | { readonly kind: "sealed"; readonly line: string; readonly seal: SealState }
  | { readonly kind: "saved"; readonly line: string };

/** A change of the address; `soon` may wait, and the last one counts. */
export interface AddressChange {
  readonly how: "push" | "replace" | "soon";
  readonly line: string;
}

export interface Step {
  readonly state: AskState;
  readonly address: readonly AddressChange[];
}

const SEALS_MAX = 16;
/** Behind it stands another input: the whole line is read again. */
const NAMED = /[=\n]/;

export function opened(line: string): AskState {
  return {
    box: line,
    line,
    saved: line,
    reading: null,
    pivots: {},
    answer: null,
    seals: {},
  };
}

/** Inputs as they are typed, or as the node read them. */
function typedQuestion(reading: Reading | null): Question | null {
  if (reading?.kind === "words") return reading.routed?.question ?? null;
  return reading?.kind === "question" ? reading.question : null;
}

/** The question of the state, as it is computed and sealed; null where it is none. */
export function questionOf({ reading }: AskState): Question | null {
  const question = typedQuestion(reading);
  if (question === null) return null;
  return { ...question, inputs: Object.fromEntries(givenInputs(question.inputs)) };
}

/** The answer to what is asked now, and to nothing else. */
export function currentAnswer({ answer, line }: AskState): Answered | null {
  return answer?.line === line ? answer.answered : null;
}

/** Whether the node may be asked to seal: what it would seal is what is shown. */
export function canSeal(state: AskState): boolean {
  if (state.seals[state.line]?.state === "asking") return false;
  const { reading } = state;
  if (reading?.kind === "words" && reading.routed?.question === null)
    return reading.routed.refusal === null || reading.routed.reading !== null;
  return currentAnswer(state)?.status === "value";
}

export function step(state: AskState, event: AskEvent): Step {
  switch (event.kind) {
    case "opened":
      return event.line === state.line && event.line === state.saved
        ? still(state)
        : still(asking(state, event.line, event.line));
    case "typed":
      return still({ ...state, box: event.text });
    case "entered":
      return entered(state);
    case "read":
      return still(event.line === state.line ? withReading(state, event.understood) : state);
    case "routed":
      return still(event.line === state.line ? withRouted(state, event.routed) : state);
    case "edited":
      return NAMED.test(event.text)
        ? askedAnew(state, event.name, event.text)
        : changed(state, event.name, event.text, { [event.name]: event.text });
    case "slid":
      return changed(state, event.name, event.text, {});
    case "answered":
      return still({ ...state, answer: { line: event.line, answered: event.answered } });
    case "sealed":
      return still({ ...state, seals: withSeal(state.seals, event.line, event.seal) });
    case "saved":
      return still({ ...state, saved: event.line });
  }
}

function still(state: AskState): Step {
  return { state, address: [] };
}

/** Another line is asked: nothing of the former one stays but what was sealed. */
function asking(state: AskState, line: string, saved: string): AskState {
  return { ...opened(line), saved, seals: state.seals };
}

function entered(state: AskState): Step {
  const line = state.box.trim();
  if (line === state.line) return still({ ...state, box: line });
  // The step back leads to the former question as it was left.
  const left: readonly AddressChange[] =
    state.line === state.saved ? [] : [{ how: "replace", line: state.line }];
  return {
    state: asking(state, line, line),
    address: [...left, { how: "push", line }],
  };
}

function withRouted(state: AskState, routed: Routed): AskState {
  if (state.reading?.kind !== "words") return state;
  const pivots = Object.fromEntries(givenInputs(routed.question?.inputs ?? {}));
  return { ...state, reading: { ...state.reading, routed }, pivots };
}

function withReading(state: AskState, understood: Understood): AskState {
  if (understood.kind === "words") return { ...state, reading: { ...understood, routed: null } };
  if (understood.kind !== "question" && understood.kind !== "operator")
    return { ...state, reading: understood };
  const question =
    understood.kind === "question"
      ? understood.question
      : { operators: [understood.id], inputs: {} };
  const pivots = Object.fromEntries(givenInputs(question.inputs));
  return { ...state, reading: { kind: "question", question }, pivots };
}

function withInput({ inputs, ...question }: Question, name: string, text: string): Question {
  return { ...question, inputs: { ...inputs, [name]: text } };
}

function changed(
  state: AskState,
  name: string,
  text: string,
  pivots: Readonly<Record<string, string>>,
): Step {
  const asked = typedQuestion(state.reading);
  if (asked === null) return still(state);
  const question = withInput(asked, name, text);
  const line = textOf(question);
  const next: AskState = {
    ...state,
    box: line,
    line,
    reading: { kind: "question", question },
    pivots: { ...state.pivots, ...pivots },
  };
  return { state: next, address: line === state.saved ? [] : [{ how: "soon", line }] };
}

/** A text that names inputs of its own was pasted into a field. */
function askedAnew(state: AskState, name: string, text: string): Step {
  const asked = typedQuestion(state.reading);
  if (asked === null) return still(state);
  const others = Object.fromEntries(
    Object.entries(asked.inputs).filter(([other]) => other !== name),
  );
  const line = `${textOf({ ...asked, inputs: others })}, ${name} = ${inputText(text)}`;
  return { state: asking(state, line, state.saved), address: [{ how: "soon", line }] };
}

function withSeal(
  seals: AskState["seals"],
  line: string,
  seal: SealState,
): Readonly<Record<string, SealState>> {
  const others = Object.entries(seals).filter(([other]) => other !== line);
  return Object.fromEntries([...others.slice(1 - SEALS_MAX), [line, seal]]);
}

/** What stays the same while inputs move. */
export function headOf({ equation, operators = [] }: Question): string {
  return equation ?? operators.join();
}
