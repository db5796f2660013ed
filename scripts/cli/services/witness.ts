/** `calc witness verify` and `calc witness cosign`: checkpoints in files, checked without a node or shown to one. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { eventLeaf, readHeader, verifyEventSignature } from "../../../protocol/seal/event.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { parseCheckpoint } from "../../../protocol/seal/checkpoint.js";
import { verifyInclusion } from "../../../protocol/seal/merkle.js";
import { addCheckpointText } from "../../../protocol/witness/addCheckpoint.js";
import { headNoteOf, verifyCovered } from "../../../protocol/witness/heads.js";
import { readPolicy, type WitnessPolicy } from "../../../protocol/witness/policy.js";
import { standingOf, type Standing } from "../../../protocol/witness/standing.js";
import { textIn } from "../tables.js";

const NOTE_BYTES_MAX = 65_536;
const ORIGIN = /^calc\/([0-9a-f]{8})\/([0-9a-f]{64})$/;

interface VerifyOptions {
  readonly witness?: readonly string[];
  readonly quorum?: string;
}

export const witnessVerb: Verb = {
  register(program, run) {
    const group = program
      .command("witness")
      .description("Several verbs: calc witness --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const verify = group
      .command("verify")
      .description(
        "Check a checkpoint with cosignatures, or the answer of calc witness standing, without a node",
      )
      .argument("<file>", "note or JSON; - reads standard input")
      .option(
        "--witness <key...>",
        "keys that you trust: 64 hex digits, or as a witness publishes it",
      )
      .option("--quorum <number>", "so many of them; all unless given")
      .addHelpText(
        "after",
        "\nExample:\n  calc witness standing 1f3a... --json > proof.json\n" +
          "  calc witness verify proof.json --witness 3b6a27bc... 8a7b6c5d... --quorum 2\n",
      );
    verify.action(async (file: string) => {
      await run(verify, (session) => check(session, file, verify.opts<VerifyOptions>()));
    });
    const cosign = group
      .command("cosign")
      .description("Have the node cosign the checkpoint of a file")
      .argument("<file>", "signed note of the log; - reads standard input")
      .option("--old <size>", "events that this node cosigned last; 0 unless given")
      .option("--proof <hash...>", "proof of consistency from there, in hex")
      .addHelpText("after", "\nExample:\n  calc witness cosign checkpoint.txt\n");
    cosign.action(async (file: string) => {
      await run(cosign, (session) =>
        cosigned(session, file, cosign.opts<{ old?: string; proof?: readonly string[] }>()),
      );
    });
  },
};

async function cosigned(
  session: Session,
  file: string,
  { old = "0", proof = [] }: { readonly old?: string; readonly proof?: readonly string[] },
): Promise<number> {
  const note = await textOf(session, file);
  const hashes = proof.flatMap((text) => text.split(",")).map((text) => fromHex(text));
  if (!/^\d{1,15}$/.test(old) || hashes.includes(null))
    throw usage("--old takes a whole number, and --proof hashes in hex");
  const question = addCheckpointText({
    old: Number(old),
    proof: hashes.filter((hash) => hash !== null),
    note,
  });
  const client = await session.modules.client(session.options);
  const outcome = await client.witnessCosign({ question });
  const code = session.show(outcome);
  return outcome.kind === "result" && outcome.value.state !== "cosigned" ? EXIT.notVerified : code;
}

interface Checked {
  readonly valid: boolean;
  readonly standing: Standing | null;
  readonly origin: string | null;
  readonly size: number | null;
  readonly cosigned: readonly { readonly name: string; readonly seconds: number }[];
  readonly reason: string | null;
}

async function check(
  session: Session,
  file: string,
  { quorum, witness = [] }: VerifyOptions,
): Promise<number> {
  const text = await textOf(session, file);
  const keys = witness.flatMap((one) => one.split(","));
  if (keys.length === 0)
    throw usage("name the witnesses that you trust: --witness KEY...", "Ask their operators.");
  const wanted = quorum === undefined ? keys.length : Number(quorum);
  if (!Number.isSafeInteger(wanted) || wanted < 1) throw usage("--quorum takes a whole number");
  const checked = checkedFile(text, keys, wanted);
  if (session.options.json === true || session.options.field !== undefined) session.print(checked);
  else if (session.options.quiet !== true) session.modules.out(shown(checked));
  return checked.valid ? EXIT.ok : EXIT.notVerified;
}

/**
 * Checks a note, a proof that its head is under one, or the answer of `calc witness standing`.
 * @throws CliError for what is none of them
 */
export function checkedFile(text: string, keys: readonly string[], quorum: number): Checked {
  const read = parseJson(text);
  const proof = read.ok && isObject(read.value) ? read.value : null;
  const note = proof === null ? text : proof["note"];
  if (typeof note !== "string")
    throw usage(
      "the file holds no checkpoint with cosignatures",
      "It may be sealed, not witnessed.",
    );
  const origin = parseCheckpoint(headNoteOf(note))?.checkpoint.origin ?? "";
  const [, net, author] = ORIGIN.exec(origin) ?? [];
  if (net === undefined || author === undefined)
    throw usage("the file is no checkpoint of a node's spine");
  return checkedNote(note, { origin, net, author, proof }, policyOf(net, keys, quorum));
}

function policyOf(net: string, keys: readonly string[], quorum: number): WitnessPolicy {
  try {
    return readPolicy(nodeCrypto, net, { keys, quorum });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

function checkedNote(
  note: string,
  of: {
    readonly origin: string;
    readonly net: string;
    readonly author: string;
    readonly proof: Readonly<Record<string, JsonValue>> | null;
  },
  policy: WitnessPolicy,
): Checked {
  const { author, net, origin, proof } = of;
  const read = verifyCovered(nodeCrypto, note, { net, author }, policy);
  const size = parseCheckpoint(headNoteOf(note))?.checkpoint.size ?? null;
  const said = { origin, standing: null, size };
  if (!read.ok)
    return { ...said, valid: false, cosigned: named(read.cosigners), reason: read.reason };
  const { checkpoint, cosigners, seconds } = read.witnessed;
  const cosigned = named(cosigners);
  if (proof === null) return { ...said, valid: true, cosigned, reason: null };
  const header = readHeader(proof["header"]);
  const path = Array.isArray(proof["path"])
    ? proof["path"].map((hash) => (typeof hash === "string" ? fromHex(hash) : null))
    : [null];
  const hashes = path.filter((hash) => hash !== null);
  const headerText = header === null ? "" : canonicalize({ ...header });
  const holds =
    header !== null &&
    header.author === author &&
    hashes.length === path.length &&
    verifyEventSignature(nodeCrypto, author, headerText, textIn(proof, "sig")) &&
    verifyInclusion(
      nodeCrypto,
      eventLeaf(nodeCrypto, headerText),
      header.seq,
      checkpoint.size,
      hashes,
      checkpoint.root,
    );
  if (!holds)
    return { ...said, valid: false, cosigned, reason: "the event is not under this checkpoint" };
  const standing = standingOf(header, { size: checkpoint.size, seconds });
  return { ...said, valid: true, standing, cosigned, reason: null };
}

function named(
  cosigners: readonly { readonly name: string; readonly seconds: number; publicKey: Uint8Array }[],
) {
  return cosigners.map(({ name, publicKey, seconds }) => ({
    name,
    publicKey: toHex(publicKey),
    seconds,
  }));
}

function shown({ cosigned, origin, reason, size, standing, valid }: Checked): string {
  const [, , author = ""] = ORIGIN.exec(origin ?? "") ?? [];
  const head = valid ? (standing ?? "witnessed") : `not witnessed: ${reason ?? ""}`;
  const lines = cosigned.map(
    ({ name, seconds }) => `  cosigned ${new Date(seconds * 1_000).toISOString()} by ${name}`,
  );
  return [head, `spine of ${author}, ${size ?? 0} events`, ...lines, ""].join("\n");
}

async function textOf(session: Session, file: string): Promise<string> {
  if (file === "-") return session.modules.readStdin(NOTE_BYTES_MAX);
  return session.modules.readFile(file, NOTE_BYTES_MAX);
}
