/**
 * Names claimed on both sides of a partition, by another owner on each, and who has them once all
 * hear each other.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { loadIdentity } from "../../node/runtime/identity/identity.js";
import { Addresses } from "../../node/accounts/scrypt.js";
import { signNameBody } from "../../protocol/names/bodies.js";
import { WorkMiner } from "../../protocol/names/mine.js";
import { workBits } from "../../protocol/names/rules.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { call, numberOf, textOf, type Fields, type Reply } from "../kit/requests.js";
import { until } from "./checker.js";

const addresses = new Addresses();
const TERM_CALCONDS = 1_000_000;
const NONCES_MAX = 1e9;
const AGAIN_MS = 200;

/** Keys of nodes that are witnesses, made before they start: the name of a network holds them. */
export async function witnessesIn(
  dir: string,
  nodes: readonly number[],
): Promise<readonly string[]> {
  const identities = await Promise.all(
    nodes.map((n) => loadIdentity(join(dir, `node-${n}`), nodeCrypto)),
  );
  return identities.map(({ publicKeyHex }) => publicKeyHex);
}

interface Claimant {
  readonly seed: Uint8Array;
  readonly key: string;
  readonly address: string;
  readonly work: string;
}

/** One name, and an owner with the work for it on each side. */
export interface Contest {
  readonly name: string;
  readonly claimants: readonly Claimant[];
}

/** Finds the work first: it takes a second, and a partition may last no longer. */
export async function contestOver(name: string): Promise<Contest> {
  const claimants: Claimant[] = [];
  for (const side of ["left", "right"]) {
    const seed = createHash("sha256").update(`${side} of ${name}`).digest();
    const key = nodeCrypto.ed25519PublicKey(seed);
    const author = Buffer.from(key).toString("hex");
    const work = new WorkMiner({ author, name, start: "r", bits: workBits(name) }).run(NONCES_MAX);
    if (work === null) throw new Error(`no work was found for ${name}`);
    claimants.push({ seed, key: author, work, address: await addresses.of(author) });
  }
  return { name, claimants };
}

/** A node whose machine is busy says so, and may be asked again. */
async function asked(
  node: RunningNode,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  for (;;) {
    const reply = await call(node, method, path, body, { key: null });
    if (reply.status !== 503) return reply;
    await delay(AGAIN_MS);
  }
}

/** @returns how many of its claims were taken: a side that has heard the other's refuses its own */
export async function claimOn(
  { name, claimants }: Contest,
  nodes: readonly RunningNode[],
): Promise<number> {
  const codes = await Promise.all(
    nodes.map(async (node, side) => {
      const { seed, key, address, work } = claimants[side]!;
      const { body: status } = await asked(node, "GET", "/api/dns/status");
      const claimed = numberOf(status, "calcond");
      const body = signNameBody(nodeCrypto, seed, {
        net: textOf(status, "net"),
        kind: "name.claim",
        body: {
          address,
          claimed,
          expires: claimed + TERM_CALCONDS,
          name,
          owner: key,
          records: {},
          sequence: 0,
          work,
        },
      });
      const reply = await asked(node, "POST", "/api/dns/register", { kind: "name.claim", body });
      if (reply.status !== 201) expect(reply.body, reply.text).to.include({ code: "NAME_TAKEN" });
      return reply.status;
    }),
  );
  return codes.filter((code) => code === 201).length;
}

async function stateHash(node: RunningNode): Promise<string> {
  return textOf((await asked(node, "GET", "/api/dns/status")).body, "stateHash");
}

/**
 * @returns milliseconds until all nodes had the same names, in the same state, with the same owners
 */
export function equalNames(nodes: readonly RunningNode[], ms: number): Promise<number> {
  return until(
    "equal names",
    ms,
    async () => new Set(await Promise.all(nodes.map((node) => stateHash(node)))).size === 1,
  );
}

async function resolved(node: RunningNode, name: string): Promise<Fields> {
  const { status, body, text } = await asked(node, "GET", `/api/dns/resolve/${name}`);
  expect(status, text).to.equal(200);
  return body;
}

/** Every name has one owner, the same on all nodes, and it is one of those who claimed it. */
export async function checkOwners(
  contests: readonly Contest[],
  nodes: readonly RunningNode[],
): Promise<void> {
  for (const { name, claimants } of contests) {
    const owners = await Promise.all(
      nodes.map(async (node) => textOf(await resolved(node, name), "publicKey")),
    );
    expect([...new Set(owners)], `owners of ${name}`).to.have.length(1);
    expect(
      claimants.map(({ key }) => key),
      `owner of ${name}`,
    ).to.include(owners[0]);
  }
}

/** @returns milliseconds until every name was held on every node */
export function allHeld(
  contests: readonly Contest[],
  nodes: readonly RunningNode[],
  ms: number,
): Promise<number> {
  return until("names to be held", ms, async () => {
    const states = await Promise.all(
      nodes.flatMap((node) =>
        contests.map(async ({ name }) => (await resolved(node, name))["state"]),
      ),
    );
    return states.every((state) => state === "held");
  });
}
