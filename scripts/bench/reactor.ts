/**
 * Steps of a closed-form reactor beside the same computations, one after the other on one connection:
 * an account pays for each, and each is synced before it is answered.
 */
import { performance } from "node:perf_hooks";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { ask, payer } from "./charged.js";
import { median, type Row } from "./report.js";

const CALLS = 1_000;
/** Both are measured in turns of so many, so that what else the machine does meets both. */
const TURN = 50;

const CHAIN = ["NM19"];
const PROGRAM = {
  operators: CHAIN,
  initialState: { value: 8 },
  transition: { inputs: { m: 2, a: "x.value / 4.0 + u" } },
};

export async function benchReactor(): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  try {
    const key = await payer(node);
    const opened = await ask(node, "POST", "/api/calc/reactor", key, PROGRAM);
    const { reactor } = opened;
    const compute = (i: number) =>
      ask(node, "POST", "/api/calc/compute", key, { operators: CHAIN, inputs: { m: 2, a: i } });
    const step = (i: number) => ask(node, "POST", "/api/calc/reactor/step", key, { reactor, u: i });
    for (let i = 0; i < TURN; i += 1) await compute(i);
    for (let i = 0; i < TURN; i += 1) await step(i);
    const times = { compute: 0, step: 0 };
    const ratios: number[] = [];
    for (let at = 0; at < CALLS; at += TURN) {
      const computes = await timed(at, compute);
      const steps = await timed(at, step);
      times.compute += computes;
      times.step += steps;
      ratios.push(steps / computes);
    }
    return [
      { name: `${CALLS} computations`, value: times.compute / 1_000, unit: "s" },
      { name: `${CALLS} steps of a reactor`, value: times.step / 1_000, unit: "s" },
      { name: "steps / computations", value: times.step / times.compute, unit: "ratio" },
      { name: `median of the turns of ${TURN}`, value: median(ratios), unit: "ratio" },
    ];
  } finally {
    await node.stop();
    dir.remove();
  }
}

async function timed(first: number, call: (i: number) => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (let i = 0; i < TURN; i += 1) await call(first + i);
  return performance.now() - startMs;
}
