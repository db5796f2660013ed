/** The data directory: whether it can be written, has room, its secrets, its database, its head. */
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  IDENTITY_FILES,
  IdentityError,
  readIdentity,
} from "../../../node/runtime/identity/identity.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { SpineDamagedError } from "../../../node/spine/ownSpine.js";
import { readOwnHead } from "../../../node/spine/headFile.js";
import { clockHold } from "../../../node/spine/clockHold.js";
import { StoreError, StoreLockedError } from "../../../storage/kv/errors.js";
import { damageOf, databaseBytes, openStore, type Store } from "../../../storage/store.js";
import { diskFault, isAbsent, RIGHTS } from "../life/diskFault.js";
import { otherOwner } from "../records/ownDirectory.js";
import { bytesText } from "../progress.js";
import { fail, ok, skip, warn, type Check, type Patient, type Row } from "./row.js";

const NO_NODE = "no node yet";
/** Below this a node seals nothing. */
const ROOM_BYTES_MIN = 16_777_216;
const ROOM_BYTES_GOOD = 1_073_741_824;
const PRIVATE = 0o077;

const home: Check = async ({ dataDir }) => {
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    const disk = found.code === "ENOENT" ? null : diskFault(found, dataDir);
    return disk === null
      ? warn("home", `${dataDir} is not there: ${NO_NODE}`, `calc init --data-dir ${dataDir}`)
      : fail("home", disk.message, disk.next);
  }
  if (!found.isDirectory())
    return fail("home", `${dataDir} is no directory`, "Name another one with --data-dir");
  // Asking for the right to write is not enough: a file system may be mounted read-only or full.
  const probe = join(dataDir, `doctor-${process.pid}`);
  try {
    const file = await open(probe, "wx", 0o600);
    try {
      await file.writeFile("written by calc doctor\n");
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
  } catch (error) {
    const fault = diskFault(error, dataDir);
    const isOthers = RIGHTS.has(String(fault?.members["system"]));
    return fail(
      "home",
      fault?.message ?? String(error),
      isOthers ? `sudo chown -R "$(id -un)" ${dataDir}` : (fault?.next ?? "Mend what that says"),
    );
  }
  if ((found.mode & PRIVATE) !== 0)
    return warn("home", `${dataDir} can be read by others`, `chmod 700 ${dataDir}`);
  return ok("home", `${dataDir} can be written`);
};

/** Files that another user left behind, as by a verb that was run as root. */
const ownership: Check = async ({ dataDir }) => {
  const found = await stat(dataDir).catch(() => null);
  if (found === null || process.getuid === undefined) return skip("owner", NO_NODE);
  const names = ["VERSION", "acknowledged", "head.json", "identity", "db"];
  const inside = await readdir(join(dataDir, "db")).catch(() => []);
  for (const name of [...names, ...inside.map((file) => join("db", file))]) {
    const path = join(dataDir, name);
    const of = await stat(path).catch(() => null);
    if (of !== null && of.uid !== found.uid)
      return fail(
        "owner",
        `${path} is of user ${of.uid}, and the directory of user ${found.uid}`,
        `sudo chown -R ${found.uid} ${dataDir}`,
      );
  }
  return ok("owner", `all of it is of user ${found.uid}`);
};

const disk: Check = async ({ dataDir, machine }) => {
  const free = await machine.freeBytes(dataDir);
  const held = await databaseBytes(dataDir).catch(() => 0);
  const says = `${bytesText(free)} are free, the database has ${bytesText(held)}`;
  const mend = `Free some room: df -h ${dataDir} tells the disk`;
  if (free < ROOM_BYTES_MIN) return fail("disk", `${says}: nothing is sealed`, mend);
  return free < ROOM_BYTES_GOOD || free < held ? warn("disk", says, mend) : ok("disk", says);
};

const identity: Check = async ({ dataDir }) => {
  const dir = join(dataDir, "identity");
  const mode = await modeOf(dir);
  if (mode === null) return skip("identity", NO_NODE);
  // A file that others can read is refused, so modes come first.
  for (const name of IDENTITY_FILES) {
    const path = join(dir, name);
    const of = await modeOf(path);
    if (of !== null && (of & PRIVATE) !== 0)
      return fail(
        "identity",
        `${path} can be read by others: mode ${of.toString(8)}`,
        `chmod 600 ${path}`,
      );
  }
  try {
    const found = await readIdentity(dataDir, nodeCrypto);
    if (found === null) return skip("identity", NO_NODE);
    await readOwnHead(dataDir, nodeCrypto);
    const says = `${found.publicKeyHex.slice(0, 16)}, its secrets are private and whole`;
    return (mode & PRIVATE) === 0
      ? ok("identity", says)
      : warn("identity", `${dir} can be entered by others`, `chmod 700 ${dir}`);
  } catch (error) {
    if (error instanceof IdentityError) return fail("identity", error.message, RESTORE);
    // The row of the head says so.
    if (error instanceof SpineDamagedError) return ok("identity", "its secrets can be read");
    throw error;
  }
};

const RESTORE = "calc restore FILE --data-dir NEW-DIRECTORY makes one out of a backup";

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

const store: Check = async ({ api, dataDir }) => {
  if (!(await hasDatabase(dataDir))) return skip("store", NO_NODE);
  if (api !== null)
    return ok("store", `open in process ${api.pid}; calc verify-db reads it through`);
  const owner = await otherOwner(dataDir);
  if (owner !== null)
    return warn(
      "store",
      `it is of user ${owner}, so it was not opened by this one`,
      `sudo -u '#${owner}' calc doctor --data-dir ${dataDir}`,
    );
  try {
    const damage = await damageOf(dataDir);
    if (damage !== null)
      return fail(
        "store",
        damage.message,
        `calc store accept-loss --data-dir ${dataDir}, or: ${RESTORE}`,
      );
    await (await openStore({ dir: dataDir, isVisit: true })).close();
    return ok("store", "opens, and no file is missing; calc verify-db reads it through");
  } catch (error) {
    if (error instanceof StoreLockedError)
      return fail(
        "store",
        "another process has it and says nothing of itself in api.json",
        `fuser -v ${join(dataDir, "db", "LOCK")} names it: stop it`,
      );
    if (error instanceof StoreError)
      return fail("store", error.message, diskFault(error, dataDir)?.next ?? RESTORE);
    throw error;
  }
};

async function hasDatabase(dataDir: string): Promise<boolean> {
  try {
    return (await readdir(join(dataDir, "db"))).length > 0;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Reads the store of a stopped node. @returns null where there is none to be read */
async function stopped<T>(
  { api, dataDir }: Patient,
  read: (store: Store) => Promise<T>,
): Promise<T | null> {
  if (api !== null || !(await hasDatabase(dataDir))) return null;
  if ((await otherOwner(dataDir)) !== null) return null;
  let opened: Store;
  try {
    opened = await openStore({ dir: dataDir, isVisit: true });
  } catch (error) {
    // The row of the store says so.
    if (error instanceof StoreError) return null;
    throw error;
  }
  try {
    return await read(opened);
  } finally {
    await opened.close();
  }
}

const head: Check = async (patient) => {
  const { api, dataDir } = patient;
  if (api !== null) return skip("head", "compared when the node started");
  try {
    if (!(await hasDatabase(dataDir))) return skip("head", NO_NODE);
    const noted = await readOwnHead(dataDir, nodeCrypto);
    if (noted === null) return skip("head", "none was noted yet");
    const found = await readIdentity(dataDir, nodeCrypto);
    if (found === null) return skip("head", NO_NODE);
    const row = await stopped(patient, async ({ spine }): Promise<Row> => {
      const event = await spine.event(found.publicKeyHex, noted.seq);
      return event?.id === noted.id
        ? ok("head", `event ${noted.seq} is there, as it was noted`)
        : fail(
            "head",
            `event ${noted.seq} was written before the last stop, and the database has another or none`,
            RESTORE,
          );
    });
    return row ?? skip("head", "the store cannot be read");
  } catch (error) {
    if (error instanceof SpineDamagedError) return fail("head", error.message, RESTORE);
    if (error instanceof IdentityError) return skip("head", "the identity cannot be read");
    throw error;
  }
};

/** A stopped node's clock against its own head; a running one is asked by another check. */
export async function stoppedClock(patient: Patient): Promise<Row> {
  const found = await readIdentity(patient.dataDir, nodeCrypto).catch(() => null);
  if (found === null) return skip("clock", "nothing to compare it with yet");
  const { machine } = patient;
  const hold = await stopped(patient, (opened) =>
    clockHold(opened, found.publicKeyHex, machine.nowNs()),
  );
  if (hold === null || hold.events === 0) return skip("clock", "nothing to compare it with");
  const isHeld = hold.sealsFromNs > hold.nowNs;
  return isHeld
    ? fail(
        "clock",
        `it is behind what the node sealed last, by ${(hold.sealsFromNs - hold.nowNs) / 1_000_000n} ms`,
        `timedatectl set-ntp true; calc clock --data-dir ${patient.dataDir} says more`,
      )
    : ok("clock", "it is not behind the node's own head; peers tell more once it runs");
}

export const DIRECTORY_CHECKS: readonly Check[] = [home, ownership, disk, identity, store, head];
