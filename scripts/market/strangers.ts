/**
 * Strangers in the market: keys without credits that say valid events of every kind about jobs of
 * their own. Nothing that they say may hold up anybody.
 */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { attestationBytes, BOND_ENVELOPES } from "../../protocol/economy/bond.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { depositProof } from "../../protocol/events/deposit.js";
import { jobLockMessage } from "../../protocol/events/job.js";
import { beaconMessage, beaconOf } from "../../protocol/market/beacon.js";
import { drawRank, poolHash } from "../../protocol/market/draw.js";
import { commitmentOf } from "../../protocol/market/progress.js";
import type { JsonObject } from "../../protocol/ports.js";
import { createEvent, NO_HASH, type Author, type EncodedEvent } from "../../protocol/seal/event.js";
import { leafHash } from "../../protocol/seal/merkle.js";
import { ENGINE_VERSION } from "../../protocol/version.js";

/** Whoever continues a spine. */
export interface Speaker {
  readonly author: Author;
  append(kind: string, body: JsonObject): Promise<EncodedEvent>;
}

/** A spine that is kept nowhere: its events are handed to whom a test likes. */
export class LooseSpine implements Speaker {
  readonly author: Author;
  readonly #net: string;
  readonly #calcond: () => number;
  #seq = 0;
  #prev = NO_HASH;

  constructor(name: string, net: string, calcond: () => number) {
    const seed = nodeCrypto.sha256(`stranger ${name}`);
    this.author = { seed, publicKey: toHex(nodeCrypto.ed25519PublicKey(seed)) };
    this.#net = net;
    this.#calcond = calcond;
  }

  append(kind: string, body: JsonObject): Promise<EncodedEvent> {
    const draft = { net: this.#net, kind, seq: this.#seq, prev: this.#prev, body };
    const event = createEvent(nodeCrypto, this.author, { ...draft, calcond: this.#calcond() });
    this.#seq += 1;
    this.#prev = event.id;
    return Promise.resolve(event);
  }
}

/** One key for each part in a dispute. */
export interface Strangers {
  readonly asker: Speaker;
  readonly contributor: Speaker;
  readonly challenger: Speaker;
  readonly executor: Speaker;
}

export interface UnpaidJob {
  readonly net: string;
  readonly calcond: number;
  readonly engineVersion: string;
  readonly chain: readonly string[];
  readonly inputsHash: string;
}

export interface PoisonOptions extends UnpaidJob {
  /** Draws, offers and the deposit are those of an honest dispute: everything checks. */
  readonly isWhole: boolean;
}

const DEADLINE_CALCONDS = 3_000;
const CREDITS = 2;

function sha(text: string): string {
  return nodeCrypto.sha256Hex(text);
}

const NO_VALUE = { value: null, value_bits: null };

/** A dispute about a job that nobody paid for. @returns its events, in an order in which they make sense */
export async function poison(by: Strangers, task: PoisonOptions): Promise<readonly EncodedEvent[]> {
  const { calcond, engineVersion, isWhole, net } = task;
  const said = new Script();
  const { asker, contributor, executor } = by;
  if (isWhole)
    await said.say(
      contributor,
      "work.offer",
      offerBody(contributor.author, engineVersion, calcond),
    );
  const job = await said.say(asker, "job.open", openingBody(asker, task));
  const [resultHash, salt] = [sha(`result ${job}`), sha(`salt ${job}`)];
  const node = contributor.author.publicKey;
  if (isWhole) {
    await said.draw(net, { by: asker, executor, about: job, job, drawn: node });
    await said.say(contributor, "work.claim", { job });
    await said.say(contributor, "work.commit", {
      job,
      commit: commitmentOf(nodeCrypto, { resultHash, salt, node }),
    });
  }
  const reveal = await said.say(contributor, "work.reveal", {
    job,
    result_hash: resultHash,
    salt,
    token_id: null,
    ...NO_VALUE,
  });
  return [...said.events, ...(await collusion(by, { job, reveal }, task))];
}

/**
 * A challenge of a result, and the verdict of somebody who says what the challenger says.
 * @returns their events, in an order in which they make sense
 */
export async function collusion(
  { challenger, executor }: Pick<Strangers, "challenger" | "executor">,
  { job, reveal }: { readonly job: string; readonly reveal: string },
  {
    calcond,
    engineVersion,
    isWhole,
    net,
  }: Pick<PoisonOptions, "calcond" | "engineVersion" | "isWhole" | "net">,
): Promise<readonly EncodedEvent[]> {
  const said = new Script();
  const drawn = executor.author.publicKey;
  if (isWhole)
    await said.say(executor, "work.offer", offerBody(executor.author, engineVersion, calcond));
  const deposit = sha(`deposit ${reveal} ${drawn}`);
  const other = sha(`other ${reveal}`);
  const challenge = await said.say(challenger, "work.challenge", {
    account: "nobody",
    deposit,
    ...(isWhole
      ? { deposit_proof: sealedDeposit(challenger.author, { calcond, deposit, net }) }
      : {}),
    job,
    result_hash: other,
    reveal,
    ...NO_VALUE,
  });
  if (isWhole) await said.draw(net, { by: challenger, executor, about: challenge, job, drawn });
  else
    await said.say(challenger, "job.draw", {
      ...drawBody({ about: challenge, job, beacon: sha("beacon"), drawn, value: "" }),
    });
  await said.say(executor, "work.verdict", {
    challenge,
    engine_version: engineVersion,
    job,
    outcome: "upheld",
    result_hash: other,
    ...NO_VALUE,
  });
  return said.events;
}

/** What several say, one after the other. */
class Script {
  readonly events: EncodedEvent[] = [];

  async say(speaker: Speaker, kind: string, body: JsonObject): Promise<string> {
    const event = await speaker.append(kind, body);
    this.events.push(event);
    return event.id;
  }

  /** A draw from the word of the executor. */
  async draw(
    net: string,
    {
      about,
      by,
      drawn,
      executor,
      job,
    }: Omit<DrawRequest, "beacon" | "value"> & { readonly by: Speaker; readonly executor: Speaker },
  ): Promise<void> {
    const word = signed(executor, beaconMessage(net, about));
    const beacon = await this.say(executor, "work.beacon", { about, job, word });
    const value = beaconOf(nodeCrypto, word);
    await this.say(by, "job.draw", drawBody({ about, job, beacon, drawn, value }));
  }
}

/** A job whose price stands aside by the word of its author alone. */
export function openingBody(
  asker: Pick<Speaker, "author">,
  { calcond, chain, engineVersion, inputsHash, net }: UnpaidJob,
): JsonObject {
  const nonce = sha(`${asker.author.publicKey} ${inputsHash} ${calcond}`);
  const terms = { credits: CREDITS, expires: calcond + DEADLINE_CALCONDS };
  const lock = { ...terms, home: asker.author.publicKey };
  return {
    chain: [...chain],
    class: "replicated",
    deadline: lock.expires,
    engine_version: engineVersion,
    inputs_hash: inputsHash,
    k: 1,
    lock: { ...lock, sig: signed(asker, jobLockMessage(net, nonce, lock)) },
    nonce,
    price: CREDITS,
  };
}

function signed({ author }: Pick<Speaker, "author">, message: Uint8Array): string {
  return toHex(nodeCrypto.ed25519Sign(author.seed, message));
}

interface DrawRequest {
  readonly about: string;
  readonly job: string;
  readonly beacon: string;
  readonly value: string;
  readonly drawn: string;
}

function drawBody({ about, beacon, drawn, job, value }: DrawRequest): JsonObject {
  const ranked = [drawn].sort((a, b) =>
    drawRank(nodeCrypto, about, value, a) < drawRank(nodeCrypto, about, value, b) ? -1 : 1,
  );
  const pool_hash = poolHash(nodeCrypto, [{ node: drawn }]);
  return { about, job, beacon, drawn: ranked, called: 1, pool: 1, pool_hash };
}

/** A bond that its own node attests, and nobody has ever seen. */
function offerBody({ publicKey, seed }: Author, engine: string, since: number): JsonObject {
  const bond = { account: `of ${publicKey}`, bond: 1, count: BOND_ENVELOPES };
  const listHash = sha(`bond of ${publicKey}`);
  const attested = attestationBytes({ ...bond, listHash, node: publicKey, sinceCalcond: since });
  return {
    ...bond,
    attestation: toHex(nodeCrypto.ed25519Sign(seed, attested)),
    engine_version: engine,
    list_hash: listHash,
    open: false,
    since,
  };
}

/** An envelope that was sealed on the spine of an author, as far as its proof says. */
function sealedDeposit(
  author: Author,
  {
    calcond,
    deposit,
    net,
  }: { readonly calcond: number; readonly deposit: string; readonly net: string },
): JsonObject {
  const root = toHex(leafHash(nodeCrypto, fromHex(deposit)!));
  const body = { count: 1, engine_version: ENGINE_VERSION, root };
  const draft = { net, kind: "seal", seq: 1, prev: NO_HASH, calcond, body };
  const { event } = createEvent(nodeCrypto, author, draft);
  const proof = { count: 1, engine_version: ENGINE_VERSION, index: 0, path: [], sig: event.sig };
  return { ...depositProof.parse({ ...proof, header: event.header }) };
}

/** Events of every other kind that are about nothing, or about a job of somebody else. */
export async function noise(
  by: Speaker,
  job: string,
  net: string,
): Promise<readonly EncodedEvent[]> {
  const named = (what: string): string => sha(`${what} ${by.author.publicKey} ${job}`);
  const word = signed(by, beaconMessage(net, job));
  const revealed = { job, result_hash: named("result"), ...NO_VALUE };
  const bodies: readonly (readonly [string, JsonObject])[] = [
    ["job.cancel", { job }],
    ["job.settle", { job, outcome: "failed", result_hash: null, paid: [], spent: 0, returned: 6 }],
    [
      "job.draw",
      drawBody({ about: job, job, beacon: named("beacon"), drawn: by.author.publicKey, value: "" }),
    ],
    ["work.beacon", { about: job, job, word }],
    ["work.vrf", { about: job, job, proof: "0".repeat(160) }],
    ["work.claim", { job }],
    ["work.commit", { job, commit: named("commit") }],
    ["work.reveal", { ...revealed, salt: named("salt"), token_id: null }],
    [
      "work.challenge",
      { ...revealed, reveal: named("reveal"), deposit: named("deposit"), account: "nobody" },
    ],
    [
      "work.verdict",
      {
        ...revealed,
        challenge: named("challenge"),
        engine_version: ENGINE_VERSION,
        outcome: "upheld",
      },
    ],
  ];
  const said: EncodedEvent[] = [];
  for (const [kind, body] of bodies) said.push(await by.append(kind, body));
  return said;
}
