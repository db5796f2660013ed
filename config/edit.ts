/** One setting written into the text of a configuration file, whose comments stay. */
import { parseJson, isObject } from "../protocol/encoding/json.js";
import type { JsonValue } from "../protocol/ports.js";
import { ConfigError } from "./errors.js";
import { withoutComments } from "./lines.js";

type Tree = { [name: string]: JsonValue };

const COMMENT = /^[ \t]*\/\//;
const INDENT = 2;

/**
 * @param value undefined takes the setting out
 * @param file named where the text is not one that can be edited
 * @throws ConfigError where the text is no JSON object, or comments stand within the object
 */
export function withSetting(
  text: string,
  key: string,
  value: JsonValue | undefined,
  file: string,
): string {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() !== "" && !COMMENT.test(line));
  const head = (begin < 0 ? lines : lines.slice(0, begin)).join("\n").trimEnd();
  const body = begin < 0 ? [] : lines.slice(begin);
  if (body.some((line) => COMMENT.test(line)))
    throw new ConfigError(
      `${file} has comments among its settings, which would be lost: edit it by hand`,
      [key],
    );
  const edited = edit(treeOf(body.join("\n"), file), key.split("."), value);
  return `${head === "" ? "" : `${head}\n`}${JSON.stringify(edited, null, INDENT)}\n`;
}

function treeOf(body: string, file: string): Tree {
  if (body.trim() === "") return {};
  const parsed = parseJson(withoutComments(Buffer.from(body)));
  if (!parsed.ok)
    throw new ConfigError(`${file} is not JSON: ${parsed.message} at ${parsed.offset}`);
  if (!isObject(parsed.value)) throw new ConfigError(`${file} must hold a JSON object`);
  return parsed.value;
}

/** A section that became empty goes with its last setting. */
function edit(tree: Tree, [name = "", ...rest]: readonly string[], value?: JsonValue): Tree {
  const inside = tree[name];
  const edited =
    rest.length === 0 ? value : edit(isObject(inside) ? { ...inside } : {}, rest, value);
  const isGone = edited === undefined || (isObject(edited) && Object.keys(edited).length === 0);
  const { [name]: _before, ...others } = tree;
  if (isGone) return others;
  return { ...tree, [name]: edited };
}
