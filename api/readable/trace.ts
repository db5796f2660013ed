/** The steps of contracts as rows of a table. */
import { isObject } from "../../protocol/encoding/json.js";
import { type Fields } from "./fields.js";

/** A step in one line: what came, where it moved, the last result, or the fault. */
export function stepRow(step: Fields): Fields {
  const event = isObject(step["event"]) ? step["event"] : {};
  const fault = isObject(step["fault"]) ? step["fault"] : null;
  const agg = isObject(step["agg"]) ? step["agg"] : null;
  const results = Array.isArray(step["results"]) ? step["results"].filter(isObject) : [];
  const emitted = Array.isArray(step["emitted"]) ? step["emitted"].filter(isObject) : [];
  const values = Object.fromEntries(
    results.map(({ as, unit, value }) => [`${String(as)} (${String(unit)})`, value]),
  );
  return {
    seq: event["seq"],
    event: event["type"],
    kind: step["kind"],
    from: step["from"],
    to: step["to"],
    ...(agg === null ? {} : { agg: agg["value"] }),
    ...values,
    emits: emitted.length === 0 ? null : emitted.map(({ type }) => String(type)).join(" "),
    fault: fault === null ? null : `${String(fault["code"])}: ${String(fault["message"])}`,
  };
}
