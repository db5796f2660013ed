/** What compiled modules import. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * @param {string[]} files
 * @returns {string[]} these files and all of ours that they import, in any number of steps
 */
export function closure(files) {
  const seen = new Set(files);
  for (const file of seen) {
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+\.js(?:on)?)"/g,
    )) {
      const target = resolve(dirname(file), path);
      if (existsSync(target)) seen.add(target);
    }
  }
  return [...seen];
}
