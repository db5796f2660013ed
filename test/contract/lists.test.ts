/**
 * Every list of the contract: it has a default page, `Link` leads over all of its pages and to each
 * item once, and ends on the last one.
 */
import { expect } from "chai";
import * as z from "zod";
import { allOperations, operations } from "../../api/contract/index.js";
import { methodsOf, type Operation } from "../../api/contract/definition/operation.js";
import { createClient, type Outcome } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { setUpMail } from "../../api/client/mail.js";
import type { AnyHandler } from "../../api/http/route.js";
import { createEvent } from "../../protocol/seal/event.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { nextLink } from "../kit/requests.js";
import { serveNode, type ServedNode } from "../kit/served.js";
import { exampleHandlers, GOOD_KEY, start, type Running } from "./fakeNode.js";

const DEFAULT_PAGE = 100;
/** Lists whose page is another by default; null is all, as the specification has it. */
const OTHER_PAGES: Readonly<Record<string, number | null>> = {
  dnsLookup: 20,
  envelopes: null,
  // Whole messages, of up to 4 MiB each.
  mailSealedList: 10,
  operators: null,
};
/** Answers with lists of records that are no pages of anything. */
const NO_LISTS: Readonly<Record<string, string>> = {
  calc_contribute_verdict: "what was said of one job, by at most eight nodes",
  calc_harness: "capabilities, operations that are missing, optional parts: of one node",
  calc_skills: "skills: the pages that ship with the node, each a line",
  calc_mail_identity: "keys and generations: of one account, which has at most 64 and 16",
  calc_mail_read: "people and attachments: of one message, which has at most 50 and 64",
  calc_mail_sealed_read: "recipients it was brought to: of one message, which has at most 50",
  calc_job_get: "parts of one job: a table has at most ten",
  calc_job_result: "one document of one computation",
  calc_page: "files and commits: of one page, which has at most 64 and 256",
  calc_mesh_why: "targets: all that this node tries to reach, which it bounds",
  calc_conformance: "cases: the whole corpus, whose hash is stated",
  calc_llm_models: "models: as OpenAI's clients read them, without pages",
  calc_ledger_audit: "findings: the first ones of a report",
  calc_state_tally_summary: "keys: the sums by key",
  calc_tally_consensus: "guarantees: a fixed text",
  calc_contract_template: "vectors: the cases of one template",
  calc_observer: "rows: the last ones of what is looked at; due: what is next",
  calc_contribute_status: "bonds: part of a status, bounded by what an account may hold",
  calc_contribute_work: "days: those of jobs that are remembered, of the last thirty or so",
  calc_node_history: "rows: those of the last hour, at most 120",
  calc_tally_health: "checks and damaged records: a report",
  calc_state_place: "path: a proof, as long as the logarithm of the number of machines",
  calc_stream_place: "path: a proof, as long as the logarithm of the number of machines",
  calc_witness_status: "witnesses: those that the operator named, at most 16",
  calc_mesh_status: "heads: the state of the mesh at one instant, which is one thing",
};

const OWNER_SEED = new Uint8Array(32).fill(41);
const OWNER_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(OWNER_SEED)).toString("hex");

const lists = Object.entries<Operation>(operations).filter(([, { list }]) => list !== undefined);

function optional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? optional(schema.def.innerType)
    : schema;
}

/** Names of an answer's members that hold a list of records. */
function recordLists({ output }: Operation): string[] {
  if (!(output instanceof z.ZodObject)) return [];
  return Object.entries(output.shape).flatMap(([name, schema]) => {
    const inner = optional(schema);
    return inner instanceof z.ZodArray && inner.element instanceof z.ZodObject ? [name] : [];
  });
}

interface Walk {
  readonly pages: readonly (readonly unknown[])[];
  readonly rels: readonly string[];
}

async function walked(
  url: string,
  path: string,
  { items, key }: { items: string; key: string },
): Promise<Walk> {
  const pages: (readonly unknown[])[] = [];
  const rels: string[] = [];
  for (let next: string | null = path; next !== null;) {
    const response: Response = await fetch(url + next, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body: Readonly<Record<string, unknown>> = Object(await response.json());
    expect(response.status, JSON.stringify(body)).to.equal(200);
    const found = body[items];
    if (!Array.isArray(found)) throw new Error(`${path} has no ${items}`);
    pages.push(found);
    const link = response.headers.get("link") ?? "";
    rels.push([...link.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel).join(" "));
    next = nextLink(response.headers);
  }
  return { pages, rels };
}

describe("lists of the contract", () => {
  it("are all that answer records by the page, and nothing else is left unbounded", () => {
    const unpaged = allOperations
      .filter(({ effect }) => effect === "read")
      .filter((operation) => methodsOf(operation).some((method) => method === "GET"))
      .filter((operation) => recordLists(operation).length > 0)
      .filter(({ list }) => list === undefined);
    expect(unpaged.map(({ id }) => id)).to.have.members(Object.keys(NO_LISTS));
    for (const [key, operation] of lists)
      expect(recordLists(operation), key).to.include(operation.list!.items);
  });

  it("have a default page, and a GET that links can name", () => {
    for (const [key, operation] of lists) {
      expect(methodsOf(operation), key).to.include("GET");
      const limit = z.safeParse(operation.input.shape["limit"], undefined);
      const page = key in OTHER_PAGES ? OTHER_PAGES[key] : DEFAULT_PAGE;
      expect(limit.success ? (limit.data ?? null) : "required", key).to.equal(page);
    }
  });
});

/** Lists that are paged by the surface alone. */
const isWhole = ([key, { list }]: readonly [string, Operation]): boolean =>
  list?.whole === true && key !== "problems";

describe("lists that are answered whole", () => {
  const COUNT = 250;
  let node: Running;
  before(async () => {
    const examples = exampleHandlers();
    const many = lists.filter(isWhole).map(([key, { examples: cases, list }]) => {
      const [example] = cases;
      const items = Array.from({ length: COUNT }, (_, n) => ({ n }));
      const handler: AnyHandler = () => ({ ...Object(example?.output), [list!.items]: items });
      return [key, handler] as const;
    });
    node = await start("uws", { handlers: { ...examples, ...Object.fromEntries(many) } });
  });
  after(() => node.stop());

  for (const [, operation] of lists.filter(isWhole))
    it(operation.path, async () => {
      const path = operation.path.replace(/:\w+/, "oven-north");
      const items = operation.list!.items;
      const { pages, rels } = await walked(node.url, path, { items, key: GOOD_KEY });
      expect(pages.map((page) => page.length)).to.deep.equal([100, 100, 50]);
      expect(pages.flat()).to.deep.equal(Array.from({ length: COUNT }, (_, n) => ({ n })));
      expect(rels).to.deep.equal(["next", "next prev first", "prev first"]);
      const back = await walked(node.url, `${path}?limit=1000`, { items, key: GOOD_KEY });
      expect(back.pages.map((page) => page.length)).to.deep.equal([COUNT]);
    });

  it("keep what else was asked in their links, and lead back to where they came from", async () => {
    const reply = await fetch(`${node.url}/api/calc/solvers?offset=30&limit=40`);
    expect(reply.headers.get("link")).to.equal(
      '</api/calc/solvers?offset=70&limit=40>; rel="next", ' +
        '</api/calc/solvers?offset=0&limit=30>; rel="prev", ' +
        '</api/calc/solvers?limit=40>; rel="first"',
    );
  });
});

interface Seeded {
  /** Fields of the path and of the query. */
  readonly input?: Readonly<Record<string, string>>;
  readonly limit?: number;
  /** Of another account than the one that has most of it. */
  readonly key?: string;
  /** Items there must be at least, for the walk to be one. */
  readonly least?: number;
}

describe("lists that are read by the page", () => {
  let served: ServedNode;
  let key = "";
  const seeded: Record<string, Seeded> = {
    operators: { input: { domain: "newtonian_mechanics" } },
    problems: { limit: 50 },
    statePublished: {},
    contractList: { limit: 1 },
    jobList: { limit: 1 },
    contractTemplates: { limit: 1 },
    reactorList: { limit: 1 },
    streamList: { limit: 1 },
    ledgerEntries: {},
    transparencyHistory: {},
    witnessLogs: { limit: 1 },
    tallyRecord: {},
    dnsLookup: { input: { prefix: "oven" } },
  };

  before(async () => {
    served = await serveNode();
    // oxlint-disable-next-line typescript/unbound-method -- it reads no this
    const { call, node } = served;
    key = await served.account();
    const create = async (path: string, body: object, by = key) => {
      const reply = await call("POST", path, { key: by, body });
      expect(reply.status, reply.text).to.be.oneOf([200, 201]);
      return reply.body;
    };
    const compute = (by: string) =>
      create(
        "/api/calc/compute",
        { operators: ["NM19"], inputs: { m: 2, a: 9.8 }, visibility: "record" },
        by,
      );
    let machine = { id: "", key: "" };
    for (const slug of ["oven-a", "oven-b", "oven-c"]) {
      const { key: own, machine: shown } = await create("/api/state", { slug, is_public: true });
      machine = { id: String(Object(shown).id), key: String(own) };
    }
    for (let i = 0; i < 3; i += 1) {
      served.pass(1);
      await compute(key);
      await compute(machine.key);
    }
    const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
    let channel = { id: "", key: "" };
    for (let i = 0; i < 2; i += 1) {
      const { channel: shown, key: own } = await create("/api/calc/streams", { contract });
      channel = { id: String(Object(shown).id), key: String(own) };
    }
    for (let i = 0; i < 3; i += 1) {
      served.pass(2);
      await create(`/api/calc/streams/${channel.id}/tick`, {}, channel.key);
    }
    const [deployed] = operations.contractDeploy.examples;
    let firing = "";
    for (let i = 0; i < 2; i += 1)
      firing = String((await create("/api/contracts", deployed!.input))["contract"]);
    // Beyond its limit of 30 m/s, and back.
    for (const v of [40, 20, 41])
      await create(`/api/contracts/${firing}/fire`, { event: "reading", data: { v } });
    let reactor = "";
    for (let i = 0; i < 2; i += 1) {
      const reactorOf = { operators: ["NM19"], transition: { inputs: { m: 2, a: "u" } } };
      reactor = String((await create("/api/calc/reactor", reactorOf))["reactor"]);
    }
    for (let u = 1; u <= 3; u += 1) await create("/api/calc/reactor/step", { reactor, u });
    const { names, store } = node.services;
    await store.write(
      [1_024, 2_048, 3_072].flatMap((size) =>
        store.machineLogs.checkpointOps(machine.id, { size, text: `of ${size}`, edge: [] }),
      ),
    );
    await store.write(
      ["1", "2"].flatMap((digit) =>
        store.witness.cosigned.putOps(`calc/00000000/${digit.repeat(64)}`, {
          size: 1,
          root: "00".repeat(32),
          note: "",
        }),
      ),
    );
    const address = await names.addresses.of(OWNER_KEY);
    const owner = { address, net: node.services.spine.net };
    for (const n of [1, 2, 3]) {
      const message = claimOf(owner, `oven-${n}`, { calcond: names.calcond, seq: n });
      await store.write(names.effect(message));
      names.take(message);
    }
    await names.idle();
    const account = String((await call("GET", "/api/ledger", { key })).body["account"]);
    const job = { account, chain: ["KO42"], class: "replicated", k: 2, deadline: 9 } as const;
    const parts = [{ inputs: {}, rows: null, credits: 1 }];
    for (const createdCalcond of [1, 2])
      await node.services.effects.run(
        await node.services.jobOrders.open({
          ...job,
          engineVersion: "x",
          createdCalcond,
          isOperator: true,
          parts,
        }),
      );
    const order = {
      destination: OWNER_KEY,
      expires: 9,
      from: account,
      net: node.services.spine.net,
      nonce: "order-no-1",
      origin: node.services.identity.publicKeyHex,
      to: "ada",
      tokens: [{ token_id: OWNER_KEY, version: 0 }],
    };
    const come = {
      account,
      order,
      burn: OWNER_KEY,
      value: 1,
      calcond: 1,
      said: OWNER_KEY,
    } as const;
    await store.write(
      ["a", "b", "c"].flatMap((digit) =>
        store.transfers.inOps(digit.repeat(64), { ...come, state: "void", why: "it came late" }),
      ),
    );
    Object.assign(seeded, {
      envelopes: { input: { cid: account } },
      stateAudit: { input: { slug: machine.id } },
      stateCheckpoints: { input: { slug: machine.id } },
      stateTallyEnvelopes: { input: { slug: machine.id } },
      contractFirings: { input: { id: firing } },
      reactorTrajectory: { input: { reactor } },
      streamTicks: { input: { id: channel.id } },
      ...(await mailOf(served)),
    });
  });
  after(() => served.close());

  for (const [name, operation] of lists.filter((one) => !isWhole(one)))
    it(operation.path, async () => {
      const { input = {}, key: by = key, least = 2, limit = 2 } = seeded[name] ?? {};
      const items = operation.list!.items;
      const path = operation.path.replace(/:(\w+)/, (_, field: string) => input[field] ?? "");
      const query = new URLSearchParams(
        Object.entries(input).filter(([field]) => !operation.path.includes(`:${field}`)),
      );
      const whole = await walked(served.http.url, `${path}?${query.toString()}`, {
        items,
        key: by,
      });
      expect(whole.rels).to.deep.equal([""]);
      const all = whole.pages.flat();
      expect(all.length).to.be.at.least(least);
      query.set("limit", String(limit));
      const { pages, rels } = await walked(served.http.url, `${path}?${query.toString()}`, {
        items,
        key: by,
      });
      expect(pages.flat()).to.deep.equal(all);
      expect(pages.length).to.be.greaterThan(1);
      for (const page of pages) expect(page.length).to.be.within(1, limit);
      expect(rels.at(-1)).to.not.include("next");
      const client: object = createClient({ baseUrl: served.http.url, key: by });
      const { each }: { each: (asked: object) => AsyncIterable<unknown> } = Object(
        Reflect.get(client, name),
      );
      const iterated: unknown[] = [];
      for await (const item of each({ ...input, limit })) iterated.push(item);
      expect(iterated).to.deep.equal(all);
    });
});

/** Three messages of an account with an identity, which mail takes. */
async function mailOf({ http: { url: baseUrl } }: ServedNode): Promise<Record<string, Seeded>> {
  const equation = newEquation();
  const identity = unwrapped(await registerIdentity(createClient({ baseUrl }), equation));
  const { key } = identity;
  const client = createClient({ baseUrl, key });
  const options = { equation, apiKey: key, localPart: "ada.lovelace" };
  const { address } = unwrapped(await setUpMail(client, options));
  for (const subject of ["a", "b", "c"])
    unwrapped(await client.mailSend({ to: [address ?? ""], subject }));
  return { mailList: { key }, mailSealedList: { key } };
}

function unwrapped<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new Error(outcome.problem.detail);
  return outcome.value;
}

/** A name as another node says it. */
function claimOf(
  { address, net }: { readonly address: string; readonly net: string },
  name: string,
  { calcond, seq }: { readonly calcond: number; readonly seq: number },
) {
  const { event, id, headerText, bodyText } = createEvent(
    nodeCrypto,
    { seed: OWNER_SEED, publicKey: OWNER_KEY },
    {
      net,
      kind: "name.claim",
      seq,
      prev: "1".repeat(64),
      calcond,
      body: {
        address,
        claimed: calcond,
        expires: calcond + 1_000_000,
        name,
        owner: OWNER_KEY,
        records: {},
        sequence: 0,
        sig: "0".repeat(128),
        work: "a",
      },
    },
  );
  return { type: "event", event, id, headerText, bodyText, state: "detached" } as const;
}
