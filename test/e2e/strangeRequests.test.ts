import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { generator } from "../kit/generator.js";
import { call, expectProblem, fieldsOf, textOf, type Reply } from "../kit/requests.js";
import { operationsIn, Stranger } from "./strangeRequests.js";
import { runs } from "../kit/runs.js";

const SEED = 1_287_069;
const REQUESTS = runs(800, 2_500);
const HTTP_UNAVAILABLE = 503;

describe("requests that nearly fit", () => {
  const dir = temporaryDir("strange");
  let node: RunningNode;

  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it(`${REQUESTS} of them: none finds the node at fault, each that is refused says why (seed ${SEED})`, async () => {
    const { body: document } = await call(node, "GET", "/api/openapi.json");
    expect(operationsIn(document).length).to.be.greaterThan(100);
    const stranger = new Stranger(document, generator(SEED));
    const seen = new Map<number, number>();
    for (let i = 0; i < REQUESTS; i += 1) {
      const { method, path, raw, headers } = stranger.next(node.api.token);
      const reply = await call(node, method, path, undefined, {
        key: null,
        headers,
        ...(raw === null ? {} : { raw }),
      });
      const what = `request ${i}: ${method} ${path} ${String(raw).slice(0, 300)}`;
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      expect(
        reply.status < 500 || reply.status === HTTP_UNAVAILABLE,
        `${what}: ${reply.status} ${reply.text}`,
      ).to.equal(true);
      if (reply.status >= 400) expectReason(reply, what);
    }
    // Not all at the door: some are answered, some refused by what they ask.
    for (const status of [200, 400, 401, 404])
      expect(seen.get(status) ?? 0, `answers ${status}`).to.be.greaterThan(REQUESTS / 125);
    expect((await call(node, "GET", "/api/ready")).status).to.equal(200);
  });

  it("an id that is none, asked about alone", async () => {
    for (const path of ["/api/calc/verify", "/api/calc/reverify"]) {
      for (const id of ["", "NM21", "../x", "A".repeat(64), "0".repeat(63)]) {
        const problem = expectProblem(
          await call(node, "POST", path, { receipt_id: id }),
          400,
          "INVALID_INPUT",
        );
        expect(textOf(problem, "detail")).to.contain("64 hex digits");
      }
      expectProblem(
        await call(node, "POST", path, { receipt_id: "0".repeat(64) }),
        404,
        "NOT_FOUND",
      );
      // Within an answer it is evidence.
      const { body } = await call(node, "POST", path, { receipt_id: "NM21", value: 1 });
      expect(body["valid"]).to.equal(false);
    }
  });
});

/** A problem, or what JSON-RPC and the protocol of witnesses have for one. */
function expectReason({ body, status, headers, text }: Reply, what: string): void {
  // A refusal at the door, as of an unknown member of the query, is a problem there too.
  const isAtDoor = body["code"] === "INVALID_INPUT" || body["code"] === "INVALID_BODY";
  if (what.includes(" /api/witness/add-checkpoint") && !isAtDoor) {
    expect(headers.get("content-type"), what).to.match(/^text\//);
    expect(text.trim(), what).to.not.equal("");
    return;
  }
  if (body["jsonrpc"] !== undefined) {
    expect(textOf(fieldsOf(body, "error"), "message"), what).to.not.equal("");
    return;
  }
  expect(headers.get("content-type"), what).to.match(/^application\/problem\+json/);
  expect(body["status"], what).to.equal(status);
  expect(textOf(body, "code"), what).to.match(/^[A-Z_]+$/);
  expect(textOf(body, "detail"), what).to.not.equal("");
  // Who looks for a value in every answer is not to find one here.
  expect(body, what).to.not.have.property("value");
}
