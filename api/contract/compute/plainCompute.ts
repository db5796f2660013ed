/**
 * The usual shape of a compute request, told at a glance. The schema decides; this only spares it
 * the requests about which there is nothing to decide.
 */
import {
  INPUTS_MAX,
  OPERATOR_ID_CHARS_MAX,
  OPERATORS_LISTED_MAX,
} from "../../../protocol/limits.js";
import { isRecord } from "../definition/plainRecord.js";

/**
 * True only for values that the schema of a computation accepts and hands on unchanged; false says
 * nothing.
 */
export function isPlainCompute(value: unknown): boolean {
  if (!isRecord(value)) return false;
  let operators = false;
  let inputs = false;
  for (const name in value) {
    const member = value[name];
    switch (name) {
      case "operators":
        operators = areIds(member);
        if (!operators) return false;
        break;
      case "inputs":
        inputs = areNumbers(member);
        if (!inputs) return false;
        break;
      case "domain":
        if (typeof member !== "string" || member.length > OPERATOR_ID_CHARS_MAX) return false;
        break;
      case "visibility":
        if (member !== "private" && member !== "record" && member !== "shared") return false;
        break;
      default:
        return false;
    }
  }
  return operators && inputs;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= OPERATOR_ID_CHARS_MAX;
}

function areIds(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > OPERATORS_LISTED_MAX) {
    return false;
  }
  for (let i = 0; i < value.length; i += 1) if (!isName(value[i])) return false;
  return true;
}

function areNumbers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  let count = 0;
  for (const name in value) {
    const member = value[name];
    if (typeof member !== "number" || member - member !== 0 || !isName(name)) return false;
    count += 1;
  }
  return count <= INPUTS_MAX;
}
