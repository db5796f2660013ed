/**
 * What one command costs: processor time and memory of its process, from start to end, beside a bare
 * `node` and, where it is named, beside the program of another build: `commands:PATH/calc.js`.
 */
import { join } from "node:path";
import { CALC, startNode, temporaryDir } from "../devnet/daemons.js";
import { usedBy, type Used } from "./compare/processorTime.js";
import { median, type Row } from "./report.js";

const ROUNDS = 7;
export const COMMANDS: readonly (readonly [name: string, words: readonly string[]])[] = [
  ["health", ["health"]],
  ["compute", ["compute", "NM21", "m1=5.9722e24", "m2=7.342e22", "r=3.844e8"]],
  ["operators", ["operators", "gravitation"]],
  ["a mistyped verb", ["helth"]],
  ["evaluate", ["evaluate", "E = m c^2", "m=1kg"]],
  ["convert", ["convert", "3", "mi", "to", "km"]],
];
const TARGETS: Readonly<Record<string, string>> = {
  evaluate: "at most 0.25 s",
  convert: "at most 0.25 s",
};

/** In turns, so that all of them meet the same moments of the machine. */
function medians(lines: readonly (readonly string[])[], env: NodeJS.ProcessEnv): readonly Used[] {
  const rounds = Array.from({ length: ROUNDS }, () => lines.map((words) => usedBy(words, env)));
  return lines.map((_, i) => ({
    seconds: median(rounds.map((round) => round[i]!.seconds)),
    megabytes: median(rounds.map((round) => round[i]!.megabytes)),
  }));
}

/** @param other the executable of another build */
export async function benchCommands(other?: string): Promise<readonly Row[]> {
  const home = temporaryDir("commands");
  const dataDir = join(home.path, ".local", "share", "calcmesh");
  const node = await startNode({ dataDir, args: ["--log-level", "warn"] });
  const env = { ...process.env, HOME: home.path, XDG_DATA_HOME: "", NO_COLOR: "1" };
  const programs = other === undefined ? [CALC] : [CALC, other];
  try {
    const [bare] = medians([["-e", "0"]], env);
    const rows: Row[] = [
      { name: "bare node, processor time", value: bare!.seconds, unit: "s" },
      { name: "bare node, memory", value: bare!.megabytes, unit: "MB" },
    ];
    for (const [name, words] of COMMANDS) {
      const used = medians(
        programs.map((program) => [program, ...words]),
        env,
      );
      used.forEach(({ megabytes, seconds }, i) => {
        const of = i === 0 ? name : `${name}, the other build`;
        rows.push(
          {
            name: `${of}: processor time`,
            value: seconds,
            unit: "s",
            ...(i === 0 ? { target: TARGETS[name] ?? "at most 0.12 s" } : {}),
          },
          { name: `${of}: memory`, value: megabytes, unit: "MB" },
        );
      });
    }
    return rows;
  } finally {
    await node.stop();
    home.remove();
  }
}
