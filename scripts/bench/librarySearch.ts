/**
 * The search of libraries, by the words of each category and by each name, beside a scan of all
 * records for the same words in the same process.
 */
import { performance } from "node:perf_hooks";
import { libraries } from "../../protocol/libraries/catalogue.js";
import { median, type Row } from "./report.js";

const ROUNDS = 20;

export function benchLibrarySearch(): Promise<readonly Row[]> {
  const { categories, libraries: all } = libraries.file;
  const texts = all.map((one) => JSON.stringify(one).toLowerCase());
  const questions = [...categories, ...all].map(({ name }) => name.replaceAll("-", " "));
  const found: number[] = [];
  const scanned: number[] = [];
  let hits = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const question of questions) {
      const words = question.toLowerCase().split(" ");
      const start = performance.now();
      hits += libraries.find(question).hits.length;
      const middle = performance.now();
      hits += texts.filter((text) => words.every((word) => text.includes(word))).length;
      found.push(middle - start);
      scanned.push(performance.now() - middle);
    }
  }
  if (hits === 0) throw new Error("nothing was found");
  found.sort((a, b) => a - b);
  const tail = found[Math.floor(found.length * 0.99)]!;
  return Promise.resolve([
    { name: `search of ${all.length} libraries`, value: median(found), unit: "ms" },
    { name: "one of a hundred takes longer than", value: tail, unit: "ms", target: "under 5 ms" },
    { name: "scan of all records", value: median(scanned), unit: "ms" },
  ]);
}
