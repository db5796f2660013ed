/** `calc verify-db`: every record of a node against what it follows from. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { RecordsCheck, type RecordsReport } from "../../../node/verifying/recordsCheck.js";
import { interruptible } from "../interrupt.js";
import { progressOf } from "../progress.js";
import { dataDirOf, identityIn, openRecords } from "./records.js";

export const verifyDbVerb: Verb = {
  register(program, run) {
    const command = program
      .command("verify-db")
      .description(
        "Verify all that a node keeps, while it runs or is stopped: checksums, spines and " +
          "signatures, envelopes, the journal and its sums, logs of machines; changes nothing",
      )
      .addHelpText("after", "\nExample:\n  calc verify-db --data-dir ./node\n");
    command.action(async () => {
      await run(command, verified);
    });
  },
};

async function verified(session: Session): Promise<number> {
  const { publicKeyHex } = await identityIn(await dataDirOf(session));
  const progress = progressOf(session);
  const [report, from] = await interruptible(async (signal) => {
    const source = await openRecords(session, signal);
    try {
      const check = new RecordsCheck(nodeCrypto, publicKeyHex);
      for await (const list of source.records()) {
        signal.throwIfAborted();
        check.take(list);
        progress.tell(`${check.records} records, ${check.found} found`);
      }
      return [check.end(), source.from] as const;
    } finally {
      progress.end();
      await source.close();
    }
  });
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ ...report, from });
  else if (session.options.quiet !== true)
    session.modules.out(
      [
        report.ok ? "all records are in order" : `NOT IN ORDER: ${report.found} found`,
        ...countLines(report),
        ...findingLines(report),
        `from         ${from}`,
        "",
      ].join("\n"),
    );
  return report.ok ? EXIT.ok : EXIT.notVerified;
}

function countLines(report: RecordsReport): readonly string[] {
  const { absent, authors, entries, envelopes, events, head, machines, records, rows, windows } =
    report;
  const own = head === null ? "none of its own" : `its own ends with event ${head.seq}, ${head.id}`;
  const gone = absent === 0 ? "" : `; those of ${absent} seal events are not here`;
  return [
    `records      ${records}`,
    `spines       ${events} events of ${authors} authors; ${own}`,
    `envelopes    ${envelopes} in ${windows} windows${gone}`,
    `journal      ${entries} entries`,
    `machines     ${rows} rows of ${machines}`,
  ];
}

/** The first faults, and how many more there are. */
export function findingLines({ findings, found }: RecordsReport): readonly string[] {
  const more = found - findings.length;
  return [
    ...findings.map(({ bucket, fault, key }) => `FAIL         ${bucket} ${key}: ${fault}`),
    ...(more > 0 ? [`             and ${more} more`] : []),
  ];
}
