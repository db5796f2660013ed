/**
 * Started by the build (`record.ts`) with command lines by program: runs them one after the other
 * and keeps the code of each program. By then all that these need is compiled.
 */
import { cachedDataVersionTag } from "node:v8";
import { keepCode, load, loaded } from "./load.js";

interface Rehearsed {
  run(words: readonly string[]): Promise<number>;
}

const plan = JSON.parse(process.argv[2]!) as Readonly<Record<string, readonly string[][]>>;
for (const [name, lines] of Object.entries(plan)) {
  const program = load(name, import.meta.url) as Rehearsed;
  for (const words of lines) await program.run(words);
}
for (const file of loaded.values()) {
  if (cachedDataVersionTag() !== file.tag)
    throw new Error(`the engine's options changed under ${file.codePath}`);
  keepCode(file);
}
process.exit(0);
