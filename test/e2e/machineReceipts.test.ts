/**
 * Which machine computed a receipt: kept outside of what is sealed, told to its owner, and all that
 * the machine's key may read.
 */
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  expectProblem,
  listOf,
  numberOf,
  textOf,
  type Fields,
  type Reply,
} from "../kit/requests.js";

const FORCE = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
const HEADER = "x-calc-machine";
const ORBIT = { alpha: 1.13, beta: 0.41, gamma: 0.37, delta: 0.097, x0: 9.3, y0: 4.7, t_end: 17.5 };

describe("receipts of machines", () => {
  const dir = temporaryDir("machine-receipts");
  let node: RunningNode;
  let account = "";
  const keys: Record<"first" | "second" | "stranger", string> = {
    first: "",
    second: "",
    stranger: "",
  };

  const start = async (): Promise<void> => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  };
  const machine = async (owner: string, slug: string): Promise<string> => {
    const machine = await call(node, "POST", "/api/state", { slug }, { key: owner });
    expect(machine.status, machine.text).to.equal(201);
    return textOf(machine.body, "key");
  };
  const minted = async (): Promise<string> => {
    const minted = await call(node, "POST", "/api/demo-key/mint", {}, { key: null });
    expect(minted.status, minted.text).to.be.within(200, 201);
    return textOf(minted.body, "key");
  };
  const computed = async (
    key: string,
    body: Fields = FORCE,
    path = "/api/calc/compute",
  ): Promise<Fields> => {
    const reply = await call(node, "POST", path, body, { key });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body["receipt_id"], reply.text).to.match(/^[0-9a-f]{64}$/);
    return reply.body;
  };
  const read = (id: string, key: string | null): Promise<Reply> =>
    call(node, "GET", `/api/receipts/${id}`, undefined, { key });
  const idOf = (answer: Fields): string => textOf(answer, "receipt_id");

  before(async () => {
    await start();
    account = await minted();
    keys.first = await machine(account, "first-lab");
    keys.second = await machine(account, "second-lab");
    keys.stranger = await machine(await minted(), "other-lab");
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("a machine's computation names it to its owner and itself, and to nobody else", async () => {
    const id = idOf(await computed(keys.first));
    for (const key of [account, keys.first]) {
      const { body, headers, status, text } = await read(id, key);
      expect(status, text).to.equal(200);
      expect(headers.get(HEADER)).to.equal("first-lab");
      expect(headers.get("cache-control")).to.equal("no-store");
      const checked = await call(node, "POST", "/api/calc/verify", body, { key });
      expect(checked.body["valid"], checked.text).to.equal(true);
      expect(text).to.not.contain("first-lab");
    }
    for (const key of [keys.second, keys.stranger, null])
      expectProblem(await read(id, key), 404, "NOT_FOUND");
    for (const key of [keys.second, keys.stranger]) {
      expectProblem(
        await call(node, "POST", "/api/calc/verify", { receipt_id: id }, { key }),
        404,
        "NOT_FOUND",
      );
    }
  });

  it("what the account computes itself is not its machines' to read, and names none", async () => {
    const id = idOf(await computed(account));
    expect((await read(id, account)).headers.get(HEADER)).to.equal(null);
    for (const key of [keys.first, keys.second])
      expectProblem(await read(id, key), 404, "NOT_FOUND");
  });

  it("a shared receipt is anyone's to read; only its owner is told the machine", async () => {
    const id = idOf(await computed(keys.second, { ...FORCE, visibility: "shared" }));
    for (const key of [keys.first, keys.stranger, null]) {
      const { headers, status } = await read(id, key);
      expect([status, headers.get(HEADER)]).to.deep.equal([200, null]);
      expect(headers.get("cache-control")).to.contain("immutable");
    }
    expect((await read(id, account)).headers.get(HEADER)).to.equal("second-lab");
  });

  it("of many at once, each has its own", async () => {
    const askers = [
      keys.first,
      account,
      keys.second,
      keys.first,
      keys.second,
      account,
      keys.stranger,
      keys.first,
    ];
    const ids = await Promise.all(
      askers.map(async (key, i) =>
        idOf(await computed(key, { ...FORCE, inputs: { m: 2 + i, a: 3 } })),
      ),
    );
    for (const [i, id] of ids.entries()) {
      for (const key of [keys.first, keys.second, keys.stranger]) {
        expect((await read(id, key)).status, `${i}`).to.equal(askers[i] === key ? 200 : 404);
      }
    }
  });

  it("a solver's fields follow its receipt, and a question in words its answer", async () => {
    const answer = await computed(
      keys.first,
      { ...ORBIT, fields: "none" },
      "/api/calc/predator-prey",
    );
    const digest = textOf(listOf(answer, "fields")[0], "sha256");
    const field = (key: string): Promise<Reply> =>
      call(node, "GET", `/api/calc/fields/${digest}`, undefined, { key });
    expect((await field(keys.first)).status).to.equal(200);
    expect((await field(account)).status).to.equal(200);
    for (const key of [keys.second, keys.stranger])
      expectProblem(await field(key), 404, "NOT_FOUND");
    const asked = await computed(
      keys.second,
      { query: "the first zero of the zeta function, n = 1" },
      "/api/calc/auto",
    );
    expect((await read(idOf(asked), account)).headers.get(HEADER)).to.equal("second-lab");
    expectProblem(await read(idOf(asked), keys.first), 404, "NOT_FOUND");
  });

  it("is kept over a restart, pays from the owner's balance, and is repeated by its idempotency key", async () => {
    const before = numberOf(
      (await call(node, "GET", "/api/ledger", undefined, { key: account })).body,
      "free",
    );
    const once = {
      key: keys.first,
      headers: { "idempotency-key": randomBytes(16).toString("hex") },
    };
    const first = await call(node, "POST", "/api/calc/compute", FORCE, once);
    await node.stop();
    await start();
    const again = await call(node, "POST", "/api/calc/compute", FORCE, once);
    expect(again.text).to.equal(first.text);
    expect(
      numberOf((await call(node, "GET", "/api/ledger", undefined, { key: account })).body, "free"),
    ).to.equal(before - 3);
    expect((await read(idOf(first.body), account)).headers.get(HEADER)).to.equal("first-lab");
    expectProblem(await read(idOf(first.body), keys.second), 404, "NOT_FOUND");
  });
});
