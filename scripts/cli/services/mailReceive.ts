/** `calc mail receive`: a message of SMTP, from standard input, for an address of the node. */
import { randomBytes } from "node:crypto";
import { CliError, EXIT, exitOf, usage } from "../../../api/cli/exitCodes.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { loadMeshSecrets } from "../../../config/secrets.js";
import { inboundBytes } from "../../../node/mail/inbound/inbound.js";
import { INBOUND_BYTES_MAX } from "../../../node/mail/inbound/parseMail.js";
import { systemClock } from "../../../node/runtime/clock.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { HANDSHAKE_HEADER, makeHandshake } from "../../../protocol/events/handshake.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { daemonAddress } from "../localClient.js";

interface ReceiveOptions {
  readonly meshSecretFile?: string;
}

/** Whoever delivers is no node: the MAC alone proves the secret. */
const SENDER_BYTES = 32;

export const mailReceiveVerb: Verb = {
  register(program, run) {
    const known = program.commands.find((command) => command.name() === "mail");
    const group =
      known ?? program.command("mail").description("Several verbs: calc mail --help lists them");
    if (known === undefined)
      group.action(() => {
        group.help({ error: true });
      });
    const command = group
      .command("receive")
      .description("Hand in a message of SMTP, from standard input, for an address of the node")
      .argument("<address>", "of the recipient, as in ada.lovelace@3f0c2b7a9d41e568")
      .requiredOption("--mesh-secret-file <file>", "file with the mesh secret of the node")
      .addHelpText(
        "after",
        "\nExample:\n  calc mail receive ada.lovelace@3f0c2b7a9d41e568 --mesh-secret-file mesh.secret < message.eml\n",
      );
    command.action(async (address: string) => {
      await run(command, (session) => receive(session, address, command.opts<ReceiveOptions>()));
    });
  },
};

async function receive(
  session: Session,
  address: string,
  { meshSecretFile = "" }: ReceiveOptions,
): Promise<number> {
  const { ring } = await loadMeshSecrets([meshSecretFile]);
  if (ring === null) throw usage("there is no mesh secret", "Name its file: --mesh-secret-file.");
  const body = await standardInput();
  const base = await daemonAddress(session.options);
  const handshake = makeHandshake(
    nodeCrypto,
    ring.current,
    {
      kid: ring.currentKid,
      sender: randomBytes(SENDER_BYTES).toString("hex"),
      calcond: systemClock().nowNs() / CALCOND_NS,
    },
    inboundBytes(address, body),
  );
  const answer = await fetch(`${base}/api/mail/inbound?to=${encodeURIComponent(address)}`, {
    method: "POST",
    headers: { [HANDSHAKE_HEADER]: handshake, "content-type": "message/rfc822" },
    body,
  });
  const said: unknown = await answer.json();
  if (answer.ok) {
    session.print(said);
    return EXIT.ok;
  }
  const { code = "INTERNAL", detail = `the node answered ${answer.status}` } = said as {
    readonly code?: string;
    readonly detail?: string;
  };
  throw new CliError(code, exitOf(code), detail, "calc mail receive --help says what it takes.");
}

/** Bytes as they come: a message need not be text. @throws CliError for too many */
async function standardInput(): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of process.stdin) {
    if (!Buffer.isBuffer(piece)) continue;
    length += piece.length;
    if (length > INBOUND_BYTES_MAX)
      throw usage(
        `a message has at most ${INBOUND_BYTES_MAX} bytes`,
        "Send larger things as attachments.",
      );
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
