/** `calc id`: who a node is, whether it runs or not. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { loadConfig } from "../../../config/load.js";
import { peerIdOf } from "../../../node/mesh/host/peerKey.js";
import { apiFilePath, type ApiInfo } from "../../../node/runtime/apiFile.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import {
  IdentityError,
  moveNextSecret,
  readSecretFile,
} from "../../../node/runtime/identity/identity.js";
import { askKeyChange } from "../../../node/runtime/identity/keyChange.js";
import { isAbsent } from "./diskFault.js";
import { identityIn } from "../records/records.js";

export const idVerb: Verb = {
  register(program, run) {
    const command = program
      .command("id")
      .description("Who the node is: public key, fingerprint, peer id, addresses; needs no daemon")
      .addHelpText("after", "\nExample:\n  calc id --field peer_id\n");
    command.action(async () => {
      await run(command, shown);
    });
    const move = command
      .command("move-next")
      .description(
        "Move the secret of the key that may follow out of the data directory, to a new file for a " +
          "place apart; the node runs on without it",
      )
      .argument("<file>", "new file, kept where the data directory is not");
    for (const change of ["rotate", "revoke"] as const) changeVerb(command, run, change);
    move.action(async (file: string) => {
      await run(move, (session) => nextMoved(session, file));
    });
  },
};

const CHANGES = {
  rotate: {
    text: "Give the node its next key with its next start; what it holds and what peers know of it follow",
    next: "Start the node again. Its first act is the last event of the old key.\n",
  },
  revoke: {
    text:
      "Take a stolen key away: with its next start the node goes on under its next key, and what the old one " +
      "signs behind the last event that stands counts nowhere",
    next: "Start the node. Its peers refuse the old key as soon as they hear of it.\n",
  },
} as const;

function changeVerb(
  command: Parameters<Verb["register"]>[0],
  run: Parameters<Verb["register"]>[1],
  change: keyof typeof CHANGES,
): void {
  const verb = command
    .command(change)
    .description(CHANGES[change].text)
    .argument("[file]", "secret of the next key, where calc id move-next has moved it out");
  if (change === "revoke")
    verb.option("--last <number>", "number of the last event that stands; the last one here");
  verb.action(async (file: string | undefined) => {
    const { last } = verb.opts<{ last?: string }>();
    await run(verb, (session) => changeAsked(session, change, { file, last }));
  });
}

async function changeAsked(
  session: Session,
  change: keyof typeof CHANGES,
  { file, last }: { readonly file: string | undefined; readonly last: string | undefined },
): Promise<number> {
  if (last !== undefined && !/^\d{1,15}$/.test(last)) throw usage("--last takes a whole number");
  const { dataDir: named } = session.options;
  const { config } = await loadConfig(named === undefined ? {} : { "data-dir": named });
  try {
    const secret = file === undefined ? null : await readSecretFile(file);
    if (file !== undefined && secret === null) throw new IdentityError(`${file} is not there`);
    const asked = { change, last: last === undefined ? null : Number(last) };
    const { key } = await askKeyChange(config.dataDir, asked, secret, nodeCrypto);
    const { nextPublicKey } = await identityIn(config.dataDir);
    const said = { change, key, next: Buffer.from(nextPublicKey).toString("hex") };
    if (session.options.json === true || session.options.field !== undefined) session.print(said);
    else if (session.options.quiet !== true)
      session.modules.out(
        `${key} ends, and ${said.next} follows it\nnext: ${CHANGES[change].next}`,
      );
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    throw new CliError("IDENTITY", EXIT.notFound, error.message, `calc id ${change} --help`);
  }
}

async function nextMoved(session: Session, file: string): Promise<number> {
  const { dataDir: named } = session.options;
  const { config } = await loadConfig(named === undefined ? {} : { "data-dir": named });
  const { nextPublicKey } = await identityIn(config.dataDir);
  try {
    await moveNextSecret(config.dataDir, file, nodeCrypto);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    throw new CliError("IDENTITY", EXIT.notFound, error.message, "calc id move-next --help");
  }
  const said = { next_public_key: Buffer.from(nextPublicKey).toString("hex"), file };
  if (session.options.json === true || session.options.field !== undefined) session.print(said);
  else if (session.options.quiet !== true)
    session.modules.out(
      `the secret of ${said.next_public_key} is in ${file}, and no more in the data directory\n` +
        "next: Keep that file apart from the node and its backups, twice.\n",
    );
  return EXIT.ok;
}

async function shown(session: Session): Promise<number> {
  const { dataDir: named } = session.options;
  const { config } = await loadConfig(named === undefined ? {} : { "data-dir": named });
  const { dataDir } = config;
  const { publicKey, publicKeyHex } = await identityIn(dataDir);
  const peerId = peerIdOf(publicKeyHex);
  const api = await apiIn(dataDir);
  const said = {
    public_key: publicKeyHex,
    fingerprint: fingerprintOf(publicKey),
    peer_id: peerId,
    data_dir: dataDir,
    running: api !== null,
    http: api?.http ?? null,
    // Of a node that is not running: where it would listen, by its settings.
    addresses: api?.p2p ?? config.p2p.listen.map((address) => `${address}/p2p/${peerId}`),
  };
  if (session.options.json === true || session.options.field !== undefined) session.print(said);
  else if (session.options.quiet !== true)
    session.modules.out(
      [
        `public key   ${said.public_key}`,
        `fingerprint  ${said.fingerprint}`,
        `peer id      ${said.peer_id}`,
        ...said.addresses.map((address, i) => (i === 0 ? "addresses" : "").padEnd(13) + address),
        `http         ${said.http ?? "not running"}`,
        `directory    ${said.data_dir}`,
        "",
      ].join("\n"),
    );
  return EXIT.ok;
}

/** As `ssh-keygen -l` writes it: short enough to compare by eye. */
function fingerprintOf(publicKey: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(publicKey).digest("base64").replace(/=+$/, "")}`;
}

/** What a daemon says of itself; a file that a killed one left counts as none. */
export async function apiIn(dataDir: string): Promise<ApiInfo | null> {
  try {
    const api = JSON.parse(await readFile(apiFilePath(dataDir), "utf8")) as ApiInfo;
    process.kill(api.pid, 0);
    return api;
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    // A process that may not be signalled is there nevertheless, as another user's.
    if (code === "ESRCH" || isAbsent(error) || error instanceof SyntaxError) return null;
    if (code === "EPERM")
      return JSON.parse(await readFile(apiFilePath(dataDir), "utf8")) as ApiInfo;
    throw error;
  }
}
