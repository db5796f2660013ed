/**
 * `calc tally offer`: envelopes offered to one recipient. The offer is signed here; the equation
 * never leaves.
 */
import { randomBytes } from "node:crypto";
import { identityFrom, signOffer } from "../../../api/client/identity.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { claimTransfer } from "../../../api/contract/receipts/envelopeOrders.js";
import { OFFER_AHEAD_CALCONDS_MAX } from "../../../protocol/limits.js";
import { ownEquation } from "../compute/ownEquation.js";

interface OfferOptions {
  readonly equation?: string;
  readonly expires?: string;
  readonly nonce?: string;
}

/** A day, unless somebody says otherwise. */
const EXPIRES_CALCONDS = 111_197;
const NONCE_BYTES = 16;

export const tallyVerb: Verb = {
  register(program, run) {
    const group = program
      .command("tally")
      .description("Several verbs: calc tally --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const command = group
      .command("offer")
      .description(
        "Sign an offer of your envelopes to one account, which takes them with calc tally take",
      )
      .argument("<to>", "account id of the recipient")
      .argument("<token_ids...>", "ids of the envelopes")
      .option(
        "--equation <file>",
        "file with the equation of your account; - or nothing reads standard input",
      )
      .option(
        "--expires <calconds>",
        `how long it holds from now, at most ${OFFER_AHEAD_CALCONDS_MAX}; a day (${EXPIRES_CALCONDS}) unless given`,
      )
      .option("--nonce <text>", "8 to 64 of A-Z, a-z, 0-9, _ and -; made up unless given")
      .addHelpText(
        "after",
        "\nExample:\n  calc tally offer 8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d 9f2c... --equation " +
          "equation.txt > offer.json\n",
      );
    command.action(async (to: string, ids: readonly string[]) => {
      await run(command, (session) =>
        offer(
          session,
          to,
          ids.flatMap((text) => text.split(",")),
          command.opts<OfferOptions>(),
        ),
      );
    });
  },
};

async function offer(
  session: Session,
  to: string,
  ids: readonly string[],
  options: OfferOptions,
): Promise<number> {
  const ahead = Number(options.expires ?? EXPIRES_CALCONDS);
  if (!Number.isInteger(ahead) || ahead < 1 || ahead > OFFER_AHEAD_CALCONDS_MAX) {
    throw usage(
      `--expires takes whole calconds from 1 to ${OFFER_AHEAD_CALCONDS_MAX}, not ${options.expires ?? ""}`,
    );
  }
  if (new Set(ids).size < ids.length) throw usage("an envelope is named twice", "Name each once.");
  const client = await session.modules.client(session.options);
  const [seen, pulse] = await Promise.all([client.identity(), client.pulse()]);
  if (seen.kind !== "result") return session.show(seen);
  if (pulse.kind !== "result") return session.show(pulse);
  const { account, cid } = seen.value;
  if (account === undefined)
    throw new CliError(
      "MISSING_KEY",
      EXIT.auth,
      "there is no account of yours here",
      "Make one: calc account new.",
    );
  const terms = {
    token_ids: ids,
    from: account,
    to,
    expiresCalcond: pulse.value.calcond + ahead,
    nonce: options.nonce ?? randomBytes(NONCE_BYTES).toString("base64url"),
  };
  const read = claimTransfer.input.shape.offer.safeParse(terms);
  const [fault] = read.error?.issues ?? [];
  if (fault !== undefined) throw usage(`${fault.path.join(".")}: ${fault.message}`);
  const equation = await ownEquation(session, options.equation ?? "-");
  if (identityFrom(equation).cid !== cid) {
    throw new CliError(
      "BAD_SIGNATURE",
      EXIT.auth,
      "this is not the equation of the account whose key is used",
      "Compare each character: spaces and case count.",
    );
  }
  const signed = signOffer(equation, terms);
  // A document for somebody else: it is one in every form of output.
  if (session.options.field !== undefined || session.options.json === true) session.print(signed);
  else if (session.options.quiet !== true) session.modules.out(`${JSON.stringify(signed)}\n`);
  return EXIT.ok;
}
