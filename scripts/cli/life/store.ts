/** `calc store`: whether a stopped node's files are whole, and how to go on where they are not. */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { loadConfig } from "../../../config/load.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { isHalfAside, setAside } from "../../../node/runtime/setAside.js";
import { holdIdentity } from "../../../node/runtime/identity/soleIdentity.js";
import { damageOf, noteRest, type Damage } from "../../../storage/store.js";

export const storeVerb: Verb = {
  register(program, run) {
    const store = program
      .command("store")
      .description(
        "Files of a stopped node: whether they are whole, and going on where they are not",
      );
    const examine = store
      .command("examine")
      .description("What is missing or damaged in a data directory; changes nothing");
    examine.action(async () => {
      await run(examine, async (session) => {
        const { dataDir } = await directoryOf(session);
        return shown(session, await damageOf(dataDir), false);
      });
    });
    const accept = store
      .command("accept-loss")
      .description(
        "Give up what is damaged: the directory is set aside and the node begins anew, under a new " +
          "identity; without --accept it only says what would be lost",
      )
      .option("--accept", "do it");
    accept.action(async (options: { readonly accept?: boolean }) => {
      await run(accept, (session) => accepted(session, options.accept === true));
    });
  },
};

async function directoryOf({ options }: Session): Promise<{ readonly dataDir: string }> {
  const {
    config: { dataDir },
  } = await loadConfig(options.dataDir === undefined ? {} : { "data-dir": options.dataDir });
  await access(dataDir).catch(() => {
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `${dataDir} is no data directory`,
      "Name one with --data-dir.",
    );
  });
  return { dataDir };
}

async function accepted(session: Session, isMeant: boolean): Promise<number> {
  const { dataDir } = await directoryOf(session);
  const isHalf = await isHalfAside(dataDir);
  const damage: Damage | null = isHalf
    ? { message: "it was being set aside, and that was broken off", lost: null }
    : await damageOf(dataDir);
  if (damage === null || !isMeant) return shown(session, damage, true);
  await refuseRunning(dataDir);
  const place = await setAside(dataDir);
  // A log that was cut is readable up to the cut; other damage stays as it is.
  const isReadable = (await damageOf(place))?.lost !== null;
  if (isReadable) await noteRest(place);
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ damage: damage.message, lost: damage.lost, setAside: place, isReadable });
  else
    session.modules.out(
      [
        `set aside    ${place}`,
        ...(isReadable ? [`             calc ledger audit --data-dir ${place} reads it`] : []),
        "The next start makes a new identity and an empty database. The old key signs nothing more.",
        "",
      ].join("\n"),
    );
  return EXIT.ok;
}

/** @throws IdentityInUseError where a process of this machine runs with the identity */
async function refuseRunning(dataDir: string): Promise<void> {
  const seed = await readFile(join(dataDir, "identity", "ed25519.seed"), "utf8").catch(() => "");
  if (!/^[0-9a-f]{64}\n?$/.test(seed)) return;
  const publicKey = nodeCrypto.ed25519PublicKey(Buffer.from(seed.trim(), "hex"));
  const held = await holdIdentity(Buffer.from(publicKey).toString("hex"));
  await held.release();
}

function shown(session: Session, damage: Damage | null, tellsCost: boolean): number {
  if (session.options.json === true || session.options.field !== undefined)
    session.print({
      whole: damage === null,
      damage: damage?.message ?? null,
      lost: damage?.lost ?? null,
    });
  else if (session.options.quiet !== true) session.modules.out(textOf(damage, tellsCost));
  return damage === null ? EXIT.ok : EXIT.refused;
}

function textOf(damage: Damage | null, tellsCost: boolean): string {
  if (damage === null) return "nothing is missing, and nothing is lost\n";
  const lines = [
    `damage       ${damage.message}`,
    `lost         ${damage.lost === null ? "how much cannot be told" : `${damage.lost} acknowledged operations`}`,
  ];
  if (!tellsCost) return [...lines, ""].join("\n");
  return [
    ...lines,
    "",
    "A backup of the whole data directory brings all back up to its own time: prefer it. With --accept",
    "the directory is set aside within itself, nothing is deleted, and the next start begins anew:",
    "  - The node has a new identity. The old key may have signed what is lost, so it signs nothing more.",
    "  - Accounts, keys, machines, names, credits and envelopes of the old node are not carried over.",
    "  - Receipts that it gave stay valid: anyone can check them without it.",
    "",
  ].join("\n");
}
