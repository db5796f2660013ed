/**
 * Whose keys are whose. Who seals makes its windows durable in files ahead of the database, from
 * which they are brought in again after a loss of power; the rest of the process writes to the
 * database alone. A key that both write could get an older value back from such a file. So the two
 * write different keys: only what the sealing alone ever writes goes into the files, and the others
 * are refused those keys.
 */
import { buckets } from "../buckets.js";
import type { Behind } from "../checked.js";
import type { Operation } from "../kv.js";
import type { Progress } from "./progress.js";

/** Envelopes and the ledger: nobody else writes anything of them. */
const SEALED: ReadonlySet<number> = new Set(
  [
    buckets.env,
    buckets.rcpt,
    buckets.own,
    buckets.chain,
    buckets.balance,
    buckets.journal,
    buckets.charge,
    buckets.ledger,
    buckets.ran,
    buckets.ahead,
  ].map(({ number }) => number),
);
/** Spines: a key begins with its author. */
const BY_AUTHOR: ReadonlySet<number> = new Set(
  [buckets.ev, buckets.tip, buckets.tile].map(({ number }) => number),
);
/**
 * Named by a hash of what they hold and never deleted: whoever writes one writes the same bytes.
 */
const BY_CONTENT: ReadonlySet<number> = new Set(
  [buckets.id, buckets.body].map(({ number }) => number),
);

/**
 * The keys that only the sealing writes.
 * @param author whose spine it writes, in hex
 */
export function soleKeys(author: string): (key: Uint8Array) => boolean {
  const name = Buffer.from(author, "hex");
  return (key) => {
    const bucket = key[0]!;
    if (SEALED.has(bucket)) return true;
    return BY_AUTHOR.has(bucket) && name.equals(key.subarray(1, 1 + name.length));
  };
}

/** Whether a batch may go into the files ahead: nobody else writes other values to its keys. */
export function mayGoAhead(author: string): (operations: readonly Operation[]) => boolean {
  const isSole = soleKeys(author);
  return (operations) =>
    operations.every(({ type, key }) => isSole(key) || (type === "put" && BY_CONTENT.has(key[0]!)));
}

const MAY_BE_BEHIND: ReadonlySet<number> = new Set([...SEALED, ...BY_AUTHOR, ...BY_CONTENT]);

/** What others have to wait for before they read it: all that may go into the files ahead. */
export function behindOf(author: string, progress: Progress): Behind {
  const isSole = soleKeys(author);
  return {
    ofKey: (key) => (isSole(key) || BY_CONTENT.has(key[0]!) ? progress.caughtUp() : null),
    ofRange: ({ gte, lt }) => {
      const [first, last] = [gte[0] ?? 0, lt[0] ?? 0xff];
      for (const bucket of MAY_BE_BEHIND)
        if (first <= bucket && bucket <= last) return progress.caughtUp();
      return null;
    },
  };
}
