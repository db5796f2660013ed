/** `calc backup` and `calc restore`. */
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { readBackup, type ReadBackup } from "../../../node/backup/readBackup.js";
import { isEmptyDirectory, restoreBackup } from "../../../node/backup/restore.js";
import { writeBackup } from "../../../node/backup/writeBackup.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { systemClock } from "../../../node/runtime/clock.js";
import { holdIdentity, IdentityInUseError } from "../../../node/runtime/identity/soleIdentity.js";
import { openBackup, type OpenBackup } from "../../../storage/backup/container.js";
import { BackupError } from "../../../storage/backup/errors.js";
import type { BackupManifest } from "../../../storage/backup/manifest.js";
import { diskFault } from "../life/diskFault.js";
import { freeBytes } from "../doctor/machine.js";
import { interruptible } from "../interrupt.js";
import { passphraseIn } from "../passphrase.js";
import { bytesText, progressOf } from "../progress.js";
import { dataDirOf, identityIn, openRecords } from "./records.js";
import { findingLines } from "./verifyDb.js";

const NS_PER_MS = 1_000_000n;
/** Below this a node seals nothing. */
const ROOM_BYTES = 16_777_216;

interface BackupOptions {
  readonly passphraseFile?: string;
}

interface RestoreOptions extends BackupOptions {
  readonly check?: boolean;
}

const PLAIN = "NOT ENCRYPTED: whoever has it has the node's secrets";
const PASSPHRASE = "--passphrase-file <file>";

export const backupVerb: Verb = {
  register(program, run) {
    const command = program
      .command("backup")
      .description(
        "Write everything a node keeps to one file, as of one instant, while it runs or is " +
          "stopped; with its secrets",
      )
      .argument("<file>", "a new file, or a directory for one named by node and time")
      .option(PASSPHRASE, "encrypt it under the passphrase in a file; - reads standard input")
      .addHelpText("after", "\nExample:\n  calc backup node.backup --passphrase-file secret.txt\n");
    command.action(async (where: string) => {
      await run(command, (session) => backedUp(session, where, command.opts<BackupOptions>()));
    });
  },
};

async function backedUp(
  session: Session,
  where: string,
  { passphraseFile }: BackupOptions,
): Promise<number> {
  if (session.options.url !== undefined)
    throw usage(
      "a backup has the node's secrets in it, which are read from its data directory",
      "Run it where the data directory is, with --data-dir instead of --url.",
    );
  const dataDir = await dataDirOf(session);
  const identity = await identityIn(dataDir);
  const created = new Date(Number(systemClock().nowNs() / NS_PER_MS)).toISOString();
  const file = await placeOf(where, identity.publicKeyHex, created);
  const passphrase =
    passphraseFile === undefined ? null : await passphraseIn(session, passphraseFile);
  const progress = progressOf(session);
  const [manifest, from] = await interruptible(async (signal) => {
    const source = await openRecords(session, signal);
    try {
      const onProgress = (records: number, bytes: number): void =>
        progress.tell(`${records} records, ${bytesText(bytes)}`);
      const options = { dataDir, identity, source, file, created, passphrase, signal, onProgress };
      return [await writeBackup(options).catch(explained(file)), source.from] as const;
    } finally {
      progress.end();
      await source.close();
    }
  });
  const { size } = await stat(file);
  const { bytes: content, ...said } = manifest;
  const isEncrypted = passphrase !== null;
  const shown = { ...said, file, bytes: size, content, encrypted: isEncrypted, from };
  if (session.options.json === true || session.options.field !== undefined) session.print(shown);
  else if (session.options.quiet !== true)
    session.modules.out(
      [
        `backup       ${file}, ${bytesText(size)}, ${isEncrypted ? "encrypted" : PLAIN}`,
        ...manifestLines(manifest),
        `from         ${from}`,
        "not in it    mesh secrets, and settings outside of the data directory",
        `next         calc restore ${file} --check${isEncrypted ? " --passphrase-file FILE" : ""} reads it through`,
        "",
      ].join("\n"),
    );
  return EXIT.ok;
}

function manifestLines({ engine_version, parts, public_key, records, spine }: BackupManifest) {
  return [
    `node         ${public_key}`,
    `spine        ${spine === null ? "no event yet" : `up to event ${spine.seq}, ${spine.id}`}`,
    `records      ${records} in ${parts.filter(({ records: of }) => of > 0).length} buckets, engine ${engine_version}`,
  ];
}

/** @throws CliError where something is there already */
async function placeOf(where: string, publicKey: string, created: string): Promise<string> {
  const path = resolve(where);
  const found = await stat(path).catch(() => null);
  if (found === null) {
    // A file in the place of a directory that is not mounted would be found by nobody.
    if (!/[/\\]$/.test(where)) return path;
    throw new CliError(
      "FILE",
      EXIT.notFound,
      `${path} is no directory: there is no such place`,
      "Make or mount it first.",
    );
  }
  if (found.isDirectory()) {
    const time = created.replace(/[-:]/g, "").replace(/\.\d+/, "");
    return placeOf(join(path, `calc-${publicKey.slice(0, 12)}-${time}.backup`), publicKey, created);
  }
  throw new CliError("CONFLICT", EXIT.conflict, `${path} is there already`, "Name a new file.");
}

export const restoreVerb: Verb = {
  register(program, run) {
    const command = program
      .command("restore")
      .description(
        "Make a data directory out of a backup, after all of it was verified; with --check only " +
          "verify it",
      )
      .argument("<file>", "what calc backup wrote")
      .option("--check", "read all of it and write nothing")
      .option(PASSPHRASE, "the passphrase of an encrypted one; - reads standard input")
      .addHelpText("after", "\nExample:\n  calc restore node.backup --data-dir ./node\n");
    command.action(async (file: string) => {
      await run(command, (session) => restored(session, file, command.opts<RestoreOptions>()));
    });
  },
};

async function restored(
  session: Session,
  path: string,
  { check = false, passphraseFile }: RestoreOptions,
): Promise<number> {
  const dir = await dataDirOf(session);
  if (!check) await refuseUsed(dir);
  const backup = await openBackup(path, async () => {
    if (passphraseFile !== undefined) return passphraseIn(session, passphraseFile);
    throw new BackupError("PASSPHRASE_NEEDED", "it is encrypted");
  }).catch(explained(path));
  try {
    const progress = progressOf(session);
    return await interruptible(async (signal) => {
      const read = await readBackup(backup, nodeCrypto, {
        signal,
        onProgress: (records) => progress.tell(`verified ${records} records`),
      }).catch(explained(path));
      progress.end();
      if (!read.report.ok || check) return showCheck(session, path, backup, read);
      await refuseFull(dir, read.manifest.bytes);
      await restoreBackup(backup, read, {
        dir,
        signal,
        onProgress: (records) =>
          progress.tell(`wrote ${records} of ${read.manifest.records} records`),
      }).catch(explained(dir));
      progress.end();
      return showRestored(session, dir, backup, read);
    });
  } finally {
    await backup.close();
  }
}

async function refuseUsed(dir: string): Promise<void> {
  if (await isEmptyDirectory(dir).catch(explained(dir))) return;
  throw new CliError(
    "CONFLICT",
    EXIT.conflict,
    `${dir} is not empty: a restore writes over nothing`,
    "Name an empty directory with --data-dir, or only verify with --check.",
  );
}

/** Records take about their own size until LevelDB has compressed them. */
async function refuseFull(dir: string, bytes: number): Promise<void> {
  const free = await freeBytes(dir);
  if (free >= bytes + ROOM_BYTES) return;
  throw new CliError(
    "FILE",
    EXIT.refused,
    `${dir}: ${bytesText(free)} are free, and ${bytesText(bytes + ROOM_BYTES)} may be needed`,
    "Free some room, or name a directory on another disk with --data-dir.",
  );
}

function showCheck(
  session: Session,
  path: string,
  { created, isEncrypted }: OpenBackup,
  { manifest, report }: ReadBackup,
): number {
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ file: path, created, encrypted: isEncrypted, manifest, report });
  else if (session.options.quiet !== true)
    session.modules.out(
      [
        report.ok
          ? "whole: every part is what the manifest says, and the records agree with each other"
          : `NOT IN ORDER: ${report.found} found; nothing was written`,
        `made         ${created}, ${isEncrypted ? "encrypted" : "not encrypted"}`,
        ...manifestLines(manifest),
        ...findingLines(report),
        "",
      ].join("\n"),
    );
  return report.ok ? EXIT.ok : EXIT.notVerified;
}

async function showRestored(
  session: Session,
  dir: string,
  { created }: OpenBackup,
  { manifest }: ReadBackup,
): Promise<number> {
  const isRunning = await runs(manifest.public_key);
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ ...manifest, dataDir: dir, original_runs: isRunning });
  else if (session.options.quiet !== true)
    session.modules.out(
      [
        `restored     ${dir}, as it was at ${created}`,
        ...manifestLines(manifest),
        ...(isRunning
          ? [
              "RUNNING      a node with this identity runs on this machine: stop it before this one starts",
            ]
          : []),
        "behind       what the node did since is not in it. In a mesh it asks its peers for its own",
        "             head before it seals. Without peers nobody can tell: start it only if the original",
        "             never runs again.",
        `next         calc daemon --data-dir ${dir}`,
        "",
      ].join("\n"),
    );
  return EXIT.ok;
}

/** Whether a process of this machine has the identity; told on Linux. */
async function runs(publicKey: string): Promise<boolean> {
  try {
    const held = await holdIdentity(publicKey);
    await held.release();
    return false;
  } catch (error) {
    if (error instanceof IdentityInUseError) return true;
    throw error;
  }
}

const NEXT: Readonly<Record<BackupError["code"], string>> = {
  NO_BACKUP: "Name a file that calc backup wrote.",
  BACKUP_CUT: "Take another copy of it, or an earlier backup.",
  BACKUP_DAMAGED: "Take another copy of it, or an earlier backup.",
  BACKUP_NEWER: "Restore it with the program that wrote it.",
  PASSPHRASE_NEEDED: "Give the file with its passphrase: --passphrase-file FILE.",
  PASSPHRASE_WRONG: "Give the passphrase under which it was made: --passphrase-file FILE.",
};

/** What goes wrong with a file or a directory, in words. */
function explained(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BackupError) {
      const isKey = error.code === "PASSPHRASE_NEEDED" || error.code === "PASSPHRASE_WRONG";
      throw new CliError(
        error.code,
        isKey ? EXIT.auth : EXIT.notVerified,
        `${path}: ${error.message}`,
        NEXT[error.code],
      );
    }
    throw diskFault(error, path) ?? error;
  };
}
