/** The client's table of calls, written out as a module: it stands in the place of the one that makes it. */
import { calls, STREAM_PATH } from "../../api/client/table.js";

export function callTable(): string {
  return (
    `export const STREAM_PATH = ${JSON.stringify(STREAM_PATH)};\n` +
    `export const calls = Object.fromEntries(${JSON.stringify(callLines())}.split("\\n").map(line => {` +
    `const [path, name, method, effect, keyed, rest] = line.split("\\t");` +
    `return [name, { method, path, ...(effect && { effect }), ...(keyed && { keyed: true }), ` +
    `...(rest && JSON.parse(rest)) }]; }));\n`
  );
}

/** A line for each operation, its path first: written so, the table is a tenth smaller for who loads it. */
function callLines(): string {
  const lines = Object.entries(calls).map(([name, shape]) => {
    const { effect = "", keyed, method, path, ...others } = shape;
    const rest = Object.keys(others).length === 0 ? "" : JSON.stringify(others);
    if (rest.includes("\t")) throw new Error(`${name}: its line would be read in the wrong places`);
    return [path, name, method, effect, keyed === true ? "1" : "", rest].join("\t").trimEnd();
  });
  return lines.join("\n");
}
