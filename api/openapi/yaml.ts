/**
 * JSON as YAML 1.2 in block style. Texts are in double quotes, where JSON's escapes mean the same;
 * names that are plain words stand without.
 */
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { turn } from "./turn.js";

/** No word that YAML of any version reads as something else than a text. */
const PLAIN_NAME = /^(?!(?:null|true|false|yes|no|on|off|y|n)$)[A-Za-z][A-Za-z0-9_-]*$/i;

/** Members of what is so deep are written without a pause. */
const PAUSED_DEPTH = 2;

export function yaml(value: JsonValue): string {
  const lines: string[] = [];
  write(value, "", "", lines);
  return `${lines.join("\n")}\n`;
}

/** The same for a long document, by a thread that has others to serve. */
export async function yamlInTurns(document: JsonObject): Promise<string> {
  const lines: string[] = [];
  await writeInTurns(document, "", 0, lines);
  return `${lines.join("\n")}\n`;
}

async function writeInTurns(
  value: JsonObject,
  indent: string,
  depth: number,
  lines: string[],
): Promise<void> {
  for (const [name, member] of Object.entries(value)) {
    const isLong = isMembers(member) && depth < PAUSED_DEPTH;
    if (isLong) {
      lines.push(`${indent}${nameOf(name)}:`);
      await writeInTurns(member, `${indent}  `, depth + 1, lines);
    } else {
      write(member, indent, `${nameOf(name)}:`, lines);
      await turn();
    }
  }
}

function isMembers(value: JsonValue): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0
  );
}

/** @param head what stands before the value on its line: a name, or the mark of an item. */
function write(value: JsonValue, indent: string, head: string, lines: string[]): void {
  const entries =
    typeof value === "object" && value !== null
      ? Array.isArray(value)
        ? value.map((item: JsonValue) => ["-", item] as const)
        : Object.entries(value).map(([name, member]) => [`${nameOf(name)}:`, member] as const)
      : [];
  if (entries.length === 0) {
    lines.push(`${indent}${head}${head === "" ? "" : " "}${scalar(value)}`);
    return;
  }
  if (head !== "") lines.push(`${indent}${head}`);
  const inside = head === "" ? indent : `${indent}  `;
  for (const [mark, member] of entries) write(member, inside, mark, lines);
}

/** Older readers take a number with an exponent for a text unless it has a point. */
function scalar(value: JsonValue): string {
  const text = JSON.stringify(value);
  return typeof value === "number" ? text.replace(/^(-?\d+)e/, "$1.0e") : text;
}

function nameOf(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name);
}
