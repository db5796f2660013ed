/** Continuation: the state of a run as canonical JSON, arrays as big-endian float64 in base64. */
import { fromBase64, toBase64 } from "../encoding/base64.js";
import { badInput } from "./refusal.js";

const FLOAT_BYTES = 8;

/** Big-endian float64, the bytes that fields are hashed by. */
export function floatBytes(data: Float64Array): Uint8Array {
  const bytes = new Uint8Array(FLOAT_BYTES * data.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < data.length; i += 1) view.setFloat64(FLOAT_BYTES * i, data[i]!);
  return bytes;
}

export function packFloats(data: Float64Array): string {
  return toBase64(floatBytes(data));
}

/**
 * @param pointer where the text stands in the body, for the message
 * @throws SolverRefusal INVALID_BODY for another length, no base64, or a number that is not finite
 */
export function unpackFloats(text: unknown, length: number, pointer: string): Float64Array {
  const bytes = typeof text === "string" ? fromBase64(text) : null;
  if (bytes === null || bytes.length !== FLOAT_BYTES * length) {
    throw badInput(pointer, `expected ${length} big-endian float64 numbers in base64`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    data[i] = view.getFloat64(FLOAT_BYTES * i);
    if (!Number.isFinite(data[i]!))
      throw badInput(pointer, `number ${i} of the state is not finite`);
  }
  return data;
}
