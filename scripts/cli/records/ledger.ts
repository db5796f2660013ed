/** `calc ledger audit`: through the daemon where one runs, else on its data directory. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { isNetworkFailure, type Session, type Verb } from "../../../api/cli/session.js";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { loadConfig } from "../../../config/load.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { auditLedger, type AuditReport } from "../../../node/ledger/audit/ledgerAudit.js";
import { refuseOthers } from "./ownDirectory.js";
import { diskFault } from "../life/diskFault.js";
import { StoreError, StoreLockedError } from "../../../storage/kv/errors.js";
import { openStore, type Store } from "../../../storage/store.js";

export const ledgerVerb: Verb = {
  register(program, run) {
    const group = program
      .command("ledger")
      .description("Balances, bookings and the audit of the ledger");
    group.action(() => {
      group.help({ error: true });
    });
    const command = group
      .command("audit")
      .description("Prove that every credit and envelope is accounted for, or name what is not");
    command.action(async () => {
      await run(command, async (session) => showReport(session, await reportOf(session)));
    });
  },
};

/** What a daemon says that runs, or what is read from its directory when none does. */
async function reportOf(session: Session): Promise<AuditReport | number> {
  try {
    const client = await session.modules.client(session.options);
    const outcome = await withProgress(session, (onProgress) =>
      client.ledgerAudit(
        {},
        {
          onProgress: (event) => {
            if (isProgress(event)) onProgress(event.done, event.of);
          },
        },
      ),
    );
    if (outcome.kind === "problem") return session.show(outcome);
    return outcome.value as unknown as AuditReport;
  } catch (error) {
    // A daemon that was killed leaves its address behind; one that lives keeps the directory
    // locked.
    const none =
      isNetworkFailure(error) || (error instanceof CliError && error.code === "UNREACHABLE");
    if (!none || session.options.url !== undefined) throw error;
  }
  return offline(session);
}

async function offline(session: Session): Promise<AuditReport> {
  const { store } = await openedOffline(session);
  try {
    return await withProgress(session, (onProgress) =>
      auditLedger(store, nodeCrypto, { onProgress }),
    );
  } finally {
    await store.close();
  }
}

/** The store of the data directory that is named, while no daemon has it. @throws CliError */
export async function openedOffline(
  session: Session,
): Promise<{ readonly dataDir: string; readonly store: Store }> {
  const { options } = session;
  const {
    config: { dataDir },
  } = await loadConfig(options.dataDir === undefined ? {} : { "data-dir": options.dataDir });
  // To open a directory that is none would make one.
  await access(join(dataDir, "db")).catch(() => {
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `${dataDir} is no data directory`,
      "Name one with --data-dir.",
    );
  });
  await refuseOthers(dataDir);
  return { dataDir, store: await opened(dataDir) };
}

/** Shows on a terminal how far it is. */
async function withProgress<T>(
  { modules, options }: Session,
  audit: (onProgress: (done: number, of: number) => void) => Promise<T>,
): Promise<T> {
  const tells = options.quiet !== true && options.json !== true && modules.isTerminal;
  let isShown = false;
  try {
    return await audit((done, of) => {
      isShown = tells;
      if (tells) modules.err(`\r${done} of ${of} entries`);
    });
  } finally {
    if (isShown) modules.err("\n");
  }
}

function isProgress(event: unknown): event is { readonly done: number; readonly of: number } {
  return (
    typeof event === "object" &&
    event !== null &&
    "done" in event &&
    typeof event.done === "number" &&
    "of" in event &&
    typeof event.of === "number"
  );
}

async function opened(dataDir: string): Promise<Store> {
  try {
    return await openStore({ dir: dataDir, isVisit: true });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const disk = diskFault(error, dataDir);
    if (disk !== null) throw disk;
    throw new CliError(
      error.code,
      error instanceof StoreLockedError ? EXIT.locked : EXIT.unexpected,
      error.message,
      error instanceof StoreLockedError
        ? "A daemon that runs answers for its directory; --url names it."
        : "Bring back a copy of the whole data directory: the database cannot be opened.",
    );
  }
}

function showReport(session: Session, report: AuditReport | number): number {
  if (typeof report === "number") return report;
  if (session.options.json === true || session.options.field !== undefined) session.print(report);
  else if (session.options.quiet !== true) session.modules.out(textOf(report));
  return report.ok ? EXIT.ok : EXIT.notVerified;
}

function textOf({
  accounts,
  entries,
  envelopes,
  findings,
  found,
  head,
  live,
  ok,
  totals,
  windows,
}: AuditReport): string {
  const faults = findings.map(({ bucket, fault, key }) => `  ${bucket} ${key}: ${fault}`);
  const more = found > findings.length ? [`  and ${found - findings.length} more`] : [];
  return [
    ok ? "every credit and envelope is accounted for" : `NOT IN ORDER: ${found} found`,
    `  ${entries} entries, ${accounts} accounts, ${envelopes} envelopes in ${windows} windows; ` +
      `the last entry is ${head}`,
    `  credits: ${-totals["mint:credits"]} issued = ${totals.free} free + ${totals.paid} paid + ` +
      `${totals["burn:credits"]} burned`,
    `  free-funded envelopes: ${-totals["mint:free"]} minted = ${live.free ?? "?"} live + ` +
      `${totals["burn:free"]} burned`,
    `  paid-funded envelopes: ${-totals["mint:paid"]} minted = ${live.paid ?? "?"} live + ` +
      `${totals["burn:paid"]} burned`,
    ...faults,
    ...more,
    "",
  ].join("\n");
}
