/** `calc mail`: what takes files or the equation; lists, reading and marking follow from the contract. */
import { basename } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import type { Outcome } from "../../../api/client/client.js";
import {
  downloadAttachment,
  MailError,
  renewMailKeys,
  setUpMail,
  unlockMail,
  uploadAttachment,
} from "../../../api/client/mail.js";
import { ProblemError } from "../../../api/client/pages.js";
import { keyOption, withKeyOption } from "../../../api/cli/derivedVerb.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { daemonPlace } from "../localClient.js";
import { unreadable } from "../life/diskFault.js";
import { ownEquation } from "../compute/ownEquation.js";

interface KeyOptions {
  readonly equation: string;
  readonly name?: string;
  readonly sealed?: boolean;
}

interface SendOptions {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly cc?: readonly string[];
  readonly attachment?: readonly string[];
  readonly replyTo?: string;
  readonly draft?: boolean;
  readonly idempotencyKey?: string;
}

interface Place {
  readonly baseUrl: string;
  /** What mail is opened with: the node gives it to nobody else. */
  readonly key: string;
}

async function placeOf({ options }: Session): Promise<Place> {
  const { token, url } = await daemonPlace(options);
  if (token !== undefined) return { baseUrl: url, key: token };
  throw new CliError(
    "MISSING_KEY",
    EXIT.auth,
    "mail is an account's own, and no key of one was given",
    "Set CALC_TOKEN to a key of your account; calc account new makes one.",
  );
}

async function showOutcome(
  session: Session,
  outcome: () => Promise<Outcome<unknown>>,
): Promise<number> {
  try {
    return session.show(await outcome());
  } catch (error) {
    if (error instanceof ProblemError)
      throw new CliError(error.code, EXIT.refused, error.problem.detail, "Ask calc mail identity.");
    if (error instanceof MailError)
      throw new CliError("FORBIDDEN", EXIT.auth, error.message, "Ask calc mail identity.");
    throw error;
  }
}

async function setup(session: Session, localPart: string, options: KeyOptions): Promise<number> {
  const { key: apiKey } = await placeOf(session);
  const equation = await ownEquation(session, options.equation);
  const client = await session.modules.client(session.options);
  const code = await showOutcome(session, () =>
    setUpMail(client, {
      equation,
      apiKey,
      localPart,
      displayName: options.name ?? null,
      opensOnNode: options.sealed !== true,
    }),
  );
  if (code === EXIT.ok && session.options.quiet !== true)
    session.modules.err(
      "Keep the equation: without it and without a key that opens it, the mail is lost for good.\n",
    );
  return code;
}

async function send(
  session: Session,
  to: readonly string[],
  options: SendOptions,
): Promise<number> {
  const text =
    options.text ?? (options.html === undefined ? await session.modules.readStdin() : undefined);
  const html = options.html === undefined ? undefined : await bytesOf(options.html);
  const client = await session.modules.client(session.options);
  return session.show(
    await client.mailSend(
      {
        to: [...to],
        cc: [...(options.cc ?? [])],
        subject: options.subject ?? "",
        attachments: [...(options.attachment ?? [])],
        draft: options.draft === true,
        ...(text === undefined ? {} : { text }),
        ...(html === undefined ? {} : { html: html.toString("utf8") }),
        ...(options.replyTo === undefined ? {} : { inReplyTo: options.replyTo }),
      },
      keyOption(options),
    ),
  );
}

async function attach(session: Session, file: string, type: string | undefined): Promise<number> {
  const place = await placeOf(session);
  const bytes = await bytesOf(file);
  return session.show(
    await uploadAttachment(
      place,
      { name: basename(file), ...(type === undefined ? {} : { type }) },
      new Uint8Array(bytes),
    ),
  );
}

async function fetchTo(session: Session, id: string, file: string): Promise<number> {
  const outcome = await downloadAttachment(await placeOf(session), id);
  if (outcome.kind === "problem") return session.show(outcome);
  await writeFile(file, outcome.value, { flag: "wx" }).catch((error: unknown) => {
    throw usage(
      `${file} cannot be written: ${String(error)}`,
      "Name a file that is not there yet.",
    );
  });
  session.print({ file, bytes: outcome.value.length });
  return EXIT.ok;
}

function bytesOf(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw unreadable(error, file);
  });
}

const EQUATION = [
  "--equation <file>",
  "the account's equation, from a file; - for standard input",
] as const;

export const mailVerb: Verb = {
  register(program, run) {
    const group = program.command("mail").description("Several verbs: calc mail --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const make = group
      .command("setup")
      .description("Take a mail address for your account; the keys are made here")
      .argument("<localPart>", "what stands before the @: 4 to 64 characters")
      .requiredOption(...EQUATION)
      .option("--name <name>", "name beside the address")
      .option(
        "--sealed",
        "ask the node never to unwrap the keys: a program of yours opens all mail",
      )
      .addHelpText("after", "\nExample:\n  calc mail setup ada.lovelace --equation equation.txt\n");
    make.action(async (localPart: string) => {
      await run(make, (session) => setup(session, localPart, make.opts<KeyOptions>()));
    });
    const unlock = group
      .command("unlock")
      .description("Let the key of CALC_TOKEN open the account's mail, by its equation")
      .requiredOption(...EQUATION)
      .addHelpText("after", "\nExample:\n  calc mail unlock --equation equation.txt\n");
    unlock.action(async () => {
      await run(unlock, async (session) => {
        const { key: apiKey } = await placeOf(session);
        const equation = await ownEquation(session, unlock.opts<KeyOptions>().equation);
        const client = await session.modules.client(session.options);
        return showOutcome(session, () => unlockMail(client, { apiKey, equation }));
      });
    });
    const renew = group
      .command("renew")
      .description(
        "New keys for the address; older mail still opens. Other API keys need unlock again",
      )
      .requiredOption(...EQUATION)
      .addHelpText("after", "\nExample:\n  calc mail renew --equation equation.txt\n");
    renew.action(async () => {
      await run(renew, async (session) => {
        const { key: apiKey } = await placeOf(session);
        const equation = await ownEquation(session, renew.opts<KeyOptions>().equation);
        const client = await session.modules.client(session.options);
        return showOutcome(session, () => renewMailKeys(client, { apiKey, equation }));
      });
    });
    const sending = withKeyOption(
      group
        .command("send")
        .description("Send a message; its text comes from standard input")
        .argument("[to...]", "addresses")
        .option("--subject <text>", "one line")
        .option("--text <text>", "the message, instead of standard input")
        .option("--html <file>", "the message as HTML, from a file")
        .option("--cc <address...>", "addresses that get a copy")
        .option("--attachment <id...>", "ids that calc mail attach answered")
        .option("--reply-to <id>", "the message that this one answers")
        .option("--draft", "keep it in drafts"),
    ).addHelpText(
      "after",
      "\nExample:\n  calc mail send bob.the.second@3f0c2b7a9d41e568 --subject Hello < letter.txt\n",
    );
    sending.action(async (to: string[]) => {
      await run(sending, (session) => send(session, to, sending.opts<SendOptions>()));
    });
    const attaching = group
      .command("attach")
      .description("Upload a file of at most 16 MiB, to be sent with its id within a day")
      .argument("<file>", "the file")
      .option("--type <type>", "its media type")
      .addHelpText("after", "\nExample:\n  calc mail attach plan.pdf --type application/pdf\n");
    attaching.action(async (file: string) => {
      await run(attaching, (session) =>
        attach(session, file, attaching.opts<{ readonly type?: string }>().type),
      );
    });
    const fetching = group
      .command("fetch")
      .description("Write an attachment into a file")
      .argument("<id>", "id of the attachment")
      .argument("<file>", "a file that is not there yet")
      .addHelpText(
        "after",
        "\nExample:\n  calc mail fetch bl_mfrggzdfmztwq2lknnwg23tpoa plan.pdf\n",
      );
    fetching.action(async (id: string, file: string) => {
      await run(fetching, (session) => fetchTo(session, id, file));
    });
  },
};
