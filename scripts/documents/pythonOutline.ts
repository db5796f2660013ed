/**
 * The outline of the Python client: a line for each class and each method that is written from the
 * contract. What is the same whatever the contract says is in the repository, and has none.
 */
import { writtenByHand } from "../clients/pythonClient.js";
import { digestOf } from "./outline.js";
import { lineOf, type Line } from "./pinned.js";

/** Begins a class, a type or a method in the generated part, which indents by four. */
const HEAD = /^(?=class \w+|\w+ = TypedDict\()/m;
const METHOD = /^(?= {4}(?:async )?def \w+)/m;
const CLIENT = "class Client";
const ROWS = /^OPERATIONS: .*?^}\n/ms;
/** A row of the table of operations by its name. */
const ROW = /^ {4}"(\w+)": [^]*?\),?\n(?= {4}"|})/gm;
const USED_ROW = /OPERATIONS\["(\w+)"\]/g;

export function pythonOutline(client: string): readonly Line[] {
  const written = client.slice(
    writtenByHand("runtime.py").length,
    client.lastIndexOf(writtenByHand("closing.py")),
  );
  const rows = rowsOf(written);
  const [about = "", ...blocks] = written.replace(ROWS, "").split(HEAD);
  return [
    lineOf("about", digestOf(about.trim())),
    ...blocks.flatMap((block) =>
      block.startsWith(CLIENT) ? methodsOf(block, rows) : [typeLine(block)],
    ),
  ];
}

function rowsOf(written: string): ReadonlyMap<string, string> {
  const [table = ""] = ROWS.exec(written) ?? [];
  return new Map([...table.matchAll(ROW)].map(([row, name = ""]) => [name, row]));
}

function typeLine(block: string): Line {
  const [head = "", ...members] = block.trim().split("\n");
  const name = /\w+(?= =)|(?<=class )\w+/.exec(head)?.[0] ?? head;
  const parts = members
    .join("\n")
    .replaceAll(/\n {5,}/g, " ")
    .split("\n")
    .map((line) => line.trim().replace(/,$/, ""))
    .filter((line) => line !== "" && line !== "}, total=False)");
  return lineOf(name, digestOf(block.trim()), parts);
}

/** A method with the rows of the table that it uses: they are half of what it does. */
function methodsOf(block: string, rows: ReadonlyMap<string, string>): readonly Line[] {
  const [about = "", ...methods] = block.split(METHOD);
  return [
    lineOf("Client", digestOf(about.trim())),
    ...methods.map((text) => {
      const [, name = "", parameters = "", result = ""] =
        /def (\w+)\(\n?([^]*?)\n? *\) -> (.*):\n/.exec(text) ?? [];
      const used = [...text.matchAll(USED_ROW)].map(([, row = ""]) => rows.get(row) ?? "");
      return lineOf(`Client.${name}`, digestOf([text.trim(), ...used]), [
        ...parametersOf(parameters),
        `-> ${result}`,
      ]);
    }),
  ];
}

/** Between commas that are in no brackets. */
function parametersOf(text: string): readonly string[] {
  const found: string[] = [""];
  let depth = 0;
  for (const character of text.replaceAll(/\s+/g, " ")) {
    if ("[(".includes(character)) depth += 1;
    if ("])".includes(character)) depth -= 1;
    if (character === "," && depth === 0) found.push("");
    else found[found.length - 1] += character;
  }
  return found.map((one) => one.trim()).filter((one) => !["", "self", "*"].includes(one));
}
