/** A step of the build: writes the documents that are made from the contract, which git ignores. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { documents } from "./files.js";

for (const [path, text] of documents()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
