/** `calc init`: makes the data directory of a node that has not started yet. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { USER_FILE } from "../../../config/gathered.js";
import { processEnvironment } from "../../../config/gathered.js";
import { settings } from "../../../config/settings.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { hasWork } from "../../../node/mesh/intake/keyWork.js";
import { peerIdOf } from "../../../node/mesh/host/peerKey.js";
import { isEmptyDirectory } from "../../../node/backup/restore.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { makeIdentity } from "../../../node/runtime/identity/identity.js";
import { makeDirectory } from "../../../storage/leveldb/makeDirectory.js";
import { diskFault } from "./diskFault.js";
import { dataDirOf } from "../records/records.js";

export const initVerb: Verb = {
  register(program, run) {
    const command = program
      .command("init")
      .description(
        "Make the data directory of a new node: its identity, and a file of settings with what each " +
          "is for; writes over nothing",
      )
      .addHelpText("after", "\nExample:\n  calc init --data-dir ./node\n");
    command.option("--work", "make a key that shows work, which has a place sooner on a full mesh");
    command.action(async () => {
      const withWork = command.opts<{ work?: boolean }>().work === true;
      await run(command, (session) => createAccount(session, withWork));
    });
  },
};

async function createAccount(session: Session, withWork: boolean): Promise<number> {
  const dataDir = await dataDirOf(session);
  const disk = (error: unknown): never => {
    throw diskFault(error, dataDir) ?? error;
  };
  if (!(await isEmptyDirectory(dataDir).catch(disk))) {
    const found = (await readdir(dataDir)).includes("identity");
    throw new CliError(
      "CONFLICT",
      EXIT.conflict,
      found ? `${dataDir} has a node already` : `${dataDir} is not empty`,
      found
        ? `calc id --data-dir ${dataDir} tells which; another --data-dir takes another node.`
        : "Name a new or an empty directory with --data-dir.",
    );
  }
  const identity = await make(dataDir, withWork).catch(disk);
  const file = join(dataDir, USER_FILE);
  const peerId = peerIdOf(identity);
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ data_dir: dataDir, config: file, public_key: identity, peer_id: peerId });
  else if (session.options.quiet !== true)
    session.modules.out(
      [
        `directory    ${dataDir}`,
        `settings     ${file}`,
        `public key   ${identity}`,
        `peer id      ${peerId}`,
        `next         calc daemon --data-dir ${dataDir}`,
        "",
      ].join("\n"),
    );
  return EXIT.ok;
}

/** The identity last: without it the directory is not taken for a node's. @returns its public key */
async function make(dataDir: string, withWork: boolean): Promise<string> {
  await makeDirectory(dataDir);
  await writeFile(join(dataDir, USER_FILE), settingsText(), { mode: 0o600, flag: "wx" });
  const shows = (seed: Uint8Array): boolean =>
    hasWork(nodeCrypto, toHex(nodeCrypto.ed25519PublicKey(seed)));
  const accepts = withWork ? shows : undefined;
  return (await makeIdentity(dataDir, nodeCrypto, undefined, accepts)).publicKeyHex;
}

/** Settings with what they are for, all as comments: what a later version gives by default holds. */
function settingsText(): string {
  const environment = processEnvironment();
  const rows = settings
    .filter(({ key }) => key !== "dataDir")
    .flatMap(({ about, fallback, key }) => [
      `//   ${key}  ${JSON.stringify(fallback(environment))}`,
      `//       ${about}`,
    ]);
  return [
    "// Settings of this node. Lines that begin with // are not read. A flag wins over CALC_... in",
    "// the environment, that over ./calc.json, and that over this file. As in:",
    "//",
    '//   { "http": { "listen": "127.0.0.1:8287" }, "metrics": { "listen": "off" } }',
    "//",
    "// `calc config list --origin` shows what holds. What there is, with its default:",
    "//",
    ...rows,
    "{",
    "}",
    "",
  ].join("\n");
}
