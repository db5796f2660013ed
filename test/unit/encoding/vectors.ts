import { readFileSync } from "node:fs";

/** Test data by its path under test/vectors. The caller states the shape; a wrong one fails the first assertion. */
export function readVectors<T>(path: string): T {
  const data: T = JSON.parse(readFileSync(`test/vectors/${path}`, "utf8"));
  return data;
}
