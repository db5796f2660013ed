/** What modules import, compiled or not. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * @param {string[]} files
 * @returns {string[]} these files and all of ours that they import, in any number of steps
 */
export function closure(files) {
  const seen = new Set(files);
  for (const file of seen) {
    if (file.endsWith(".json")) continue;
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+\.js(?:on)?)"/g,
    )) {
      const compiled = resolve(dirname(file), path);
      const source = compiled.replace(/\.js$/, ".ts");
      const target = file.endsWith(".ts") ? source : compiled;
      if (existsSync(target)) seen.add(target);
    }
  }
  return [...seen];
}
