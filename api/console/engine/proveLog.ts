/**
 * An exported log checked in the page: its rows, and the steps of a contract or a reactor made again.
 * Runs of solvers are weighed at first: they take long, and are made in a thread of their own.
 */
import { computingHere } from "../../../protocol/log/computing.js";
import {
  ContractReplay,
  type ContractReplayVerdict,
} from "../../../protocol/contracts/logReplay.js";
import { workOfRun } from "../../../protocol/kernel/solveAgain.js";
import { CONTRACT } from "../../../protocol/log/contractLines.js";
import { ExportCheck, REACTOR } from "../../../protocol/log/exported.js";
import { LogReader, type RowReplay } from "../../../protocol/log/logReader.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { TrajectoryReplay, type ReplayVerdict } from "../../../protocol/reactors/replay.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { Progress, SolverCard } from "../../../protocol/solvers/solver.js";
import type { ProvedLog, WeighedLog } from "./messages.js";
import { expectedNow, secondsOf } from "./prove.js";

/** What becomes of runs of solvers. */
interface Runs {
  /** Solvers that are run. */
  readonly cards: ReadonlyMap<string, SolverCard>;
  /** Hears of a run that is not made. */
  readonly left: (solver: string, inputs: JsonObject) => Promise<void>;
}

type Replays = ContractReplayVerdict | ReplayVerdict;

function replayFor(registry: Registry, { cards, left }: Runs, progress: Progress) {
  return (machine: string): RowReplay<Replays> | null => {
    if (machine.startsWith(CONTRACT))
      return new ContractReplay({
        crypto: tweetCrypto,
        registry,
        compute: computingHere(tweetCrypto, registry, progress),
        computes: cards,
        taken: async ({ inputs, solver }) => left(solver ?? "", inputs),
      });
    if (!machine.startsWith(REACTOR)) return null;
    const mayRun = async (solver: string, inputs: JsonObject): Promise<boolean> => {
      if (cards.has(solver)) return true;
      await left(solver, inputs);
      return false;
    };
    const trajectory = new TrajectoryReplay({ crypto: tweetCrypto, registry, mayRun });
    return {
      add: ({ payload, row }) => trajectory.row(row, payload),
      get verdict() {
        return trajectory.verdict;
      },
    };
  };
}

async function readLog(
  registry: Registry,
  text: string,
  runs: Runs,
  share: (done: number) => void = () => undefined,
): Promise<ProvedLog> {
  const lines = text.split("\n");
  let read = 0;
  const progress: Progress = (done, of) => share((read + (of > 0 ? done / of : 0)) / lines.length);
  const reader = new LogReader<Replays>({
    check: new ExportCheck(tweetCrypto, null, null, expectedNow().nowCalcond),
    replayFor: replayFor(registry, runs, progress),
  });
  for (const line of lines) {
    await reader.line(line);
    read += 1;
    share(read / lines.length);
    if (reader.isDecided) break;
  }
  return reader.end();
}

/** Without runs of solvers: what they would take stands beside. */
export async function provedLog(registry: Registry, text: string): Promise<WeighedLog> {
  let work = 0n;
  const solvers = new Set<string>();
  const proved = await readLog(registry, text, {
    cards: new Map(),
    left: async (solver, inputs) => {
      solvers.add(solver);
      work += await workOfRun(solver, inputs);
    },
  });
  const isWorthIt = proved.verdict === "sound" && solvers.size > 0;
  return { proved, again: isWorthIt ? { seconds: secondsOf(work), solvers: [...solvers] } : null };
}

/** With the runs of these solvers. @param share from 0 to 1, told while it runs */
export async function provedLogAgain(
  registry: Registry,
  text: string,
  solvers: readonly string[],
  share: (done: number) => void,
): Promise<ProvedLog> {
  const loaded = await Promise.all(solvers.map(loadSolver));
  const cards = new Map(loaded.map(({ card }) => [card.id, card]));
  return readLog(registry, text, { cards, left: async () => undefined }, share);
}
