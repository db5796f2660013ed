/** An exported log checked in the page: its rows, and the steps of a contract made again. */
import { chainAnswer } from "../../../protocol/contracts/chainAnswer.js";
import {
  ContractReplay,
  type ContractReplayVerdict,
} from "../../../protocol/contracts/logReplay.js";
import { CONTRACT } from "../../../protocol/log/contractLines.js";
import { ExportCheck } from "../../../protocol/log/exported.js";
import { LogReader } from "../../../protocol/log/logReader.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import type { ProvedLog } from "./messages.js";
import { expectedNow } from "./prove.js";

/** Steps of reactors are read, and not made again. */
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
        : null,
  });
  for (const line of text.split("\n")) await reader.line(line);
  return reader.end();
}
