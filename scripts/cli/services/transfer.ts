/**
 * `calc transfer send`: envelopes to an account of another node. The orders are signed here, ten
 * envelopes each; the equation never leaves.
 */
import { randomBytes } from "node:crypto";
import { identityFrom, signMove } from "../../../api/client/identity.js";
import type { ApiClient, Outcome } from "../../../api/client/client.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { OFFER_AHEAD_CALCONDS_MAX } from "../../../protocol/limits.js";
import { MOVE_TOKENS_MAX, type MoveOrder } from "../../../protocol/transfers/orderText.js";
import { ownEquation } from "../compute/ownEquation.js";

interface SendOptions {
  readonly equation?: string;
  readonly count?: string;
  readonly expires?: string;
}

/** A day, unless somebody says otherwise. */
const EXPIRES_CALCONDS = 111_197;
const NONCE_BYTES = 16;
const PAGE = 1_000;
const KEY = /^[0-9a-f]{64}$/;

interface Token {
  readonly token_id: string;
  readonly version: number;
}

export const transferVerb: Verb = {
  register(program, run) {
    const group = program
      .command("transfer")
      .description("Several verbs: calc transfer --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const command = group
      .command("send")
      .description("Send envelopes of yours to an account of another node")
      .argument("<node>", "public key of that node, as its calc id shows it")
      .argument("<to>", "account id there, or the digest of its identity")
      .argument("[token_ids...]", "ids of the envelopes")
      .option("--count <number>", "so many of those that can be moved, in the place of ids")
      .option(
        "--equation <file>",
        "file with the equation of your account; - or nothing reads standard input",
      )
      .option(
        "--expires <calconds>",
        `until when they may arrive, from now, at most ${OFFER_AHEAD_CALCONDS_MAX}; a day unless given`,
      )
      .addHelpText(
        "after",
        "\nExample:\n  calc transfer send 3b6a27bc... 8a7b6c5d... --count 25 --equation equation.txt\n" +
          "  calc transfer list\n",
      );
    command.action(async (node: string, to: string, ids: readonly string[]) => {
      await run(command, (session) =>
        send(
          session,
          node,
          to,
          ids.flatMap((text) => text.split(",")),
          command.opts<SendOptions>(),
        ),
      );
    });
  },
};

async function send(
  session: Session,
  destination: string,
  to: string,
  ids: readonly string[],
  options: SendOptions,
): Promise<number> {
  if (!KEY.test(destination))
    throw usage("<node> takes a public key of 64 hex digits", "Run calc id on that node.");
  const ahead = wholeNumber("--expires", options.expires, EXPIRES_CALCONDS);
  if (ahead > OFFER_AHEAD_CALCONDS_MAX)
    throw usage(`--expires takes at most ${OFFER_AHEAD_CALCONDS_MAX} calconds`);
  const count = options.count === undefined ? null : wholeNumber("--count", options.count, 0);
  if ((count === null) === (ids.length === 0))
    throw usage("name either envelopes or their --count");
  if (new Set(ids).size < ids.length) throw usage("an envelope is named twice", "Name each once.");
  const client = await session.modules.client(session.options);
  const [seen, pulse, mesh] = await Promise.all([
    client.identity(),
    client.pulse(),
    client.meshStatus(),
  ]);
  if (seen.kind !== "result") return session.show(seen);
  if (pulse.kind !== "result") return session.show(pulse);
  if (mesh.kind !== "result") return session.show(mesh);
  const { account, cid } = seen.value;
  if (account === undefined)
    throw new CliError(
      "MISSING_KEY",
      EXIT.auth,
      "there is no account of yours here",
      "Make one: calc account new.",
    );
  const tokens = await tokensOf(client, account, ids, count);
  if ("kind" in tokens) return session.show(tokens);
  const equation = await ownEquation(session, options.equation ?? "-");
  if (identityFrom(equation).cid !== cid)
    throw new CliError(
      "BAD_SIGNATURE",
      EXIT.auth,
      "this is not the equation of the account whose key is used",
      "Compare each character: spaces and case count.",
    );
  const terms = {
    destination,
    expires: pulse.value.calcond + ahead,
    from: account,
    net: mesh.value.net,
    origin: mesh.value.publicKey,
    to,
  };
  return sendAll(session, client, { equation, terms, tokens });
}

interface Sent {
  readonly id: string;
  readonly count: number;
}

async function sendAll(
  session: Session,
  client: ApiClient,
  {
    equation,
    terms,
    tokens,
  }: {
    readonly equation: string;
    readonly terms: Omit<MoveOrder, "nonce" | "tokens">;
    readonly tokens: readonly Token[];
  },
): Promise<number> {
  const sent: Sent[] = [];
  for (let at = 0; at < tokens.length; at += MOVE_TOKENS_MAX) {
    const order: MoveOrder = {
      ...terms,
      nonce: randomBytes(NONCE_BYTES).toString("base64url"),
      tokens: tokens.slice(at, at + MOVE_TOKENS_MAX).map((one) => ({ ...one })),
    };
    const outcome = await client.transferSend(signMove(equation, order)).catch((error: unknown) => {
      tellBefore(session, sent);
      throw error;
    });
    if (outcome.kind !== "result") {
      tellBefore(session, sent);
      return session.show(outcome);
    }
    sent.push(outcome.value);
  }
  const { field, json, quiet } = session.options;
  if (json === true || field !== undefined) session.print({ transfers: sent });
  else if (quiet !== true) session.modules.out(linesOf(sent));
  return EXIT.ok;
}

/** Where an order fails, those before it are on their way. Under --json standard output has one document. */
function tellBefore({ modules, options }: Session, sent: readonly Sent[]): void {
  if (sent.length === 0) return;
  if (options.json === true) modules.err(`${JSON.stringify({ transfers: sent })}\n`);
  else modules.out(linesOf(sent));
}

function linesOf(sent: readonly Sent[]): string {
  return sent.map(({ id, count }) => `${id}  ${count} sent\n`).join("");
}

/** In the order of their ids, as an order has them. */
async function tokensOf(
  client: ApiClient,
  account: string,
  ids: readonly string[],
  count: number | null,
): Promise<readonly Token[] | Outcome<unknown>> {
  const found = new Map<string, Token & { readonly movable: boolean }>();
  const wanted = new Set(ids);
  const isEnough = (): boolean => found.size >= (count ?? wanted.size);
  for (let after: string | undefined = undefined; !isEnough();) {
    const asked: { cid: string; limit: number; after?: string } = { cid: account, limit: PAGE };
    if (after !== undefined) asked.after = after;
    const page = await client.envelopes(asked);
    if (page.kind !== "result") return page;
    const { envelopes } = page.value;
    for (const { movable, token_id, version } of envelopes) {
      const isWanted = count === null ? wanted.has(token_id) : movable;
      if (isWanted && !isEnough()) found.set(token_id, { token_id, version, movable });
    }
    after = envelopes.at(-1)?.token_id;
    if (envelopes.length < PAGE || after === undefined) break;
  }
  if (!isEnough())
    throw new CliError(
      count === null ? "NOT_FOUND" : "NOT_ENOUGH_MOVABLE",
      EXIT.notFound,
      `${found.size} of ${count ?? wanted.size} envelopes can be sent; nothing was changed`,
      "See what you hold: calc tally envelopes.",
    );
  return [...found.values()]
    .map(({ token_id, version }) => ({ token_id, version }))
    .sort((a, b) => (a.token_id < b.token_id ? -1 : 1));
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw usage(`${name} takes a whole number from 1 on, not ${text ?? ""}`);
  return value;
}
