/**
 * A program over events three ways: as a dry run, as a node fires it, with state and events through
 * JSON between any two steps, and again from its records. Nothing of Node is used: engines of all
 * kinds run it.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { computingHere } from "../../protocol/log/computing.js";
import {
  NO_CHAIN,
  chainAfter,
  initialState,
  prepareProgram,
  readRecord,
  replayStep,
  runStep,
  stepRecord,
  trace,
  validateProgram,
  type Chain,
  type Computing,
  type MachineState,
  type PreparedProgram,
  type Step,
} from "../../protocol/contracts/index.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";

export interface ContractCase {
  readonly program: JsonObject;
  readonly events: readonly {
    readonly type: string;
    readonly data: JsonObject;
    readonly calcond: number;
  }[];
}

interface Ran {
  readonly ok: boolean;
  /** Every step, or every problem, in canonical form. */
  readonly text: string;
}

type Lived = Step & { readonly emittedBefore: number };

/** @throws Error where two of the ways differ */
export async function runCase(
  crypto: Pick<Crypto, "sha256Hex">,
  { events, program }: ContractCase,
): Promise<Ran> {
  const registry = builtinRegistry();
  const validated = validateProgram(program, registry);
  if (!validated.ok)
    return { ok: false, text: validated.problems.map(({ code }) => code).join(" ") };
  const ready = prepareProgram(crypto, validated.checked);
  const compute = computingHere(crypto, registry);
  const dry = await trace(ready, initialState(ready), events, compute);
  const live = await lived(ready, events, compute);
  const text = canonicalize(dry.steps.map(plain));
  if (canonicalize(live.map(plain)) !== text) throw new Error(`dry and live differ: ${text}`);
  await replayed(ready, live, compute);
  return { ok: true, text: `${ready.hash} ${text}` };
}

function throughJson<T extends object>(value: T): T {
  return JSON.parse(canonicalize({ ...value }));
}

async function lived(
  ready: PreparedProgram,
  events: ContractCase["events"],
  compute: Computing,
): Promise<readonly Lived[]> {
  const steps: Lived[] = [];
  let state: MachineState = initialState(ready);
  for (const { calcond, data, type } of events) {
    let chain: Chain = { ...NO_CHAIN, waiting: [{ type, data }] };
    while (chain.waiting.length > 0) {
      const [next] = chain.waiting;
      const emittedBefore = chain.emitted;
      const outcome = await runStep(ready, state, { ...next!, calcond, emittedBefore }, compute);
      steps.push({ ...outcome, emittedBefore });
      state = throughJson(outcome.after);
      chain = throughJson(chainAfter(ready, chain, outcome));
    }
  }
  return steps;
}

function plain(step: Step): JsonObject {
  return { ...stepRecord(step, 0), after: JSON.parse(canonicalize({ ...step.after })) };
}

/** @throws Error where a step is not made again, or a difference is not found */
export async function replayed(
  ready: PreparedProgram,
  steps: readonly Lived[],
  compute: Computing,
): Promise<void> {
  let before: Pick<MachineState, "state" | "context"> = initialState(ready);
  for (const step of steps) {
    if (step.kind !== "moved" && step.kind !== "fault") continue;
    const payload: JsonObject = throughJson(stepRecord(step, step.emittedBefore));
    const recorded = readRecord(payload)!;
    const found = await replayStep(ready, before, recorded, payload, compute);
    if (found !== null) throw new Error(`a replay differs: ${canonicalize({ ...found })}`);
    const other = { ...payload, to: "elsewhere" };
    const replayed = await replayStep(ready, before, recorded, other, compute);
    if (replayed?.member !== "to")
      throw new Error("a replay finds no difference where there is one");
    before = { state: step.to, context: step.context };
  }
}
