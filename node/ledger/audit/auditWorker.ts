/** Walks a range of the journal for an audit in another thread. */
import { parentPort, workerData } from "node:worker_threads";
import { viewDatabase } from "../../../storage/store.js";
import { nodeCrypto } from "../../runtime/crypto.js";
import { walkJournal } from "./journal.js";
import type { AuditThreadData, FromAuditThread, ToAuditThread } from "./thread.js";

/** How many entries are read before the next word of it. */
const TOLD_ENTRIES = 10_000;

const port = parentPort!;

async function run({ database, range, cursors }: AuditThreadData): Promise<void> {
  const state = { isStopped: false, told: 0 };
  port.on("message", (message: ToAuditThread) => {
    state.isStopped = message === "stop";
  });
  const tell = (message: FromAuditThread): void => {
    port.postMessage(message);
  };
  const store = await viewDatabase(database);
  try {
    const walked = await walkJournal(
      { range, isAll: false, cursors },
      {
        source: store,
        crypto: nodeCrypto,
        step: async (entries) => {
          if (state.isStopped) throw new Stopped();
          if (entries < state.told + TOLD_ENTRIES) return;
          state.told = entries;
          tell({ entries });
        },
      },
    );
    tell({ walked });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await store.close();
    port.close();
  }
}

class Stopped extends Error {}

// What stops it ends the thread, which tells the other.
void run(workerData as AuditThreadData);
