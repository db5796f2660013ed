/**
 * The usual request to fire a contract, told at a glance: contracts are fired by readings, several
 * a second. The schema decides about all others.
 */
import { EVENT_TYPE_PATTERN } from "../../../protocol/contracts/program.js";
import { CONTRACT_ID_PATTERN } from "../definition/contractCommon.js";
import { isRecord } from "../definition/plainRecord.js";

const NAME_CHARS_MAX = 64;

/** True only for values that the schema of a firing accepts and hands on unchanged. */
export function isPlainFiring(value: unknown): boolean {
  if (!isRecord(value)) return false;
  let isNamed = false;
  let hasData = false;
  for (const name in value) {
    const member = value[name];
    if (name === "id") isNamed = isMatch(CONTRACT_ID_PATTERN, member);
    else if (name === "data") hasData = areReadings(member);
    else if (name !== "event" || !isMatch(EVENT_TYPE_PATTERN, member)) return false;
  }
  return isNamed && hasData;
}

function isMatch(pattern: RegExp, value: unknown): boolean {
  return typeof value === "string" && pattern.test(value);
}

function areReadings(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const name in value) {
    if (name.length === 0 || name.length > NAME_CHARS_MAX || name === "__proto__") return false;
    const member = value[name];
    const isNumber = typeof member === "number" && member - member === 0;
    if (!isNumber && typeof member !== "boolean" && typeof member !== "string") return false;
  }
  return true;
}
