/** An exported log checked in the page: its rows, and the steps of a contract made again. */
import { chainAnswer } from "../../../protocol/contracts/chainAnswer.js";
import {
  ContractReplay,
  type ContractReplayVerdict,
} from "../../../protocol/contracts/logReplay.js";
import { CONTRACT } from "../../../protocol/log/contractLines.js";
import { ExportCheck, REACTOR } from "../../../protocol/log/exported.js";
import { LogReader, type RowReplay } from "../../../protocol/log/logReader.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import type { ProvedLog } from "./messages.js";
import { expectedNow } from "./prove.js";

export async function provedLog(registry: Registry, text: string): Promise<ProvedLog> {
  const reader = new LogReader<ContractReplayVerdict>({
    check: new ExportCheck(tweetCrypto, null, null, expectedNow().nowCalcond),
    replayFor: (machine) =>
      machine.startsWith(CONTRACT)
        ? new ContractReplay({
            crypto: tweetCrypto,
            registry,
            compute: async (request) => chainAnswer(registry, request),
            computes: "chains",
          })
        : machine.startsWith(REACTOR)
          ? unmadeSteps()
          : null,
  });
  for (const line of text.split("\n")) {
    await reader.line(line);
    if (reader.isDecided) break;
  }
  return reader.end();
}

/** Steps of reactors are counted, and not made again here: their log is sound at most. */
function unmadeSteps(): RowReplay<ContractReplayVerdict> {
  let firings = 0;
  return {
    add: async ({ row }) => {
      if (row.transitionType === "step") firings += 1;
    },
    get verdict() {
      const none = { program: null, replayed: 0, events: 0, firstDifference: null };
      return { ...none, firings, notReplayed: firings };
    },
  };
}
