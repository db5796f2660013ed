/**
 * Readings that last: a poll that waits for a step, and files that are written over time. Each by
 * each way in which a right on a machine ends: nothing leaves behind it.
 */
import { expect } from "chai";
import { identityOf, signSession } from "../../../../protocol/identity/derive.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { heldFile } from "../../../kit/heldFile.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const REACTOR = "/api/calc/reactor";
const GRACE_CALCONDS = 3;
const GRANT_CALCONDS = 10;
/** Of 24 h. */
const DAY_CALCONDS = 111_197;
/** Of 30 days. */
const SESSION_CALCONDS = 3_335_904;
/** What drives each step: five of these are more than a part of a file has room for. */
const DRIVE_CHARS = 16_000;
const STEPS = 7;
const STEPPING = {
  operators: ["NM19"],
  transition: { inputs: { m: "2", a: "9.8" } },
};

const PROGRAM = {
  schema: "calc-contract/1",
  name: "still",
  inputs: { v: { type: "double", unit: "m/s" } },
  trigger: { type: "on-event", event: "reading" },
  machine: { initial: "a", states: { a: { on: [{ guard: "input.v > 30.0", target: "a" }] } } },
};
const POLL = "poll for a step";
const ENDINGS = [
  "key revoked",
  "machine's key replaced",
  "grace over",
  "session ended",
  "session over",
  "role taken",
  "role over",
  "machine made private",
  "machine closed",
] as const;
type Ending = (typeof ENDINGS)[number];

/** Who reads, and the ways in which the right ends; every other leaves it. */
const READERS = {
  "a key of the account": ["key revoked"],
  "the machine's key": ["machine's key replaced", "grace over", "machine closed"],
  "a session of the account": ["session ended", "session over"],
  "a role": ["role taken", "role over", "session over"],
  "nobody's key": ["machine made private"],
} as const satisfies Readonly<Record<string, readonly Ending[]>>;
type Reader = keyof typeof READERS;

interface Place {
  readonly slug: string;
  readonly machineKey: string;
  readonly reactor: string;
  readonly contract: string;
  readonly reader: string;
  readonly session: string;
  readonly grant: string;
}

/** Something that is read over time. */
interface Reading {
  /** What came of it, once it goes on behind the ending. */
  answer(): Promise<{ readonly status: number | null; readonly isWhole: boolean }>;
}

describe("readings that last end with the right to a machine", () => {
  let served: ServedNode;
  let owner: string;
  let outsider: string;
  const identity = identityOf(nodeCrypto, "an equation of the machines' endings");
  const other = identityOf(nodeCrypto, "an equation of who has a role");
  const registered = async ({ cid, publicKey }: typeof identity): Promise<string> => {
    const reply = await served.call("POST", "/api/identity/register", {
      body: { cid, publicKey },
    });
    expect(reply.status, reply.text).equal(201);
    return String(reply.body["key"]);
  };
  before(async () => {
    served = await serveNode({ config: { credits: { welcome: 1_000_000 } } });
    owner = await registered(identity);
    outsider = await registered(other);
  });
  after(() => served.close());
  beforeEach(() => served.pass(DAY_CALCONDS));

  const asked = async (method: string, path: string, body?: unknown, key = owner) => {
    const reply = await served.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    expect(reply.status, reply.text).within(200, 299);
    return reply.body;
  };
  const step = (reactor: string) => {
    served.pass(1);
    return asked("POST", `${REACTOR}/${reactor}/step`, { u: "u".repeat(DRIVE_CHARS) });
  };

  async function signedIn(): Promise<string> {
    const { cid, seed } = identity;
    const challenge = await served.call("POST", "/api/identity/challenge", { body: { cid } });
    const [nonce, node] = [String(challenge.body["nonce"]), String(challenge.body["node"])];
    const signature = signSession(nodeCrypto, seed, { cid, nonce, node });
    const reply = await served.call("POST", "/api/identity/session", {
      body: { cid, nonce, signature },
    });
    expect(reply.status, reply.text).equal(201);
    return String(reply.body["token"]);
  }

  async function opened(isPublic: boolean): Promise<Place> {
    const begun = await asked("POST", "/api/state", { is_public: isPublic });
    const slug = String(Object(begun["machine"])["slug"]);
    const reactor = await asked("POST", REACTOR, { ...STEPPING, machine: slug });
    const contract = await asked("POST", "/api/contracts", { program: PROGRAM, machine: slug });
    const calcond = Number(Object(begun["machine"])["createdCalcond"]);
    const grant = await asked("POST", `/api/state/${slug}/grants`, {
      principal: other.cid,
      role: "viewer",
      expiresCalcond: calcond + GRANT_CALCONDS + STEPS,
    });
    const key = await asked("POST", "/api/keys", { label: "reader" });
    return {
      slug,
      machineKey: String(begun["key"]),
      reactor: String(reactor["reactor"]),
      contract: String(contract["contract"]),
      reader: String(key["key"]),
      session: await signedIn(),
      grant: String(grant["id"]),
    };
  }

  const KEYS: Readonly<Record<Reader, (place: Place) => string | undefined>> = {
    "a key of the account": ({ reader }) => reader,
    "the machine's key": ({ machineKey }) => machineKey,
    "a session of the account": ({ session }) => session,
    "a role": () => outsider,
    "nobody's key": () => undefined,
  };
  const ENDS: Readonly<Record<Ending, (place: Place) => Promise<unknown>>> = {
    "key revoked": ({ reader }) => asked("DELETE", `/api/keys/${reader.slice(0, 12)}`),
    "machine's key replaced": ({ slug }) =>
      asked("POST", `/api/state/${slug}/key/rotate`, { graceCalconds: 0 }),
    "grace over": async ({ slug }) => {
      await asked("POST", `/api/state/${slug}/key/rotate`, { graceCalconds: GRACE_CALCONDS });
      served.pass(GRACE_CALCONDS);
    },
    "session ended": ({ session }) => asked("DELETE", "/api/identity/session", undefined, session),
    "session over": async () => served.pass(SESSION_CALCONDS),
    "role taken": ({ grant, slug }) => asked("DELETE", `/api/state/${slug}/grants/${grant}`),
    "role over": async () => served.pass(GRANT_CALCONDS + STEPS),
    "machine made private": ({ slug }) =>
      asked("PATCH", `/api/state/${slug}`, { is_public: false }),
    "machine closed": ({ slug }) => asked("DELETE", `/api/state/${slug}`),
  };

  /** Waits until the handler of a call has begun to wait. */
  const waits = async (): Promise<void> => {
    while (served.node.services.reactors.waiting.size === 0)
      await new Promise<void>((resolve) => setImmediate(resolve));
  };

  async function poll({ reactor }: Place, key: string | undefined): Promise<Reading> {
    const coming: Promise<Reply> = served.call(
      "GET",
      `${REACTOR}/next?reactor=${reactor}&timeout=30`,
      key === undefined ? {} : { key },
    );
    await waits();
    return {
      answer: async () => {
        served.http.dispatcher.sweep(0);
        await served.call("POST", `${REACTOR}/${reactor}/step`, { key: owner, body: { u: "u" } });
        const { status } = await coming;
        return { status, isWhole: status === 200 };
      },
    };
  }

  async function file(path: string, rows: number, key: string | undefined): Promise<Reading> {
    const held = await heldFile(served, path, rows, key);
    return { answer: async () => ({ status: null, isWhole: await held.release() }) };
  }

  const OPENINGS: Readonly<
    Record<string, (place: Place, key: string | undefined) => Promise<Reading>>
  > = {
    [POLL]: poll,
    "file of a machine": ({ slug }, key) => file(`/api/state/${slug}/audit?export=true`, 1, key),
    // A part of it has left.
    "file of a reactor": async ({ reactor }, key) => {
      for (let i = 0; i < STEPS; i += 1) await step(reactor);
      return file(`${REACTOR}/trajectory?reactor=${reactor}`, STEPS - 1, key);
    },
    "file of a contract": ({ contract }, key) => file(`/api/contracts/${contract}/export`, 1, key),
  };
  const isReader = (name: string): name is Reader => Object.hasOwn(READERS, name);
  for (const [door, open] of Object.entries(OPENINGS))
    for (const reader of Object.keys(READERS).filter(isReader))
      for (const ending of ENDINGS) {
        const ways: readonly Ending[] = READERS[reader];
        const isEnd = ways.includes(ending);
        // A reactor of a closed machine makes no step that a poll could tell.
        if (door === POLL && ending === "machine closed" && !isEnd) continue;
        it(`${door} by ${reader}: ${ending}: ${isEnd ? "ends" : "goes on"}`, async () => {
          const place = await opened(reader === "nobody's key");
          const reading = await open(place, KEYS[reader](place));
          await ENDS[ending](place);
          const { isWhole, status } = await reading.answer();
          expect(isWhole).equal(!isEnd);
          if (door === POLL) expect(status).oneOf(isEnd ? [401, 404] : [200]);
          if (ending !== "key revoked") await ENDS["key revoked"](place);
        });
      }
});
