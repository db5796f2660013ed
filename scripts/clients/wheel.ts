/**
 * The wheel of the Python client (PEP 427): a package of one module with its types, which needs
 * nothing but Python's own library.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipOf, type ZipEntry } from "./zip.js";

const NAME = "calcmesh";
const PYTHON = ">=3.9";

function entry(name: string, text: string): ZipEntry {
  return { name, bytes: Buffer.from(text, "utf8") };
}

function recordLine({ bytes, name }: ZipEntry): string {
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return `${name},sha256=${digest},${bytes.length}`;
}

/**
 * @param module source of the client
 * @returns the path of the wheel in `folder`
 */
export function writeWheel(folder: string, module: string, version: string): string {
  const info = `${NAME}-${version}.dist-info`;
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${NAME}`,
    `Version: ${version}`,
    "Summary: Typed client of a calcmesh node",
    `Requires-Python: ${PYTHON}`,
    "Classifier: Typing :: Typed",
  ];
  const tags = [
    "Wheel-Version: 1.0",
    "Generator: calcmesh",
    "Root-Is-Purelib: true",
    "Tag: py3-none-any",
  ];
  const entries = [
    entry(`${NAME}/__init__.py`, module),
    entry(`${NAME}/py.typed`, ""),
    entry(`${info}/METADATA`, `${metadata.join("\n")}\n`),
    entry(`${info}/WHEEL`, `${tags.join("\n")}\n`),
  ];
  const record = `${info}/RECORD`;
  const lines = [...entries.map(recordLine), `${record},,`];
  const path = join(folder, `${NAME}-${version}-py3-none-any.whl`);
  writeFileSync(path, zipOf([...entries, entry(record, `${lines.join("\n")}\n`)]));
  return path;
}
