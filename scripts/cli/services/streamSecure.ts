/** `calc stream secure`: a session whose frames are opened here, its keys signed by the node. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { SecureError, SecureSession } from "../../../api/client/secure.js";
import type { Run, Session } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { secureCrypto } from "../../../node/runtime/secureCrypto.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { daemonPlace } from "../localClient.js";

interface SecureFlags {
  readonly count?: string;
  readonly node?: string;
}

const KEY_BYTES = 32;
const NS_PER_MS = 1_000_000;
/** Between two questions for the next frame: a channel ticks once in a calcond at most. */
const ASK_EVERY_MS = Number(CALCOND_NS) / NS_PER_MS;

export function addSecureVerb(group: Command, run: Run): void {
  const command = group
    .command("secure")
    .description("Open a secure session, and print each tick that its frames hold")
    .argument("<channel>", "id of the channel")
    .option("--count <n>", "end after so many ticks; until interrupted unless given")
    .option("--node <hex>", "public key of the node; the one that it states unless given")
    .addHelpText(
      "after",
      "\nExample:\n  calc stream secure ch_mfrggzdfmztwq2lknnwg23tpoa --count 1 --json\n",
    );
  command.action(async (channel: string) => {
    await run(command, (session) => secure(session, channel, command.opts<SecureFlags>()));
  });
}

async function secure(session: Session, channel: string, flags: SecureFlags): Promise<number> {
  const count = flags.count === undefined ? Infinity : Number(flags.count);
  if (!(count >= 0)) throw usage("--count takes a whole number");
  const { token, url } = await daemonPlace(session.options);
  if (token === undefined) throw usage("a session is opened with a key: set CALC_TOKEN");
  const nodeKey = flags.node ?? (await statedKey(session));
  try {
    const opened = await SecureSession.open({
      baseUrl: url,
      channel,
      key: token,
      nodeKey,
      crypto: secureCrypto,
      secret: randomBytes(KEY_BYTES),
    });
    for (let seen = 0; seen < count;) {
      const tick = await opened.next();
      if (tick === null) {
        await delay(ASK_EVERY_MS);
        continue;
      }
      seen += 1;
      show(session, tick);
    }
    opened.close();
    return EXIT.ok;
  } catch (error) {
    if (error instanceof SecureError) throw cliError(error);
    throw error;
  }
}

async function statedKey({ modules, options }: Session): Promise<string> {
  const answer = await (await modules.client(options)).identity();
  const key = answer.kind === "problem" ? undefined : answer.value["nodePublicKey"];
  if (typeof key === "string") return key;
  throw new CliError("UNREACHABLE", EXIT.unreachable, "the node states no key", "Name it: --node.");
}

function show(
  session: Session,
  tick: { readonly seq: number; readonly calcond: number; readonly text: string },
): void {
  const { modules, options } = session;
  const answer: { readonly value?: unknown; readonly unit?: unknown } = JSON.parse(tick.text);
  const { calcond, seq } = tick;
  if (options.json === true || options.field !== undefined) {
    session.print({ seq, calcond, answer });
    return;
  }
  if (options.quiet === true) return;
  modules.out(
    `${seq}\t${calcond}\t${String(answer.value)}\t${typeof answer.unit === "string" ? answer.unit : ""}\n`,
  );
}

function cliError({ code, message }: SecureError): CliError {
  const exit =
    code === "BAD_TRANSCRIPT" || code === "BAD_FRAME"
      ? EXIT.notVerified
      : code === "NOT_FOUND" || code === "CHANNEL_CLOSED" || code === "SESSION_EXPIRED"
        ? EXIT.notFound
        : /KEY|FORBIDDEN/.test(code)
          ? EXIT.auth
          : EXIT.unreachable;
  return new CliError(code, exit, message, "Compare the channel's id, your key and the node's.");
}
