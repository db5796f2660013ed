/** `calc dns`: names claimed, changed, found, and checked without a daemon. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Outcome } from "../../api/client/client.js";
import type { Session, Verb } from "../../api/cli/session.js";
import { CliError, EXIT, exitOf, usage } from "../../api/cli/exitCodes.js";
import { loadConfig } from "../../config/load.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { Addresses, nodeScrypt } from "../../node/accounts/scrypt.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { parseJson } from "../../protocol/encoding/json.js";
import { nameRecords, signNameBody } from "../../protocol/names/bodies.js";
import type { NameRecords, OwnedKind } from "../../protocol/names/bodies.js";
import { verifyName, type NameVerdict } from "../../protocol/names/proof.js";
import { nameSearch } from "../../protocol/names/mine.js";
import { NAME_TERM_CALCONDS_MAX, nameFault, workBits } from "../../protocol/names/rules.js";
import { commitHash } from "../../protocol/names/work.js";
import type { JsonObject } from "../../protocol/ports.js";
import { mineWork } from "./mineWork.js";

interface DnsOptions {
  readonly keyFile?: string;
  readonly link?: string;
  readonly machine?: string;
  readonly mail?: string;
  readonly node?: string;
  readonly term?: string;
  readonly commit?: boolean;
  readonly publicKey?: string;
  readonly cid?: string;
  readonly prefix?: string;
  readonly after?: string;
  readonly limit?: string;
  readonly net?: string;
}

type Act = (session: Session, what: string | undefined, options: DnsOptions) => Promise<number>;

const KEY_FILE = "names.key";
const CALCOND_MS = 777;
/** A commitment stands for a claim that is seen at least 2 calconds after it. */
const COMMIT_CALCONDS = 4;

interface Owner {
  readonly seed: Uint8Array;
  readonly key: string;
}

/** The owner's key, made at its first use; who has the file has the names. */
async function ownerOf(session: Session, { keyFile }: DnsOptions, make: boolean): Promise<Owner> {
  const path = keyFile ?? join(await dataDirOf(session), KEY_FILE);
  const text = await readFile(path, "utf8").catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    if (!make)
      throw new CliError(
        "NOT_FOUND",
        EXIT.notFound,
        `${path} holds no key`,
        "Name one with --key-file.",
      );
    return makeKey(session, path);
  });
  const seed = fromHex(text.trim());
  if (seed?.length !== 32) throw usage(`${path} holds no key: 64 hex digits are expected`);
  if (((await stat(path)).mode & 0o077) !== 0) {
    throw new CliError(
      "FORBIDDEN",
      EXIT.auth,
      `${path} is readable by others`,
      `Run: chmod 600 ${path}`,
    );
  }
  return { seed, key: toHex(nodeCrypto.ed25519PublicKey(seed)) };
}

async function dataDirOf({ options }: Session): Promise<string> {
  const { config } = await loadConfig(
    options.dataDir === undefined ? {} : { "data-dir": options.dataDir },
  );
  return config.dataDir;
}

async function makeKey(session: Session, path: string): Promise<string> {
  const text = randomBytes(32).toString("hex");
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  say(session, `made the key ${path}: keep it, whoever has it has its names\n`);
  return text;
}

function say({ options, modules }: Session, text: string): void {
  if (options.quiet !== true) modules.err(text);
}

function recordsOf({ link: url, machine, mail, node }: DnsOptions): NameRecords {
  const given = Object.entries({ url, machine, mail, node }).filter(
    ([, value]) => value !== undefined,
  );
  const read = nameRecords.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = String(issue?.path[0] ?? "");
    throw usage(
      `--${field === "url" ? "link" : field} takes ${RECORD_FORMS[field] ?? "something else"}`,
    );
  }
  return read.data;
}

const RECORD_FORMS: Readonly<Record<string, string>> = {
  url: "a URL, as in https://example.org/",
  machine: "the id of a machine",
  mail: "a mail address",
  node: "a node's public key of 64 hex digits",
};

function termOf({ term }: DnsOptions): number {
  if (term === undefined) return NAME_TERM_CALCONDS_MAX;
  const calconds = Number(term);
  if (Number.isInteger(calconds) && calconds >= 1 && calconds <= NAME_TERM_CALCONDS_MAX)
    return calconds;
  throw usage(`--term takes calconds from 1 to ${NAME_TERM_CALCONDS_MAX}`);
}

/** What the daemon's network is called on the wire, and its clock. @throws CliError */
async function networkOf(
  session: Session,
): Promise<{ readonly net: string; readonly calcond: number }> {
  const client = await session.modules.client(session.options);
  const outcome = await client.dnsStatus();
  if (outcome.kind === "problem") throw failed(outcome);
  const { net, calcond } = outcome.value;
  return { net, calcond };
}

type Problem = Extract<Outcome<unknown>, { kind: "problem" }>;

function failed(outcome: Problem): CliError {
  const { code, detail } = outcome.problem;
  return new CliError(code, exitOf(code), detail, nextOf(outcome) ?? "Look at calc dns status.");
}

/** What to do about a problem that its own members tell. */
function nextOf({ problem }: Problem): string | null {
  const { code, nearest, holder, nextCalcond } = problem;
  if (code === "NOT_FOUND" && Array.isArray(nearest)) {
    return nearest.length > 0
      ? `The nearest here: ${nearest.join(", ")}.`
      : "No name is known here; calc dns register claims one.";
  }
  if (code === "NAME_TAKEN" && typeof holder === "string")
    return `Choose another, or ask its holder, ${holder}.`;
  if (code === "RATE_LIMITED" && typeof nextCalcond === "number") {
    return `Wait until calcond ${nextCalcond}; calc dns status says which it is now.`;
  }
  return null;
}

/** As any answer, with what is special about names in place of the general advice. */
function shown(session: Session, outcome: Outcome<unknown>): number {
  const isPlain = session.options.json !== true && session.options.field === undefined;
  if (isPlain && outcome.kind === "problem" && nextOf(outcome) !== null) throw failed(outcome);
  return session.show(outcome);
}

async function hand(
  session: Session,
  kind: OwnedKind | "name.commit",
  body: JsonObject,
): Promise<number> {
  const client = await session.modules.client(session.options);
  return shown(session, await client.dnsRegister({ kind, body: { ...body } }));
}

const register: Act = async (session, what, options) => {
  const name = what ?? null;
  if (name !== null && nameFault(name) !== null) {
    throw usage(
      `${name} can be nobody's name`,
      "A name has 4 to 64 of a-z, 0-9 and -; some words are kept.",
    );
  }
  const [records, term] = [recordsOf(options), termOf(options)];
  const { seed, key } = await ownerOf(session, options, true);
  const address = await new Addresses().of(key);
  await networkOf(session);
  const work = await mined(session, key, name);
  const salt = options.commit === true ? randomBytes(32).toString("hex") : null;
  if (salt !== null)
    await commitFirst(session, commitHash(nodeCrypto, { author: key, name, salt }));
  const { net, calcond } = await networkOf(session);
  const body = {
    address,
    claimed: calcond,
    expires: calcond + term,
    name,
    owner: key,
    records: { ...records },
    sequence: 0,
    work,
    ...(salt === null ? {} : { salt }),
  };
  return hand(
    session,
    "name.claim",
    signNameBody(nodeCrypto, seed, { net, kind: "name.claim", body }),
  );
};

/** Publishes what will be claimed without showing it, and waits until a claim may follow. */
async function commitFirst(session: Session, h: string): Promise<void> {
  const client = await session.modules.client(session.options);
  const outcome = await client.dnsRegister({ kind: "name.commit", body: { h } });
  if (outcome.kind === "problem") throw failed(outcome);
  say(session, "committed; the claim follows in a few seconds\n");
  await new Promise((resolve) => {
    setTimeout(resolve, COMMIT_CALCONDS * CALCOND_MS);
  });
}

async function mined(session: Session, key: string, name: string | null): Promise<string> {
  let isShown = false;
  const search = { author: key, name, bits: workBits(name) };
  const nonce = await mineWork(
    (start) => nameSearch({ ...search, start }),
    (tried, expected) => {
      if (!session.modules.isTerminal) return;
      isShown = true;
      say(
        session,
        `\r${(tried / 1e6).toFixed(1)} million of about ${(expected / 1e6).toFixed(1)} million tries`,
      );
    },
  );
  if (isShown) say(session, "\n");
  return nonce;
}

/** A change of the name as the daemon knows it now. */
async function change(
  session: Session,
  what: string | undefined,
  options: DnsOptions,
  kind: "name.update" | "name.revoke",
): Promise<number> {
  if (what === undefined) throw usage("name what is to be changed");
  const records = recordsOf(options);
  const { seed, key } = await ownerOf(session, options, false);
  const client = await session.modules.client(session.options);
  const outcome = await client.dnsResolve({ name: what });
  if (outcome.kind === "problem") return shown(session, outcome);
  const { claim, sequence, publicKey, record } = outcome.value;
  if (publicKey !== key) {
    throw new CliError(
      "FORBIDDEN",
      EXIT.auth,
      `${what} belongs to ${publicKey}, not to this key`,
      "Name its key with --key-file.",
    );
  }
  const { net, calcond } = await networkOf(session);
  const common = { claim, claimed: calcond, owner: key, sequence: sequence + 1 };
  const body: JsonObject =
    kind === "name.revoke"
      ? common
      : {
          ...common,
          expires: calcond + termOf(options),
          records: { ...nameRecords.parse(record), ...records },
        };
  return hand(session, kind, signNameBody(nodeCrypto, seed, { net, kind, body }));
}

const resolve: Act = async (session, what) => {
  if (what === undefined) throw usage("name what is to be resolved");
  const client = await session.modules.client(session.options);
  return shown(session, await client.dnsResolve({ name: what }));
};

const lookup: Act = async (session, _what, { publicKey, cid, machine, prefix, after, limit }) => {
  const given = Object.entries({ publicKey, cid, machine, prefix, after }).filter(
    ([, value]) => value !== undefined,
  );
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    throw usage(`--limit takes a whole number, not ${limit}`);
  const client = await session.modules.client(session.options);
  return session.show(
    await client.dnsLookup({
      ...Object.fromEntries(given),
      ...(limit === undefined ? {} : { limit: Number(limit) }),
    }),
  );
};

const status: Act = async (session) => {
  const client = await session.modules.client(session.options);
  return session.show(await client.dnsStatus());
};

const verify: Act = async (session, what, { net }) => {
  if (what === undefined)
    throw usage("name the file of an answer of resolve, or - for standard input");
  const text =
    what === "-" ? await session.modules.readStdin() : await session.modules.readFile(what);
  const read = parseJson(text);
  if (!read.ok) throw usage(`${what} is not JSON: ${read.message}, at character ${read.offset}`);
  const verdict = await verifyName(
    { crypto: nodeCrypto, scrypt: nodeScrypt },
    read.value,
    net === undefined ? {} : { net },
  );
  if (session.options.json === true || session.options.field !== undefined) session.print(verdict);
  else if (session.options.quiet !== true) session.modules.out(verdictText(verdict));
  return verdict.valid ? EXIT.ok : EXIT.notVerified;
};

function verdictText({ valid, name, owner, checks }: NameVerdict): string {
  const lines = checks.map(
    ({ name: what, ok, detail }) =>
      `  ${ok === null ? "-   " : ok ? "ok  " : "FAIL"} ${what.padEnd(10)} ${detail}`,
  );
  return [
    `${valid ? "valid" : "NOT VALID"}: ${name ?? "an address"} of ${owner ?? "nobody"}`,
    ...lines,
    "",
  ].join("\n");
}

const ACTS: Readonly<Record<string, Act>> = {
  register,
  resolve,
  lookup,
  status,
  verify,
  update: (session, what, options) => change(session, what, options, "name.update"),
  revoke: (session, what, options) => change(session, what, options, "name.revoke"),
};

export const dnsVerb: Verb = {
  register(program, run) {
    const command = program
      .command("dns")
      .description(
        "Names of the mesh: register, resolve, lookup, status, update, revoke; verify needs no daemon",
      )
      .argument("<action>", Object.keys(ACTS).join(", "))
      .argument(
        "[what]",
        "a name, an address, or the file to verify; register without one claims the address alone",
      )
      .option(
        "--key-file <file>",
        `the owner's key; ${KEY_FILE} in the data directory otherwise, made when missing`,
      )
      .option("--link <url>", "register, update: where the name leads")
      .option("--machine <id>", "register, update: a machine; lookup: names that lead to it")
      .option("--mail <address>", "register, update: a mail address")
      .option("--node <key>", "register, update: a node's public key")
      .option(
        "--term <calconds>",
        "register, update: how long, at most about a year, which is the default",
      )
      .option(
        "--commit",
        "register: publish a commitment first, so that nobody who sees the claim can be faster",
      )
      .option("--public-key <key>", "lookup: names of this owner")
      .option("--cid <digest>", "lookup: names of an account of this node")
      .option("--prefix <letters>", "lookup: names that begin so")
      .option("--after <subject>", "lookup: the next page")
      .option("--limit <n>", "lookup: names on a page")
      .option("--net <hex>", "verify: the network it has to be of");
    command.action(async (action: string, what: string | undefined) => {
      await run(command, async (session) => {
        const act = Object.hasOwn(ACTS, action) ? ACTS[action] : undefined;
        if (act === undefined)
          throw usage(`no such action: ${action}`, `One of ${Object.keys(ACTS).join(", ")}.`);
        return act(session, what, command.opts<DnsOptions>());
      });
    });
  },
};
