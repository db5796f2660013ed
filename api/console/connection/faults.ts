/** What a node finds wrong with the members of a request, in words without its pointers. */
import { isObject } from "../../../protocol/encoding/json.js";
import { textAt } from "./json.js";

/** Texts of faults by the field that each is in; under "" those of no field. */
export function faultsByField(
  errors: unknown,
  names: Pick<ReadonlySet<string>, "has">,
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const one of Array.isArray(errors) ? errors : []) {
    if (!isObject(one)) continue;
    const pointer = textAt(one, "pointer");
    const [, name = "", ...inner] = pointer.split("/");
    const field = name.replaceAll("~1", "/").replaceAll("~0", "~");
    const place = names.has(field) ? field : "";
    const where = (place === "" ? pointer.split("/").slice(1) : inner).join(" › ");
    const said = `${where === "" ? "" : `${where}: `}${textAt(one, "message")}`;
    faults[place] = faults[place] === undefined ? said : `${faults[place]}; ${said}`;
  }
  return faults;
}

/** All of them, each with the name of its member; "" for none. */
export function faultsText(errors: unknown): string {
  return faultsByField(errors, new Set())[""] ?? "";
}
