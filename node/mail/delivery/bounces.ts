/** Word to a sender that a message did not reach somebody: a message of this node in the inbox. */
import { toHex } from "../../../protocol/encoding/hex.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import {
  signMailStatement,
  type MailCrypto,
  type MailStatement,
} from "../../../protocol/mail/keys.js";
import { messageId, sealMessage, type SealedMessage } from "../../../protocol/mail/message.js";
import type { Clock } from "../../../protocol/ports.js";
import type { MailAccountRecord, SentRecipient } from "../../../storage/records/mailRecords.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { RandomBytes } from "../../runtime/random.js";
import type { MailKeyring } from "../mailKeyring.js";

/** Nobody can have it. */
const SENDER = "mailer-daemon";
const TAG = "calc-mail-bounce/1";

const WHY: Readonly<Record<NonNullable<SentRecipient["why"]>, string>> = {
  unknown: "nobody there has this address, or its keys have changed",
  full: "the mailboxes of this address are full",
  refused: "the other node does not take the message",
  late: "the other node was not reached within a day",
};

interface BounceModules {
  readonly crypto: MailCrypto;
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly random: RandomBytes;
  readonly keyring: MailKeyring;
}

export class Bounces {
  readonly #modules: BounceModules;

  constructor(modules: BounceModules) {
    this.#modules = modules;
  }

  /**
   * One for each message and node: what is told again has the same id, and stands once.
   * @param of the message that was not delivered
   * @param node public key of where it was to go
   */
  async about(
    to: MailAccountRecord,
    of: SealedMessage,
    node: string,
    failed: readonly Pick<SentRecipient, "address" | "why">[],
  ): Promise<SealedMessage> {
    const { clock, crypto, deadlines, keyring, random } = this.#modules;
    const id = messageId(crypto.sha256(utf8Encode(`${TAG}|${of.id}|${node}`)).slice(0, 16));
    const seed = random.bytes(32);
    const key = toHex(crypto.ed25519PublicKey(seed));
    const statement: MailStatement = {
      address: `${SENDER}@${await keyring.nodeAddress()}`,
      boxKey: toHex(crypto.x25519PublicKey(random.bytes(32))),
      displayName: null,
      generation: 1,
      identity: key,
      node: keyring.nodeKey,
      signKey: key,
    };
    const { address, boxKey, displayName } = to.current.statement;
    return sealMessage(crypto, {
      id,
      thread: of.thread,
      sender: signMailStatement(crypto, seed, statement),
      keys: { signSeed: seed },
      random: random.bytes(64),
      body: { text: textOf(of.id, failed) },
      recipients: [{ address, boxKey }],
      headers: {
        from: { address: statement.address, name: null },
        to: [{ address, name: displayName }],
        cc: [],
        subject: "Not delivered",
        sentCalcond: deadlines.now(),
        sentMs: Number(clock.nowNs() / 1_000_000n),
        inReplyTo: of.id,
        attachments: [],
        salt: toHex(random.bytes(16)),
      },
    });
  }
}

function textOf(id: string, failed: readonly Pick<SentRecipient, "address" | "why">[]): string {
  return [
    `Your message ${id} was not delivered to:`,
    "",
    ...failed.map(({ address, why = "refused" }) => `${address}: ${WHY[why]}`),
    "",
    "The node of your own account says this. The message is not tried again.",
  ].join("\n");
}
