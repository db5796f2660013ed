/**
 * `calc account`: identities made, recovered and shown. The equation is made and used here; the
 * node never sees it.
 */
import { createClient, type ApiClient, type Outcome } from "../../api/client/client.js";
import {
  identityFrom,
  newEquation,
  openSession,
  registerIdentity,
  WeakEquationError,
} from "../../api/client/identity.js";
import type { Session, Verb } from "../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../api/cli/exitCodes.js";
import { ownEquation } from "./compute/ownEquation.js";
import { accountPath, checkKeepable, keepAccount, keptAccounts } from "./accountFile.js";
import { daemonAddress, givenToken } from "./localClient.js";

interface AccountOptions {
  readonly slug?: string;
  readonly equation?: string;
  readonly label?: string;
  readonly replace?: string;
  readonly cid?: string;
}

const ACCOUNT_PREFIX = /^calc_ak_[0-9A-Za-z]{4}$/;
/** As long as a key is. */
const KEY_TO_COME = "-".repeat(57);

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
  if (seen.kind === "problem")
    throw new CliError(seen.problem.code, EXIT.unexpected, seen.problem.detail, "Ask calc status.");
  return { client, url: await daemonAddress(session.options), key: seen.value.nodePublicKey };
}

function say({ options, modules }: Session, text: string): void {
  if (options.quiet !== true) modules.err(text);
}

const make: Act = async (session, { equation: file, slug }) => {
  const { client, key: node, url } = await nodeOf(session);
  const equation = file === undefined ? newEquation() : await ownEquation(session, file);
  const path = await accountPath(session.options);
  await checkKeepable(path, { node, url, cid: identityFrom(equation).cid, key: KEY_TO_COME });
  const outcome = await registerIdentity(
    client,
    equation,
    slug === undefined ? {} : { slug },
  ).catch(refused);
  if (outcome.kind !== "result") return session.show(outcome);
  const { cid, key, machine, credits } = outcome.value;
  const kept = await keepAccount(path, { node, url, cid, key }).then(
    () => null,
    (error: unknown) => error,
  );
  const shown = {
    cid,
    machine: machine.slug,
    credits,
    file: path,
    ...(file === undefined ? { recoveryEquation: equation } : {}),
    machineKey: machine.key,
  };
  // Nobody has the equation again, so it is shown whatever becomes of standard output.
  const rescue = (): void => {
    session.modules.err(`recoveryEquation: ${equation}\n`);
  };
  const { field, quiet } = session.options;
  if (file === undefined && (quiet === true || field !== undefined)) rescue();
  session.print(shown, file === undefined ? rescue : undefined);
  if (file === undefined)
    session.modules.err(
      "Write the equation down: it is not shown again, and it alone recovers the account. Without it and\n" +
        "without a key, the account's mail is lost for good, too.\n",
    );
  if (kept !== null) throw kept;
  return EXIT.ok;
};

function refused(error: unknown): never {
  if (!(error instanceof WeakEquationError)) throw error;
  throw new CliError(
    "WEAK_EQUATION",
    EXIT.refused,
    error.message,
    "Leave the equation out: calc makes one with enough chance in it.",
  );
}

const recover: Act = async (session, { equation: file = "-", label, replace }) => {
  const { client, key: node, url } = await nodeOf(session);
  const path = await accountPath(session.options);
  if (file === "-") say(session, "Type the equation and end the line, then the input (Ctrl-D).\n");
  const equation = await ownEquation(session, file);
  const { cid } = identityFrom(equation);
  await checkKeepable(path, { node, url, cid, key: KEY_TO_COME });
  const opened = await openSession(client, equation);
  if (opened.kind === "problem" && opened.problem.code === "BAD_SIGNATURE") {
    throw new CliError(
      "BAD_SIGNATURE",
      EXIT.auth,
      `this node has no account ${cid}`,
      "Compare each character: spaces and case count. Or is it an account of another node?",
    );
  }
  if (opened.kind !== "result") return session.show(opened);
  const own = createClient({ baseUrl: url, key: opened.value.token });
  let ended = false;
  const minted = await keyBy(
    own,
    { node, url, cid, path },
    { label: label ?? "recovered", replace },
  ).finally(async () => {
    // The session was for the key alone.
    ended = (await own.identitySessionEnd({})).kind === "result";
  });
  if (minted.kind !== "result") return session.show(minted);
  session.print({
    cid,
    prefix: minted.value.prefix,
    ...(replace === undefined ? {} : { replaced: replace }),
    file: path,
    sessionEnded: ended,
  });
  return EXIT.ok;
};

interface Place {
  readonly node: string;
  readonly url: string;
  readonly cid: string;
  readonly path: string;
}
type Minted = Outcome<{ readonly prefix: string; readonly key: string }>;

/** A key of an account, made and kept, or neither. */
async function keyBy(
  own: ApiClient,
  { path, ...place }: Place,
  { label, replace }: { readonly label: string; readonly replace: string | undefined },
): Promise<Minted> {
  const minted: Minted =
    replace === undefined ? await own.keyNew({ label }) : await own.keyRotate({ prefix: replace });
  if (minted.kind === "problem" && minted.problem.code === "CONFLICT" && replace === undefined)
    throw await fullOf(own, minted.problem.detail);
  if (minted.kind !== "result") return minted;
  try {
    await keepAccount(path, { ...place, key: minted.value.key });
  } catch (error) {
    await own.keyRevoke({ prefix: minted.value.prefix });
    throw error;
  }
  return minted;
}

/** Whoever has only the equation cannot list keys to choose the one that goes. */
async function fullOf(own: ApiClient, detail: string): Promise<CliError> {
  const listed = await own.keys({});
  const live =
    listed.kind === "result"
      ? listed.value.keys.filter(
          ({ kind, revokedCalcond }) => kind === "account" && revokedCalcond === null,
        )
      : [];
  return new CliError(
    "CONFLICT",
    EXIT.conflict,
    detail,
    "Say which one goes: calc account recover --replace PREFIX, with one of `keys`.",
    { keys: live.map(({ createdCalcond, label, prefix }) => ({ prefix, label, createdCalcond })) },
  );
}

interface Chosen {
  readonly client: ApiClient;
  readonly key: string;
  readonly path: string | null;
}

/**
 * The account of --cid, else of the environment's key, else the newest kept for this node; and a
 * client that works for it.
 */
async function chosen(session: Session, { cid: wanted }: AccountOptions): Promise<Chosen> {
  const { key: node, url } = await nodeOf(session);
  const token = givenToken();
  if (wanted === undefined && token !== undefined)
    return { client: createClient({ baseUrl: url, key: token }), key: token, path: null };
  const path = await accountPath(session.options);
  const here = (await keptAccounts(path)).filter((one) => one.node === node);
  const account = here.findLast(({ cid }) => wanted === undefined || cid === wanted);
  if (account === undefined) {
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `${path} has no account ${wanted === undefined ? "" : `${wanted} `}of this node`,
      "Make one with calc account new, or bring one back with calc account recover.",
      here.length === 0 ? {} : { cids: here.map(({ cid }) => cid) },
    );
  }
  return { client: createClient({ baseUrl: url, key: account.key }), key: account.key, path };
}

const show: Act = async (session, options) => {
  const { client, key, path } = await chosen(session, options);
  const [seen, machines] = await Promise.all([client.identity(), client.stateList()]);
  if (seen.kind !== "result") return session.show(seen);
  const { account, cid = null, roles, valid } = seen.value;
  if (!valid) {
    throw new CliError(
      "INVALID_KEY",
      EXIT.auth,
      `the key ${key.slice(0, 12)} is not accepted${path === null ? "" : " any more"}`,
      path === null
        ? "Set CALC_TOKEN to another, or to none."
        : "Make another with calc account recover.",
    );
  }
  if (machines.kind !== "result") return session.show(machines);
  session.print({
    cid,
    ...(cid === null ? { account } : {}),
    key: key.slice(0, 12),
    roles,
    file: path,
    machines: machines.value.machines.map(({ slug }) => slug),
  });
  return EXIT.ok;
};

const keys: Act = async (session, options) => {
  const listed: Outcome<unknown> = await (await chosen(session, options)).client.keys();
  return session.show(listed);
};

/** What each takes: an option that would do nothing is refused. */
const ACTS: Readonly<
  Record<string, { readonly act: Act; readonly takes: readonly (keyof AccountOptions)[] }>
> = {
  new: { act: make, takes: ["slug", "equation"] },
  recover: { act: recover, takes: ["equation", "label", "replace"] },
  show: { act: show, takes: ["cid"] },
  keys: { act: keys, takes: ["cid"] },
};
const OPTIONS = ["slug", "equation", "label", "replace", "cid"] as const;

function actOf(action: string, options: AccountOptions): Act {
  const found = Object.hasOwn(ACTS, action) ? ACTS[action] : undefined;
  if (found === undefined)
    throw usage(`no such action: ${action}`, `One of ${Object.keys(ACTS).join(", ")}.`);
  const odd = OPTIONS.find((name) => options[name] !== undefined && !found.takes.includes(name));
  if (odd !== undefined) throw usage(`calc account ${action} takes no --${odd}`);
  const { label, replace } = options;
  if (label !== undefined && replace !== undefined)
    throw usage("--label with --replace: the new key is called what the old one was");
  if (replace !== undefined && !ACCOUNT_PREFIX.test(replace))
    throw usage("--replace takes the first 12 characters of an account key, as in calc_ak_0aB1");
  return found.act;
}

export const accountVerb: Verb = {
  register(program, run) {
    const command = program
      .command("account")
      .description(
        "Your account on a node: new, recover, show, keys. The equation that makes it stays here",
      )
      .argument("<action>", Object.keys(ACTS).join(", "))
      .option("--slug <name>", "new: name of the account's machine")
      .option(
        "--equation <file>",
        "new, recover: your own equation, from a file; - for standard input, where recover reads it anyway",
      )
      .option("--label <name>", "recover: what the new key is called")
      .option(
        "--replace <prefix>",
        "recover: the key whose place the new one takes, where the account has as many as it may",
      )
      .option(
        "--cid <cid>",
        "show, keys: which of the accounts that are kept; else that of CALC_TOKEN, else the newest",
      )
      .addHelpText(
        "after",
        "\nExamples:\n  calc account new\n  calc account recover < equation.txt\n  calc account show\n",
      );
    command.action(async (action: string) => {
      await run(command, async (session) => {
        const options = command.opts<AccountOptions>();
        return actOf(action, options)(session, options);
      });
    });
  },
};
