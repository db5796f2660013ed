/**
 * `node dist/scripts/contracts/validateContract.js PROGRAM [EVENTS]` checks a contract's program.
 * It prints its hash, or every problem with its place. EVENTS is a JSON file with a list of
 * `{type?, data, calcond?}`: what the program does with them is shown, one line a step.
 */
import { readFileSync } from "node:fs";
import { computingHere } from "../../protocol/log/computing.js";
import {
  initialState,
  isTimeTrigger,
  prepareProgram,
  trace,
  validateProgram,
} from "../../protocol/contracts/index.js";
import type { Program, Step } from "../../protocol/contracts/index.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";

interface GivenEvent {
  readonly type?: string;
  readonly data?: JsonObject;
  readonly calcond?: number;
}

function read(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function typeOf({ trigger }: Program): string {
  return isTimeTrigger(trigger) ? "tick" : trigger.event;
}

function line({ event, fault, from, kind, results, to }: Step): string {
  const values = results.map(({ as, unit, value }) => `${as} = ${value} ${unit}`).join(", ");
  const what = fault === null ? `${from} -> ${to}` : `${fault.code}: ${fault.message}`;
  return `${String(event.seq).padStart(4)} ${kind.padEnd(7)} ${what.padEnd(24)} ${values}\n`;
}

const [file, eventsFile] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("usage: node dist/scripts/contracts/validateContract.js PROGRAM [EVENTS]\n");
  process.exit(2);
}
const registry = builtinRegistry();
const program: JsonValue = read(file);
const validated = validateProgram(program, registry);
if (!validated.ok) {
  for (const { code, message, pointer, position } of validated.problems) {
    const at = position === undefined ? "" : `, column ${position + 1}`;
    process.stdout.write(`${pointer}${at}: ${code}: ${message}\n`);
  }
  process.exit(1);
}
const prepared = prepareProgram(nodeCrypto, validated.checked);
process.stdout.write(`valid, programHash ${prepared.hash}\n`);
if (eventsFile !== undefined) {
  const given: readonly GivenEvent[] = read(eventsFile);
  const events = given.map(({ calcond, data, type }, i) => ({
    type: type ?? typeOf(prepared.program),
    data: data ?? {},
    calcond: calcond ?? i + 1,
  }));
  const { steps } = await trace(
    prepared,
    initialState(prepared),
    events,
    computingHere(nodeCrypto, registry),
  );
  for (const step of steps) process.stdout.write(line(step));
}
