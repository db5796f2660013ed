/**
 * Questions asked about money and cannot be, of a real daemon: every whole number that the contract
 * takes, tokens and keys that are another's or nobody's, names of folders. Each is a clear problem;
 * the whole database is read before and after, byte by byte. Work that is altered or shown twice is
 * in `work.test.ts`, sessions that are over in `sessionEnds.test.ts`.
 */
import { createHash } from "node:crypto";
import { expect } from "chai";
import * as z from "zod";
import { allOperations } from "../../../api/contract/index.js";
import type { Operation } from "../../../api/contract/definition/operation.js";
import { keyFromEntropy } from "../../../node/runtime/identity/keyFormat.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { buckets } from "../../../storage/records/buckets.js";
import { openStore } from "../../../storage/store.js";
import { audited, register, type Owner } from "./oneBalance.js";
import {
  call,
  expectProblem,
  listOf,
  parseFields,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../../kit/requests.js";

const ENVELOPES = "/api/tally/envelopes";
/**
 * What a start writes by itself: marks, the operator's key, the announcement on the spine, what is
 * derived anew.
 */
const OF_EACH_START: ReadonlySet<string> = new Set([
  "meta",
  "key",
  "keyacct",
  "ev",
  "body",
  "id",
  "tip",
  "tile",
  "node",
  "digest",
  "head",
  "peer",
  "pub",
  "pubop",
  "reading",
  "supply",
  "ahead",
  "claim",
]);
/** Processor time that was spent on refused work: a count of milliseconds, which moves no credit. */
const OF_EACH_REFUSAL = "vainwork";
/** Texts as they stand in the body: no whole numbers from 0 to 2^53 - 1. */
const BAD_NUMBERS = [
  "-1",
  "1.5",
  "1e300",
  "9007199254740992",
  "1e400",
  '"3"',
  "true",
  "[1]",
  "NaN",
] as const;
/** In a query all is text. */
const BAD_TEXTS = [
  "-1",
  "1.5",
  "1e300",
  "9007199254740992",
  "x",
  "",
  "0x10",
  "NaN",
  "1%202",
] as const;
const MARK = "\u0001";

interface Place {
  readonly operation: Operation;
  readonly pointer: readonly string[];
  readonly least: number;
}

/** Whole numbers from zero on that an input takes. */
function wholeNumbers(operation: Operation): readonly Place[] {
  const found: Place[] = [];
  const walk = (schema: Json | undefined, pointer: readonly string[]): void => {
    if (!isObject(schema)) return;
    const { anyOf = [], minimum, properties = {}, type } = schema;
    if (type === "integer" && typeof minimum === "number" && minimum >= 0)
      found.push({ operation, pointer, least: minimum });
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {}))
      walk(member, [...pointer, name]);
    if (Array.isArray(anyOf)) for (const member of anyOf as readonly Json[]) walk(member, pointer);
  };
  walk(
    parseFields(
      JSON.stringify(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })),
    ),
    [],
  );
  return found;
}

/** The same with one member more, or another one there. */
function withMember(body: Fields, [name = "", ...rest]: readonly string[], value: Json): Fields {
  if (rest.length === 0) return { ...body, [name]: value };
  const inner = body[name];
  return { ...body, [name]: withMember(isObject(inner) ? inner : {}, rest, value) };
}

/** Those of paths stand in no body and no query. */
const places = allOperations
  .flatMap(wholeNumbers)
  .filter(({ operation: { path }, pointer: [name] }) => !path.split("/").includes(`:${name}`));

describe("bad input about money", () => {
  const dir = temporaryDir("money-input");
  let node: RunningNode;
  let ada: Owner;
  let ben: Owner;
  /** Of Ada's, paid-funded; and one of Ben's. */
  let tokens: readonly string[];
  let foreign: string;
  let machine: string;
  let asItWas: Readonly<Record<string, string>>;
  const start = (): Promise<RunningNode> =>
    startNode({
      dataDir: dir.path,
      args: ["--rate-limits", "off"],
      env: { CALC_CREDITS_WELCOME: "0" },
    });

  /** Records of each bucket, as one digest. */
  const dump = async (): Promise<Readonly<Record<string, string>>> => {
    const store = await openStore({ dir: dir.path });
    const digests: Record<string, string> = {};
    for (const bucket of Object.values(buckets)) {
      const hash = createHash("sha256");
      let records = 0;
      for await (const rows of store.inspect(bucket, 256)) {
        for (const { key, value } of rows) {
          hash.update(`${key.length}:${value.length}:`).update(key).update(value);
          records += 1;
        }
      }
      if (!OF_EACH_START.has(bucket.name) && bucket.name !== OF_EACH_REFUSAL)
        digests[bucket.name] = `${records} records, ${hash.digest("hex")}`;
    }
    await store.close();
    return digests;
  };
  const as = (
    owner: Owner,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => call(node, "POST", path, body, { key: owner.key, headers });
  const totals = async (): Promise<string> =>
    JSON.stringify([
      await audited(node),
      (await call(node, "GET", "/api/keys", undefined, { key: ada.key })).text,
    ]);
  const unchanged = async (ask: () => Promise<void>): Promise<void> => {
    const was = await totals();
    await ask();
    expect(await totals()).to.equal(was);
  };

  before(async () => {
    node = await start();
    [ada, ben] = [await register(node), await register(node)];
    for (const { cid } of [ada, ben]) {
      const granted = await call(node, "POST", "/api/ledger/grant", {
        account: cid,
        credits: 20,
        reference: `\u00c5 ${cid}`,
      });
      expect(granted.status, granted.text).to.equal(201);
    }
    const computed = async (owner: Owner): Promise<string> =>
      textOf((await as(owner, "/api/calc/compute", { operators: ["KO42"] })).body, "receipt_id");
    tokens = [await computed(ada), await computed(ada), await computed(ada)];
    foreign = await computed(ben);
    await as(ada, `${ENVELOPES}/folder`, { folder: "thesis", token_ids: tokens.slice(0, 1) });
    const opened = await as(ada, "/api/state", { slug: "bad-input" });
    machine = textOf(opened.body["machine"] ?? opened.body, "slug");
    await node.stop();
    asItWas = await dump();
    node = await start();
  });

  it("whole numbers in bodies: negative, fractional, huge, text; each is named", async () => {
    const inBodies = places.filter(
      ({ operation: { effect, method } }) => effect !== "read" && method === "POST",
    );
    const paths = new Set(inBodies.map(({ operation: { path } }) => path));
    expect([...paths]).to.include.members([
      "/api/ledger/grant",
      `${ENVELOPES}/transfer-bulk`,
      `${ENVELOPES}/transfer-claim`,
      `${ENVELOPES}/folder`,
      "/api/keys/:prefix/rotate",
      "/api/state/:slug/grants",
      "/api/calc/heat",
    ]);
    await unchanged(async () => {
      for (const { operation, pointer } of inBodies) {
        const [example] = operation.examples;
        const inPath = new Set([...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name!));
        const plain = parseFields(JSON.stringify(example?.input ?? {}));
        const body = Object.fromEntries(
          Object.entries(plain).filter(([name]) => !inPath.has(name)),
        );
        const path = operation.path
          .replace(":prefix", ada.key.slice(0, 12))
          .replace(":slug", machine);
        const key = operation.path === "/api/ledger/grant" ? node.api.token : ada.key;
        const text = JSON.stringify(withMember(body, pointer, MARK));
        for (const bad of BAD_NUMBERS) {
          const reply = await call(node, "POST", path, undefined, {
            key,
            raw: text.replace(JSON.stringify(MARK), bad),
          });
          const what = `${path} ${pointer.join("/")} = ${bad}: ${reply.text.slice(0, 300)}`;
          expect(reply.status, what).to.equal(400);
          if (bad === "NaN" || bad === "1e400")
            expect(reply.body["code"], what).to.equal("MALFORMED_JSON");
          else
            expect(
              listOf(reply.body, "errors").map((error) => textOf(error, "pointer")),
              what,
            ).to.include(`/${pointer.join("/")}`);
        }
      }
    });
  });

  it("whole numbers in queries: each is named", async () => {
    const inQueries = places.filter(({ operation: { method } }) => method === "GET");
    expect(inQueries.length).to.be.greaterThan(15);
    for (const {
      operation,
      pointer: [name = ""],
    } of inQueries) {
      const path = operation.path.replace(":cid", ada.cid).replace(":author", node.api.publicKey);
      for (const bad of BAD_TEXTS) {
        const reply = await call(node, "GET", `${path}?${name}=${bad}`, undefined, {
          key: ada.key,
        });
        expectProblem(reply, 400, "INVALID_BODY");
        expect(
          listOf(reply.body, "errors").map((error) => textOf(error, "pointer")),
          `${path}?${name}=${bad}`,
        ).to.include(`/${name}`);
      }
    }
  });

  it("tokens that are nobody's, another's, named twice or too many; transfers to oneself", async () => {
    const nobodys = "ab".repeat(32);
    const [one = "", two = ""] = tokens;
    const cases: readonly (readonly [path: string, body: unknown, status: number, code: string])[] =
      [
        ...[nobodys, foreign].flatMap(
          (id) =>
            [
              [
                `${ENVELOPES}/transfer-bulk`,
                { to: ben.cid, token_ids: [one, id] },
                404,
                "NOT_FOUND",
              ],
              [`${ENVELOPES}/burn`, { token_ids: [one, id] }, 404, "NOT_FOUND"],
              [`${ENVELOPES}/lock`, { token_ids: [one, id], locked: true }, 404, "NOT_FOUND"],
              [`${ENVELOPES}/folder`, { folder: "stolen", token_ids: [one, id] }, 404, "NOT_FOUND"],
              ["/api/contribute/bond", { token_ids: [one, two, id] }, 400, "INVALID_BODY"],
              ["/api/contribute/bond", { token_ids: [...numbered(999), id] }, 404, "NOT_FOUND"],
            ] as const,
        ),
        [`${ENVELOPES}/burn`, { token_ids: [one, two, one] }, 400, "INVALID_INPUT"],
        [`${ENVELOPES}/burn`, { token_ids: [one.toUpperCase()] }, 400, "INVALID_BODY"],
        [`${ENVELOPES}/burn`, { token_ids: [] }, 400, "INVALID_BODY"],
        [`${ENVELOPES}/transfer-bulk`, { to: ada.cid, token_ids: [one] }, 400, "INVALID_INPUT"],
        [`${ENVELOPES}/transfer-bulk`, { to: ada.account, count: 1 }, 400, "INVALID_INPUT"],
        [`${ENVELOPES}/transfer-bulk`, { to: "0".repeat(32), count: 1 }, 404, "NOT_FOUND"],
        [`${ENVELOPES}/transfer-bulk`, { to: ben.cid, count: 4 }, 409, "NOT_ENOUGH_MOVABLE"],
        [
          `${ENVELOPES}/transfer-bulk`,
          { to: ben.cid, count: Number.MAX_SAFE_INTEGER },
          409,
          "NOT_ENOUGH_MOVABLE",
        ],
        [`${ENVELOPES}/transfer-bulk`, { to: ben.cid, count: 1, amount: 5 }, 400, "INVALID_BODY"],
        ["/api/contribute/bond", { count: 1_000 }, 409, "NOT_ENOUGH"],
        ["/api/contribute/release", {}, 409, "NOT_BONDED"],
        ["/api/tally/claim", { machine: "nobody-s-machine" }, 404, "NOT_FOUND"],
        ["/api/tally/claim", { machine }, 409, "NOT_ELIGIBLE"],
        [
          "/api/calc/compute",
          { operators: ["NM19"], inputs: { m: "2", a: 3 } },
          400,
          "INVALID_BODY",
        ],
      ];
    await unchanged(async () => {
      for (const [path, body, status, code] of cases) {
        const problem = expectProblem(await as(ada, path, body), status, code);
        expect(textOf(problem, "detail").length).to.be.greaterThan(10);
      }
      const twice = await call(node, "POST", `${ENVELOPES}/transfer-bulk`, undefined, {
        key: ada.key,
        raw: `{"to":"${ben.cid}","count":1,"count":2}`,
      });
      expectProblem(twice, 400, "MALFORMED_JSON");
      expectProblem(
        await as(
          ada,
          `${ENVELOPES}/burn`,
          { token_ids: [one] },
          { "idempotency-key": "k".repeat(10_000) },
        ),
        400,
        "INVALID_IDEMPOTENCY_KEY",
      );
    });
  });

  it("bookings: by who may not, for nobody, beyond 2^53 - 1, under names that cannot be told", async () => {
    const grant = (body: unknown): Promise<Reply> => call(node, "POST", "/api/ledger/grant", body);
    await unchanged(async () => {
      expectProblem(
        await as(ada, "/api/ledger/grant", { account: ada.cid, credits: 1, reference: "mine" }),
        403,
        "FORBIDDEN",
      );
      expectProblem(
        await grant({ account: "0".repeat(32), credits: 1, reference: "nobody" }),
        404,
        "NOT_FOUND",
      );
      expectProblem(
        await grant({ account: ada.cid, credits: 1, reference: `\u00c5 ${ada.cid}` }),
        409,
        "CONFLICT",
      );
      const over = expectProblem(
        await grant({ account: ada.cid, credits: Number.MAX_SAFE_INTEGER, reference: "all" }),
        400,
        "INVALID_INPUT",
      );
      expect(listOf(over, "errors").map((error) => textOf(error, "pointer"))).to.deep.equal([
        "/credits",
      ]);
      // The same letter, composed of two.
      expectProblem(
        await grant({ account: ada.cid, credits: 1, reference: `A\u030a ${ada.cid}` }),
        409,
        "CONFLICT",
      );
      for (const reference of [
        "",
        " ",
        " a",
        "a ",
        "a  b",
        "a\u200bb",
        "a\u202eb",
        "a\nb",
        "a\u0000b",
        "\ud800",
        "x".repeat(10_240),
      ]) {
        expectProblem(
          await grant({ account: ada.cid, credits: 1, reference }),
          400,
          reference === "\ud800" ? "MALFORMED_JSON" : "INVALID_BODY",
        );
      }
    });
  });

  it("keys: one wrong character is told from a key that nobody has, and neither does anything", async () => {
    const { key } = ada;
    const unknown = keyFromEntropy(new Uint8Array(32).fill(7));
    const orders: readonly (readonly [string, unknown])[] = [
      ["/api/calc/compute", { operators: ["KO42"] }],
      [`${ENVELOPES}/transfer-bulk`, { to: ben.cid, count: 1 }],
      [`${ENVELOPES}/burn`, { token_ids: tokens }],
      ["/api/keys", {}],
      ["/api/ledger/grant", { account: ben.cid, credits: 1, reference: "r" }],
    ];
    await unchanged(async () => {
      for (const [path, body] of orders) {
        for (let at = 8; at < key.length; at += 7) {
          const other = key[at] === "a" ? "b" : "a";
          const wrong = key.slice(0, at) + other + key.slice(at + 1);
          expectProblem(
            await call(node, "POST", path, body, { key: wrong }),
            401,
            "BAD_KEY_FORMAT",
          );
        }
        for (const bad of [key.slice(0, -1), `${key}0`, key.toLowerCase()]) {
          expectProblem(await call(node, "POST", path, body, { key: bad }), 401, "BAD_KEY_FORMAT");
        }
        expectProblem(await call(node, "POST", path, body, { key: unknown }), 401, "INVALID_KEY");
        expectProblem(await call(node, "POST", path, body, { key: null }), 401, "MISSING_KEY");
      }
    });
  });

  it("folders: slashes, control characters, ten kilobytes", async () => {
    const [one = ""] = tokens;
    const names = [
      "a/b",
      "/",
      "..\\b",
      "a\u0000b",
      "a\nb",
      "\u001b[2J",
      "\u007f",
      "\u0085",
      "",
      " a",
      "x".repeat(65),
      "x".repeat(10_240),
      7,
      [],
      {},
    ];
    await unchanged(async () => {
      for (const folder of names) {
        for (const body of [
          { folder, token_ids: [one] },
          { folder, count: 1 },
        ]) {
          const problem = expectProblem(
            await as(ada, `${ENVELOPES}/folder`, body),
            400,
            "INVALID_BODY",
          );
          expect(listOf(problem, "errors").map((error) => textOf(error, "pointer"))).to.include(
            "/folder",
          );
        }
        const from = expectProblem(
          await as(ada, `${ENVELOPES}/folder`, { folder: "b", count: 1, from_folder: folder }),
          400,
          "INVALID_BODY",
        );
        expect(listOf(from, "errors").map((error) => textOf(error, "pointer"))).to.include(
          "/from_folder",
        );
      }
      expectProblem(
        await call(node, "POST", `${ENVELOPES}/folder`, undefined, {
          key: ada.key,
          raw: '{"folder":"\\ud800","count":1}',
        }),
        400,
        "MALFORMED_JSON",
      );
    });
  });

  it("leaves every record as it was", async () => {
    await node.stop();
    expect(await dump()).to.deep.equal(asItWas);
    dir.remove();
  });
});

/** Token ids of nobody, below all others. */
function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => i.toString(16).padStart(64, "0"));
}
