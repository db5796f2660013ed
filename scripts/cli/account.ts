/** `calc account`: identities made, recovered and shown. The equation is made and used here; the node never sees it. */
import { createClient, type ApiClient, type Outcome } from "../../api/client/client.js";
import { identityFrom, newEquation, openSession, registerIdentity, WeakEquationError } from "../../api/client/identity.js";
import type { Session, Verb } from "../../api/cli/cli.js";
import { CliError, EXIT, usage } from "../../api/cli/exitCodes.js";
import { ownEquation } from "./ownEquation.js";
import { accountPath, keepAccount, keptAccounts, type KeptAccount } from "./accountFile.js";
import { daemonAddress } from "./localClient.js";

interface AccountOptions {
  readonly slug?: string;
  readonly equation?: string;
  readonly label?: string;
}

type Act = (session: Session, options: AccountOptions) => Promise<number>;

interface Node {
  readonly client: ApiClient;
  readonly url: string;
  /** Ed25519 key, hex. */
  readonly key: string;
}

async function nodeOf(session: Session): Promise<Node> {
  const client = await session.modules.client(session.options);
  const seen = await client.identity();
  if (seen.kind === "problem") throw new CliError(seen.problem.code, EXIT.unexpected, seen.problem.detail, "Ask calc status.");
  return { client, url: await daemonAddress(session.options), key: seen.value.nodePublicKey };
}

function say({ options, modules }: Session, text: string): void {
  if (options.quiet !== true) modules.err(text);
}

const make: Act = async (session, { equation: file, slug }) => {
  const { client, key: node, url } = await nodeOf(session);
  const equation = file === undefined ? newEquation() : await ownEquation(session, file);
  const outcome = await registerIdentity(client, equation, slug === undefined ? {} : { slug }).catch(refused);
  if (outcome.kind !== "result") return session.show(outcome);
  const { cid, key, machine, credits } = outcome.value;
  const path = await accountPath(session.options);
  // The equation first: whoever has it makes another key, and nobody has it again.
  const shown = {
    cid, machine: machine.slug, credits, file: path,
    ...(file === undefined ? { recoveryEquation: equation } : {}), machineKey: machine.key,
  };
  session.print(shown);
  if (file === undefined) say(session, "Write the equation down: it is not shown again, and it alone recovers the account.\n");
  await keepAccount(path, { node, url, cid, key });
  return EXIT.ok;
};

function refused(error: unknown): never {
  if (!(error instanceof WeakEquationError)) throw error;
  throw new CliError("WEAK_EQUATION", EXIT.refused, error.message, "Leave the equation out: calc makes one with enough chance in it.");
}

const recover: Act = async (session, { equation: file = "-", label }) => {
  const { client, key: node, url } = await nodeOf(session);
  if (file === "-") say(session, "Type the equation and end the line, then the input (Ctrl-D).\n");
  const equation = await ownEquation(session, file);
  const opened = await openSession(client, equation);
  if (opened.kind === "problem" && opened.problem.code === "BAD_SIGNATURE") {
    throw new CliError("BAD_SIGNATURE", EXIT.auth, `this node has no account ${identityFrom(equation).cid}`,
      "Compare each character: spaces and case count. Or is it an account of another node?");
  }
  if (opened.kind !== "result") return session.show(opened);
  const { token, cid } = opened.value;
  const own = createClient({ baseUrl: url, key: token });
  const made = await own.keyNew({ label: label ?? "recovered" });
  // The session was for the key alone.
  const ended = await own.identitySessionEnd({});
  if (made.kind !== "result") return session.show(made);
  const path = await accountPath(session.options);
  await keepAccount(path, { node, url, cid, key: made.value.key });
  session.print({ cid, prefix: made.value.prefix, file: path, sessionEnded: ended.kind === "result" });
  return EXIT.ok;
};

/** The account kept for this node, and a client that works for it. */
async function kept(session: Session): Promise<{ readonly account: KeptAccount; readonly client: ApiClient; readonly path: string }> {
  const { key: node, url } = await nodeOf(session);
  const path = await accountPath(session.options);
  const account = (await keptAccounts(path)).findLast((one) => one.node === node);
  if (account === undefined) {
    throw new CliError("NOT_FOUND", EXIT.notFound, `${path} has no account of this node`,
      "Make one with calc account new, or bring one back with calc account recover.");
  }
  return { account, client: createClient({ baseUrl: url, key: account.key }), path };
}

const show: Act = async (session) => {
  const { account: { cid, key }, client, path } = await kept(session);
  const [seen, machines] = await Promise.all([client.identity(), client.stateList()]);
  if (seen.kind !== "result") return session.show(seen);
  if (!seen.value.valid) {
    throw new CliError("INVALID_KEY", EXIT.auth, `the key ${key.slice(0, 12)} of ${cid} is not accepted any more`,
      "Make another with calc account recover.");
  }
  if (machines.kind !== "result") return session.show(machines);
  session.print({ cid, key: key.slice(0, 12), roles: seen.value.roles, file: path,
    machines: machines.value.machines.map(({ slug }) => slug) });
  return EXIT.ok;
};

const keys: Act = async (session) => {
  const listed: Outcome<unknown> = await (await kept(session)).client.keys();
  return session.show(listed);
};

const ACTS: Readonly<Record<string, Act>> = { new: make, recover, show, keys };

export const accountVerb: Verb = {
  register(program, run) {
    const command = program.command("account")
      .description("Your account on a node: new, recover, show, keys. The equation that makes it stays here")
      .argument("<action>", Object.keys(ACTS).join(", "))
      .option("--slug <name>", "new: name of the account's machine")
      .option("--equation <file>", "new, recover: your own equation, from a file; - for standard input, where recover reads it anyway")
      .option("--label <name>", "recover: what the new key is called")
      .addHelpText("after", "\nExamples:\n  calc account new\n  calc account recover < equation.txt\n  calc account show\n");
    command.action(async (action: string) => {
      await run(command, async (session) => {
        const act = Object.hasOwn(ACTS, action) ? ACTS[action] : undefined;
        if (act === undefined) throw usage(`no such action: ${action}`, `One of ${Object.keys(ACTS).join(", ")}.`);
        return act(session, command.opts<AccountOptions>());
      });
    });
  },
};
