/** Every operation that seals, by the contract, gives the short form that its caller prefers. */
import { expect } from "chai";
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { requestOf } from "../../api/client/request.js";
import { nodeOperations } from "../../api/contract/index.js";
import { methodsOf, type Method, type Operation } from "../../api/contract/definition/operation.js";
import { shapedAnswer } from "../../protocol/kernel/answerShape.js";
import { exampleHandlers, GOOD_KEY, start, type Running } from "./fakeNode.js";

const RECEIPT = "0a".repeat(32);
const sealing = Object.entries<Operation>(nodeOperations).filter(
  ([, { effect }]) => effect === "seal",
);

/** What a node answers with more than any short form has. */
function wholeOf({ examples }: Operation): Readonly<Record<string, unknown>> {
  const output: unknown = JSON.parse(JSON.stringify(examples[0]?.output));
  const sealed = { value: 1, unit: "N", uncertainty: 0.5, equations: ["F = m a"], calcond: 7 };
  if (typeof output !== "object" || output === null) throw new Error("an answer of no members");
  return { ...sealed, ...output, receipt_id: RECEIPT };
}

describe("short answers of what seals", () => {
  let node: Running;
  before(async () => {
    const whole = sealing.map(([key, operation]) => [key, () => wholeOf(operation)] as const);
    node = await start("uws", {
      handlers: { ...exampleHandlers(), ...Object.fromEntries(whole) },
    });
  });
  after(() => node.stop());

  const ask = async (
    operation: Operation,
    method: Method,
    how: { readonly prefer?: string; readonly query?: string; readonly digest?: boolean },
  ) => {
    const client = { baseUrl: node.url, key: GOOD_KEY };
    const { body, headers, url } = requestOf(
      client,
      operation,
      method,
      operation.examples[0]!.input,
      undefined,
    );
    const response = await fetch(url + (how.query ?? ""), {
      method,
      headers: {
        ...headers,
        ...(how.prefer === undefined ? {} : { prefer: how.prefer }),
        ...(how.digest === true ? { "want-content-digest": "sha-256=1" } : {}),
      },
      body: body ?? null,
    });
    return { headers: response.headers, status: response.status, text: await response.text() };
  };

  it("are all of the operations that seal", () => {
    const names = sealing.map(([key]) => key);
    expect(names).to.include.members(["compute", "computeTable", "computeBatch", "auto", "heat"]);
    expect(names.length).above(25);
  });

  it("hold what is preferred, and say so, with a digest where one is wanted", async () => {
    const member = fc.constantFrom("value", "unit", "equations", "receipt_id", "calcond", "none");
    const shape = fc.oneof(
      fc.constant("minimal" as const),
      fc.uniqueArray(member, { minLength: 1, maxLength: 4 }),
    );
    const how = fc.record({ shape, inQuery: fc.boolean(), digest: fc.boolean() });
    for (const [key, operation] of sealing)
      for (const method of methodsOf(operation))
        await fc.assert(
          fc.asyncProperty(how, async ({ digest, inQuery, shape: wanted }) => {
            const applied =
              wanted === "minimal" ? "return=minimal" : `fields="${wanted.join(",")}"`;
            const asked =
              inQuery && wanted !== "minimal"
                ? { query: `?fields=${wanted.join(",")}`, digest }
                : { prefer: applied, digest };
            const { headers, status, text } = await ask(operation, method, asked);
            expect(status, `${key}: ${text}`).equal(operation.success ?? 200);
            expect(headers.get("preference-applied"), key).equal(applied);
            expect(JSON.parse(text), key).deep.equal(shapedAnswer(wholeOf(operation), wanted));
            const sha256 = createHash("sha256").update(text).digest("base64");
            expect(headers.get("content-digest"), key).equal(digest ? `sha-256=:${sha256}:` : null);
          }),
          { numRuns: 3 },
        );
  });

  it("come of tools that are told `prefer`", async () => {
    const calls = sealing.flatMap(([, operation]) =>
      operation.mcp === undefined ? [] : [operation],
    );
    expect(calls.length).above(25);
    for (const operation of calls) {
      const params = {
        name: operation.id,
        arguments: { ...operation.examples[0]!.input, prefer: "return=minimal" },
      };
      const response = await fetch(`${node.url}/api/mcp`, {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${GOOD_KEY}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      const text = await response.text();
      const { result }: { readonly result?: { readonly structuredContent?: unknown } } =
        JSON.parse(text);
      expect(result?.structuredContent, `${operation.id}: ${text}`).deep.equal(
        shapedAnswer(wholeOf(operation), "minimal"),
      );
    }
  });
});
