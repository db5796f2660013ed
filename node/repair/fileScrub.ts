/**
 * Looks at the tables of the database behind the requests, a little at a time, all of them once a
 * day. The store puts flipped bits right by itself; this says when it looks, and tells of it.
 */
import type { Clock, Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { TableScrub } from "../../storage/leveldb/tableScrub.js";
import type { Background } from "../runtime/background.js";
import { counter, counterBy, gauge, type Gauge } from "../runtime/metrics/gauges.js";
import type { RecordHolders, RecordRepair } from "./recordRepair.js";

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
  readonly repair: Pick<RecordRepair, "run" | "isOpen" | "figures">;
  /** What peers hold; null before the node has joined. */
  readonly holders: () => RecordHolders | null;
}

export function fileScrub({ clock, holders, log, repair, tables }: Modules): readonly Background[] {
  if (tables === null) return [];
  let nextCalcond = 0n;
  let lastReported = 0;
  return [
    {
      name: "scrub",
      when: { everyCalconds: SCRUB_EVERY_CALCONDS },
      run: async (_signal, goOn) => {
        const calcond = clock.nowNs() / CALCOND_NS;
        // What no peer had is asked for again, and what was found before any peer was there.
        const known = tables.figures.lost;
        if (repair.isOpen || known.length > 0) await repair.run(known, holders());
        if (calcond < nextCalcond) return "done";
        const end = await tables.step(SCRUB_PIECE_BYTES, goOn);
        if (end === "done") nextCalcond = calcond + BigInt(SCRUB_REST_CALCONDS);
        const { broken, lost } = tables.figures;
        if (lost.length + broken.length > lastReported)
          log.error("the database has damage that its checksums cannot put right", {
            blocks: lost.length,
            tables: [...new Set([...lost.map(({ file }) => file), ...broken])].join(", "),
          });
        lastReported = lost.length + broken.length;
        if (lost.length > 0) await repair.run(lost, holders());
        return "done";
      },
    },
  ];
}

/** Whether there is damage that neither checksums nor peers have put right. */
export function isDamagedStore(
  tables: Pick<TableScrub, "figures"> | null,
  { figures }: Pick<RecordRepair, "figures">,
): boolean {
  const { broken, lost } = tables?.figures ?? NO_FILES;
  return lost.length + broken.length + figures.missing > 0;
}

export function scrubGauges(
  tables: Pick<TableScrub, "figures"> | null,
  { figures: { derived, fetched, missing, setAside } }: Pick<RecordRepair, "figures">,
): readonly Gauge[] {
  const { broken, bytes, lost, mendedBits, rounds } = tables?.figures ?? NO_FILES;
  return [
    counter("db_scrubbed_bytes_total", "Bytes of tables held against their checksums", bytes),
    counter(
      "db_scrub_rounds_total",
      "Times that all tables were held against their checksums",
      rounds,
    ),
    counter("db_mended_total", "Flipped bits of files that were flipped back", mendedBits),
    counter("db_blocks_set_aside_total", "Damaged parts of tables that were set aside", setAside),
    counterBy("by", "db_restored_records_total", "Records of such parts that are there again", {
      derived,
      peers: fetched,
    }),
    gauge("db_missing_records", "Records of such parts that no peer gave", missing),
    gauge(
      "db_damaged_blocks",
      "Parts of tables that checksums cannot put right",
      lost.length + broken.length,
    ),
  ];
}
