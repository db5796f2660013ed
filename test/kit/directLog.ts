/** A log of machines for tests without commit windows: each entry is a window of its own. */
import { MachineLog } from "../../node/machines/log/machineLog.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Deadlines } from "../../node/runtime/deadlines.js";
import type { StagedLog } from "../../node/sealing/stagedLog.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Store } from "../../storage/store.js";

interface DirectModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
}

export function directLog({ deadlines, store }: DirectModules): MachineLog {
  const seed = new Uint8Array(32).fill(9);
  const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex");
  let turn: Promise<unknown> = Promise.resolve();
  const enter = async <Entry, Came>(log: StagedLog<Entry, Came>, entry: Entry): Promise<Came> => {
    await log.load([entry]);
    const calcond = deadlines.now();
    const ns = BigInt(calcond) * CALCOND_NS;
    const part = log.stage([log.ready(entry)], {
      instant: { R_t: 1, calcond, phase: 0 },
      ns,
      enter: () => undefined,
    });
    try {
      await store.kv.batch(part.operations, { sync: true });
    } catch (error) {
      await log.reload();
      throw error;
    }
    log.confirm(log.end);
    return part.came()[0]!;
  };
  return new MachineLog({
    crypto: nodeCrypto,
    store,
    deadlines,
    spine: { author: { seed, publicKey }, net: "0badcafe" },
    sealer: {
      enter: (log, entry) => {
        const entered = turn.then(() => enter(log, entry));
        turn = entered.catch(() => undefined);
        return entered;
      },
    },
  });
}
