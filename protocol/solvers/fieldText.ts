/** A field as text and as a digest: hashed whole, shown in whole strides, never averaged. */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto, JsonObject } from "../ports.js";
import { sampler } from "./masterTerms.js";
import type { Axis, Field } from "./solver.js";
import { floatBytes } from "./state.js";

/** `none`: only shape and digest; `sample` and `full`: up to so many points in JSON. */
export const FIELDS_MODES = ["none", "sample", "full"] as const;
export type FieldsMode = (typeof FIELDS_MODES)[number];
const FIELD_POINTS_IN_JSON: Readonly<Record<FieldsMode, number>> = {
  none: 0,
  sample: 4_096,
  full: 65_536,
};

/** sha256 of the canonical shape, a zero byte, and the samples as big-endian float64, row-major. */
export function fieldDigest(crypto: Pick<Crypto, "sha256Hex">, { data, shape }: Field): string {
  const head = canonicalize(shape);
  const numbers = floatBytes(data);
  const bytes = new Uint8Array(head.length + 1 + numbers.length);
  for (let i = 0; i < head.length; i += 1) bytes[i] = head.charCodeAt(i);
  bytes.set(numbers, head.length + 1);
  return crypto.sha256Hex(bytes);
}

function axisJson({ n, name, periodic, start, step, unit, values }: Axis): JsonObject {
  return {
    name,
    unit,
    n,
    ...(start === undefined ? {} : { start }),
    ...(step === undefined ? {} : { step }),
    ...(values === undefined ? {} : { values }),
    ...(periodic === undefined ? {} : { periodic }),
  };
}

/** The sealed form of a field. */
export function fieldRecord(
  { axes, name, shape, uncertainty, unit }: Field,
  sha256: string,
): JsonObject {
  return {
    name,
    unit,
    shape,
    axes: axes.map(axisJson),
    sha256,
    ...(uncertainty === undefined ? {} : { uncertainty }),
  };
}

/** JSON text of a field: its record, and its samples by whole strides. */
export function fieldJson(field: Field, sha256: string, mode: FieldsMode): string {
  const record = JSON.stringify(fieldRecord(field, sha256));
  const most = FIELD_POINTS_IN_JSON[mode];
  if (most === 0) return record;
  const { data, stride, taken } = strided(field, most);
  return (
    `${record.slice(0, -1)},"stride":${JSON.stringify(stride)},"sampled":${JSON.stringify(taken)}` +
    `,"data":[${data.join(",")}]}`
  );
}

/**
 * The smallest whole stride, the same on every axis that is long enough, that leaves at most `most`
 * points.
 */
function strided(
  field: Field,
  most: number,
): {
  readonly data: Float64Array;
  readonly stride: readonly number[];
  readonly taken: readonly number[];
} {
  const { data, shape } = field;
  for (let step = 1; ; step += 1) {
    const stride = shape.map((n) => Math.min(step, Math.max(1, n - 1)));
    const taken = shape.map((n, i) => Math.ceil(n / stride[i]!));
    let points = 1;
    for (const n of taken) points *= n;
    if (points <= most || step > data.length) {
      return { data: step === 1 ? data : sampler(shape, stride, taken)(data), stride, taken };
    }
  }
}
