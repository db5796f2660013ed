/** The client's table of calls, written out as a module: it stands in the place of the one that makes it. */
import { calls, STREAM_PATH } from "../../api/client/table.js";

const API = "/api/";
/** By their first letters, as lines have them. */
const EFFECTS: Readonly<Record<string, string>> = { s: "seal", w: "write", d: "destroy" };

export function callTable(): string {
  return (
    `export const STREAM_PATH = ${JSON.stringify(STREAM_PATH)};\n` +
    `const EFFECTS = ${JSON.stringify(EFFECTS)};\n` +
    `export const calls = Object.fromEntries(${JSON.stringify(callLines())}.split("\\n").map(line => {` +
    `const [path, name, method, [letter, keyed] = "", rest] = line.split("\\t");` +
    `return [name, { method: method === "P" ? "POST" : method || "GET", ` +
    `path: path[0] === "/" ? path : ${JSON.stringify(API)} + path, ` +
    `...(letter && { effect: EFFECTS[letter] }), ...(keyed && { keyed: true }), ` +
    `...(rest && JSON.parse(rest)) }]; }));\n`
  );
}

/** A line for each operation, its path first: written so, the table is a tenth smaller for who loads it. */
function callLines(): string {
  const lines = Object.entries(calls).map(([name, shape]) => {
    const { effect = "", keyed, method, path, ...others } = shape;
    const letter = effect.slice(0, 1);
    if (effect !== (EFFECTS[letter] ?? ""))
      throw new Error(`${name}: no letter stands for the effect ${effect}`);
    if (keyed === true && letter === "") throw new Error(`${name}: a key without an effect`);
    const rest = Object.keys(others).length === 0 ? "" : JSON.stringify(others);
    if (rest.includes("\t")) throw new Error(`${name}: its line would be read in the wrong places`);
    const verb = method === "GET" ? "" : method === "POST" ? "P" : method;
    const at = path.startsWith(API) ? path.slice(API.length) : path;
    return [at, name, verb, `${letter}${keyed === true ? "1" : ""}`, rest].join("\t").trimEnd();
  });
  return lines.join("\n");
}
