import { readFileSync } from "node:fs";

/** The JSON text of test data, by its path under test/vectors. */
export function vectorText(path: string): string {
  return readFileSync(`test/vectors/${path}`, "utf8");
}
