/**
 * Looks at the tables of the database behind the requests, a little at a time, all of them once a
 * day. The store puts flipped bits right by itself; this says when it looks, and tells of it.
 */
import type { Clock, Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { LostPart, TableScrub } from "../../storage/tableScrub.js";
import type { Background } from "../runtime/background.js";
import { counter, gauge, type Gauge } from "../runtime/metrics/gauges.js";

/** Ten seconds between two pieces. */
export const SCRUB_EVERY_CALCONDS = 13;
/** Of one piece: some 20 ms of work, and 80 MB in a hundred seconds. */
export const SCRUB_PIECE_BYTES = 8_388_608;
/** A day from the end of a round to the next. */
export const SCRUB_REST_CALCONDS = 111_197;

const NO_FILES = { broken: [], bytes: 0, lost: [], mendedBits: 0, rounds: 0 };

interface Modules {
  /** Null where the store has no files of its own. */
  readonly tables: Pick<TableScrub, "step" | "figures"> | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told of what is damaged in more than one bit of a block. */
  readonly onLost?: (parts: readonly LostPart[]) => Promise<void>;
}

export function fileScrub({ clock, log, onLost, tables }: Modules): readonly Background[] {
  if (tables === null) return [];
  let nextCalcond = 0n;
  let told = 0;
  return [
    {
      name: "scrub",
      when: { everyCalconds: SCRUB_EVERY_CALCONDS },
      run: async (_signal, goOn) => {
        const calcond = clock.nowNs() / CALCOND_NS;
        if (calcond < nextCalcond) return "done";
        const end = await tables.step(SCRUB_PIECE_BYTES, goOn);
        if (end === "done") nextCalcond = calcond + BigInt(SCRUB_REST_CALCONDS);
        const { broken, lost } = tables.figures;
        if (lost.length + broken.length > told)
          log.error("the database has damage that its checksums cannot put right", {
            blocks: lost.length,
            tables: [...new Set([...lost.map(({ file }) => file), ...broken])].join(", "),
          });
        told = lost.length + broken.length;
        if (lost.length > 0) await onLost?.(lost);
        return "done";
      },
    },
  ];
}

export function scrubGauges(tables: Pick<TableScrub, "figures"> | null): readonly Gauge[] {
  const { broken, bytes, lost, mendedBits, rounds } = tables?.figures ?? NO_FILES;
  return [
    counter("db_scrubbed_bytes_total", "Bytes of tables held against their checksums", bytes),
    counter(
      "db_scrub_rounds_total",
      "Times that all tables were held against their checksums",
      rounds,
    ),
    counter("db_mended_total", "Flipped bits of files that were flipped back", mendedBits),
    gauge(
      "db_damaged_blocks",
      "Parts of tables that checksums cannot put right",
      lost.length + broken.length,
    ),
  ];
}
