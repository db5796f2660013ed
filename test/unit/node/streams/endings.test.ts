/** Each door by each way of ending: what was let in is let out before the next message. */
import { once } from "node:events";
import { expect } from "chai";
import { WebSocket } from "ws";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { identityOf, signSession } from "../../../../protocol/identity/derive.js";
import { parseFields } from "../../../kit/requests.js";
import { heldFile } from "../../../kit/heldFile.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/streams";
const CONTRACT = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
const LINK_CALCONDS = 10;
const GRACE_CALCONDS = 3;
/** Of 24 h. */
const DAY_CALCONDS = 111_197;
/** Of 30 days. */
const SESSION_CALCONDS = 3_335_904;
/** RFC 7748, section 6.1: Bob's public key. */
const CLIENT_KEY = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f";
/** RFC 6455, section 7.4.1: the end that was meant, and a message against the policy. */
const NORMAL = 1_000;
const POLICY = 1_008;
/** Of a file: its connection ended before it, or behind it. */
const CUT = 0;
const WHOLE = 200;

/** Ways in which what lets a reader in comes to its end. */
const ENDINGS = [
  "links voided",
  "link over",
  "key revoked",
  "key replaced",
  "grace over",
  "session ended",
  "session over",
  "channel closed",
] as const;
type Ending = (typeof ENDINGS)[number];

/**
 * Open orders, and the ways in which one ends; every other leaves it open. A session outlives links
 * and secure sessions, so these are over when it is.
 */
const DOORS = {
  "socket by a link": ["links voided", "link over", "session over", "channel closed"],
  "socket by a key of the account": ["key revoked", "channel closed"],
  "socket by the key of the channel": ["key replaced", "grace over", "channel closed"],
  "socket by a session of the account": ["session ended", "session over", "channel closed"],
  "socket without a key": ["channel closed"],
  "secure session by a key of the account": ["key revoked", "session over", "channel closed"],
  "secure session by the key of the channel": [
    "key replaced",
    "grace over",
    "session over",
    "channel closed",
  ],
  "secure session by a session of the account": ["session ended", "session over", "channel closed"],
  // Its history stays readable when a channel is closed.
  "file of a channel by a key of the account": ["key revoked"],
  "file of a channel by the key of the channel": ["key replaced", "grace over"],
  "file of a channel by a session of the account": ["session ended", "session over"],
  "file of a channel without a key": [],
  "events of a job by a key of the account": ["key revoked"],
} as const satisfies Readonly<Record<string, readonly Ending[]>>;
type Door = keyof typeof DOORS;

/** Lotka and Volterra, for minutes. */
const LONG_JOB = {
  alpha: 1.13,
  beta: 0.41,
  gamma: 0.37,
  delta: 0.097,
  x0: 9.3,
  y0: 4.7,
  t_end: 1_500,
  dt: 0.0001,
  fields: "none",
};

interface Place {
  readonly id: string;
  /** The key that the door is opened with, where it is one of the account, and its prefix. */
  readonly reader: string;
  readonly session: string;
  readonly channelKey: string;
  readonly sig: string;
}

/** The open state, as a test sees it. */
interface Open {
  /** Whether a tick that was sealed now is read. */
  reads(): Promise<boolean>;
  /** The close code, or the status of the refusal. */
  ended(): Promise<number>;
  close(): void;
}

describe("what is open ends with what let it in", () => {
  let served: ServedNode;
  let owner: string;
  const identity = identityOf(nodeCrypto, "an equation of the endings");
  before(async () => {
    served = await serveNode({ config: { credits: { welcome: 1_000_000 } } });
    const cid = identity.cid;
    const registered = await served.call("POST", "/api/identity/register", {
      body: { cid, publicKey: identity.publicKey },
    });
    expect(registered.status, registered.text).equal(201);
    owner = String(registered.body["key"]);
  });
  after(() => served.close());

  // A demo key spends so much a day.
  beforeEach(() => served.pass(DAY_CALCONDS));

  const asked = async (method: string, path: string, body?: unknown, key = owner) => {
    const reply = await served.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    expect(reply.status, reply.text).within(200, 299);
    return reply.body;
  };
  const tick = async (id: string): Promise<void> => {
    served.pass(1);
    await asked("POST", `${PATH}/${id}/tick`, {});
  };

  async function signedIn(): Promise<string> {
    const { cid, seed } = identity;
    const asked = await served.call("POST", "/api/identity/challenge", { body: { cid } });
    const [nonce, node] = [String(asked.body["nonce"]), String(asked.body["node"])];
    const signature = signSession(nodeCrypto, seed, { cid, nonce, node });
    const session = await served.call("POST", "/api/identity/session", {
      body: { cid, nonce, signature },
    });
    expect(session.status, session.text).equal(201);
    return String(session.body["token"]);
  }

  async function opened(isPublic: boolean): Promise<Place> {
    const response = await asked("POST", PATH, { contract: CONTRACT, public: isPublic });
    const id = String(Object(response["channel"])["id"]);
    const link = await asked("POST", `${PATH}/${id}/link`, { expiresInCalconds: LINK_CALCONDS });
    const reader = await asked("POST", "/api/keys", { label: "reader" });
    return {
      id,
      reader: String(reader["key"]),
      session: await signedIn(),
      channelKey: String(response["key"]),
      sig: String(link["sig"]),
    };
  }

  async function socket(id: string, query: string, key: string | null): Promise<Open> {
    const protocols = key === null ? ["calc"] : ["calc", `bearer.${key}`];
    const address = `${served.http.url.replace("http", "ws")}/ws/stream?channel=${id}${query}`;
    const ws = new WebSocket(address, protocols);
    const seen: string[] = [];
    let wanted: (() => void) | null = null;
    ws.on("message", (bytes: Buffer) => {
      seen.push(bytes.toString("utf8"));
      wanted?.();
    });
    const closed = new Promise<number>((resolve) => {
      ws.on("close", (code) => {
        resolve(code);
        wanted?.();
      });
    });
    await once(ws, "open");
    const ticks = (): number => seen.filter((text) => text.startsWith('{"type":"tick"')).length;
    return {
      reads: async () => {
        const before = ticks();
        await tick(id);
        while (ticks() === before && ws.readyState === WebSocket.OPEN)
          await new Promise<void>((resolve) => {
            wanted = resolve;
          });
        return ticks() > before;
      },
      ended: () => closed,
      close: () => ws.terminate(),
    };
  }

  async function secure(id: string, key: string): Promise<Open> {
    const response = await asked(
      "POST",
      `${PATH}/${id}/secure/open`,
      { clientPublicKey: CLIENT_KEY },
      key,
    );
    const pull = () =>
      served.call("GET", `${PATH}/${id}/secure/pull?session=${String(response["session"])}`);
    return {
      reads: async () => {
        await tick(id);
        return (await pull()).status === 200;
      },
      ended: async () => (await pull()).status,
      close: () => undefined,
    };
  }

  /** Progress of a job that is asked for as events; the job waits for nobody. */
  async function events(key: string): Promise<Open> {
    const body = {
      alpha: 1.1,
      beta: 0.4,
      gamma: 0.4,
      delta: 0.1,
      x0: 10,
      y0: 5,
      t_end: 40,
      dt: 0.002,
    };
    const ask = () =>
      fetch(`${served.http.url}/api/calc/predator-prey`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          accept: "text/event-stream",
        },
        body: JSON.stringify(body),
      });
    const first = await ask();
    expect(await first.text()).contain("event: result");
    return {
      reads: async () => true,
      ended: async () => {
        const again = await ask();
        // A job that runs on would be timed by a clock that the test moves.
        await again.text();
        return again.status;
      },
      close: () => undefined,
    };
  }

  /** A file of the log that is under way. */
  async function file(id: string, key: string | undefined): Promise<Open> {
    await tick(id);
    const held = await heldFile(served, `${PATH}/${id}/log`, 1, key);
    let isBegun = false;
    let coming: Promise<boolean> | null = null;
    const whole = (): Promise<boolean> => (coming ??= held.release());
    return {
      reads: async () => {
        if (isBegun) return whole();
        isBegun = true;
        return true;
      },
      ended: async () => ((await whole()) ? WHOLE : CUT),
      close: () => void held.release(),
    };
  }

  const OPENINGS: Readonly<Record<Door, (place: Place) => Promise<Open>>> = {
    "socket by a link": ({ id, sig }) => socket(id, `&sig=${sig}`, null),
    "socket by a key of the account": ({ id, reader }) => socket(id, "", reader),
    "socket by the key of the channel": ({ channelKey, id }) => socket(id, "", channelKey),
    "socket by a session of the account": ({ id, session }) => socket(id, "", session),
    "socket without a key": ({ id }) => socket(id, "", null),
    "secure session by a key of the account": ({ id, reader }) => secure(id, reader),
    "secure session by the key of the channel": ({ channelKey, id }) => secure(id, channelKey),
    "secure session by a session of the account": ({ id, session }) => secure(id, session),
    "file of a channel by a key of the account": ({ id, reader }) => file(id, reader),
    "file of a channel by the key of the channel": ({ channelKey, id }) => file(id, channelKey),
    "file of a channel by a session of the account": ({ id, session }) => file(id, session),
    "file of a channel without a key": ({ id }) => file(id, undefined),
    "events of a job by a key of the account": ({ reader }) => events(reader),
  };
  const replaced = (id: string, graceCalconds: number) =>
    asked("POST", `${PATH}/${id}/key/rotate`, { graceCalconds });
  const ENDS: Readonly<Record<Ending, (place: Place) => Promise<unknown>>> = {
    "links voided": ({ id }) => asked("POST", `${PATH}/${id}/link/rotate`, {}),
    "link over": async () => served.pass(LINK_CALCONDS + 1),
    "key revoked": ({ reader }) => asked("DELETE", `/api/keys/${reader.slice(0, 12)}`),
    "key replaced": ({ id }) => replaced(id, 0),
    "grace over": async ({ id }) => {
      await replaced(id, GRACE_CALCONDS);
      served.pass(GRACE_CALCONDS + 1);
    },
    "session ended": ({ session }) => asked("DELETE", "/api/identity/session", undefined, session),
    "session over": async () => served.pass(SESSION_CALCONDS),
    "channel closed": ({ id }) => asked("DELETE", `${PATH}/${id}`),
  };

  const endOf = (door: Door, ending: Ending): number => {
    if (door.startsWith("socket")) return ending === "channel closed" ? NORMAL : POLICY;
    if (door.startsWith("file")) return CUT;
    return door.startsWith("events") ? 401 : 410;
  };
  const isDoor = (name: string): name is Door => Object.hasOwn(DOORS, name);
  for (const door of Object.keys(DOORS).filter(isDoor))
    for (const ending of ENDINGS) {
      const ways: readonly Ending[] = DOORS[door];
      const isEnd = ways.includes(ending);
      it(`${door}: ${ending}: ${isEnd ? "ends" : "goes on"}`, async () => {
        const place = await opened(door.endsWith("without a key"));
        const open = await OPENINGS[door](place);
        expect(await open.reads(), "before").equal(true);
        await ENDS[ending](place);
        if (isEnd) {
          if (ending !== "channel closed" && !door.startsWith("events"))
            expect(await open.reads(), "after").equal(false);
          expect(await open.ended()).equal(endOf(door, ending));
        } else if (!door.startsWith("events")) expect(await open.reads(), "after").equal(true);
        else expect(await open.ended(), "after").equal(200);
        open.close();
        // An account has so many keys at a time.
        if (ending !== "key revoked") await ENDS["key revoked"](place);
      });
    }

  /** A job that runs for minutes, asked for as events under a key that is revoked behind the first. */
  async function revokedEvents(path: string, body: object, first: string): Promise<string> {
    const { reader } = await opened(false);
    const response = await fetch(`${served.http.url}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${reader}`,
        "content-type": "application/json",
        accept: "application/json;q=0.5, text/event-stream",
      },
      body: JSON.stringify(body),
    });
    const pieces = response.body!.getReader();
    const decoder = new TextDecoder();
    let text = "";
    let isRevoked = false;
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      text += decoder.decode(piece.value, { stream: true });
      if (isRevoked || !text.includes(first)) continue;
      isRevoked = true;
      await asked("DELETE", `/api/keys/${reader.slice(0, 12)}`);
    }
    return text;
  }

  it("events of a job that runs end at once, and the job with them", async () => {
    const text = await revokedEvents("/api/calc/predator-prey", LONG_JOB, "event: progress");
    expect(text).contain("event: error").and.not.contain("event: result");
    const problem = parseFields(/event: error\ndata: (.*)/.exec(text)![1]!);
    expect(problem).include({ status: 401, code: "INVALID_KEY" });
  });

  it("events of a tool's job end at once, too", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: {
        name: "calc_predator_prey",
        arguments: { ...LONG_JOB, y0: 4.9 },
        _meta: { progressToken: "p" },
      },
    };
    const text = await revokedEvents("/api/mcp", message, "notifications/progress");
    expect(text).contain("INVALID_KEY").and.not.contain("receipt_id");
  });

  it("a backup ends with the operator's key, before its next part", async () => {
    const { accounts, store } = served.node.services;
    const operator = await accounts.mintOperatorKey();
    const key = await asked("POST", "/api/keys", { purpose: "master" }, operator);
    const stored = store.stored.bind(store);
    let goOn: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (goOn = resolve));
    store.stored = async function* (size) {
      yield* stored(size);
      await isReleased;
      yield* stored(size);
    };
    const response = await fetch(`${served.http.url}/api/node/backup`, {
      headers: { authorization: `Bearer ${String(key["key"])}` },
    });
    store.stored = stored;
    expect(response.status).equal(200);
    await asked("DELETE", `/api/keys/${String(key["key"]).slice(0, 12)}`, undefined, operator);
    goOn();
    const isWhole = await response.arrayBuffer().then(
      () => true,
      () => false,
    );
    expect(isWhole).equal(false);
  });
});
