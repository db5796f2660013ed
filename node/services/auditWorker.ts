/** Reads the windows of a ledger for an audit in another thread. */
import { parentPort, workerData } from "node:worker_threads";
import { viewDatabase } from "../../storage/store.js";
import { nodeCrypto } from "../crypto.js";
import { packWindows } from "./auditPacked.js";
import type { AuditThreadData, FromAuditThread, ToAuditThread } from "./auditThread.js";
import { windowLists } from "./auditWindows.js";

/** Lists that nobody has gone through yet. */
const AHEAD_MAX = 16;

const port = parentPort!;

async function run({ database, end }: AuditThreadData): Promise<void> {
  const state = { ahead: 0, isStopped: false, wake: (): void => undefined };
  const turn = (): Promise<void> => new Promise((resolve) => { state.wake = resolve; });
  port.on("message", (message: ToAuditThread) => {
    if (message === "taken") state.ahead -= 1;
    else state.isStopped = true;
    state.wake();
  });
  const tell = (message: FromAuditThread): void => {
    port.postMessage(message, message === null ? [] : [message.numbers.buffer]);
  };
  const store = await viewDatabase(database);
  try {
    for await (const list of windowLists(store, nodeCrypto, end)) {
      while (state.ahead >= AHEAD_MAX && !state.isStopped) await turn();
      if (state.isStopped) break;
      state.ahead += 1;
      tell(packWindows(list));
    }
  } finally {
    await store.close();
  }
  tell(null);
  while (!state.isStopped) await turn();
  port.close();
}

// What stops it ends the thread, which tells the other.
void run(workerData as AuditThreadData);
