/** From one version of a program to the next: what the machine keeps. */
import type { JsonObject, JsonValue } from "../ports.js";
import { dimensionsEqual } from "../units/index.js";
import type { MachineState, PreparedProgram } from "./machine.js";
import { initialState } from "./machine.js";
import type { Program } from "./program.js";
import { contextType } from "./scope.js";

export type CarriedOver =
  | { readonly ok: true; readonly state: MachineState }
  | { readonly ok: false; readonly code: "STATE_LOST"; readonly message: string };

/**
 * The machine under another program: its state, or what the map makes of it, and what of its context
 * is declared alike. The window is kept where the trigger is the same.
 */
export function carryOver(
  before: { readonly state: MachineState; readonly program: Program },
  next: PreparedProgram,
  mapState: Readonly<Record<string, string>> = {},
): CarriedOver {
  const { context, events, heard, state, taken, window } = before.state;
  const mapped = Object.hasOwn(mapState, state) ? mapState[state]! : state;
  if (!next.states.has(mapped)) {
    const message = `the new program has no state ${mapped}: say in mapState what becomes of it`;
    return { ok: false, code: "STATE_LOST", message };
  }
  const first = initialState(next);
  const isSame = JSON.stringify(before.program.trigger) === JSON.stringify(next.program.trigger);
  return {
    ok: true,
    state: {
      state: mapped,
      context: keptContext(before.program, next.program, first.context, context),
      window: isSame ? window : first.window,
      events,
      ...(isSame && heard !== undefined ? { heard } : {}),
      ...(isSame && next.readsGap && taken !== undefined ? { taken } : {}),
    },
  };
}

function keptContext(old: Program, next: Program, first: JsonObject, had: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = { ...first };
  for (const [name, declared] of Object.entries(next.machine.context ?? {})) {
    const before = old.machine.context?.[name];
    if (before === undefined || !Object.hasOwn(had, name)) continue;
    const a = contextType(before);
    const b = contextType(declared);
    const areAlike =
      a.kind === "double" && b.kind === "double"
        ? typeof a.dimension === "string" || typeof b.dimension === "string"
          ? a.dimension === b.dimension
          : dimensionsEqual(a.dimension, b.dimension)
        : a.kind === b.kind;
    if (areAlike) kept[name] = had[name]!;
  }
  return kept;
}
