/** Each operation on both adapters: its examples, its documented statuses, and any body at all. */
import { expect } from "chai";
import * as fc from "fast-check";
import { codesByStatus, errorCodesOf } from "../../api/contract/definition/codes.js";
import { allOperations, nodeOperations } from "../../api/contract/index.js";
import {
  methodsOf,
  pathParameters,
  takesBody,
  type Method,
  type Operation,
} from "../../api/contract/definition/operation.js";
import { createClient } from "../../api/client/client.js";
import { requestOf } from "../../api/client/request.js";
import { errorEntry } from "../../protocol/errors/index.js";
import { runs } from "../kit/runs.js";
import { ADAPTERS, GOOD_KEY, start, type Running } from "./fakeNode.js";
import { json, rawRequest } from "./wire.js";

const SEED = 20_261_121;

/** Statuses an operation documents, its success and 304 included. */
function documented(operation: Operation, method: Method): Set<number> {
  const errors = [...codesByStatus(errorCodesOf(operation, method)).keys()];
  return new Set([operation.success ?? 200, ...errors, ...(operation.rpc === true ? [202] : [])]);
}

function examplePath(operation: Operation): string {
  const [example] = operation.examples;
  const input: Readonly<Record<string, unknown>> = example?.input ?? {};
  return operation.path
    .split("/")
    .map((part) => (/^[:*]/.test(part) ? String(input[part.slice(1)]) : part))
    .join("/");
}

/** Arbitrary JSON in the shape of the input, and arbitrary JSON. */
function bodies(operation: Operation): fc.Arbitrary<string> {
  const names = Object.keys(operation.input.shape);
  const [example] = operation.examples;
  const near = fc
    .dictionary(fc.constantFrom(...names, "unknown", ""), fc.jsonValue({ maxDepth: 3 }), {
      maxKeys: 5,
    })
    .map((fields) => JSON.stringify({ ...example?.input, ...fields }));
  return fc.oneof(near, fc.json({ maxDepth: 4 }), fc.string(), fc.string({ unit: "binary" }));
}

for (const adapter of ADAPTERS) {
  describe(`operations on ${adapter}`, () => {
    let node: Running;
    before(async () => {
      node = await start(adapter);
    });
    after(() => node.stop());

    describe("examples", () => {
      for (const operation of Object.values<Operation>(nodeOperations)) {
        for (const method of methodsOf(operation)) {
          it(`${method} ${operation.path}`, async () => {
            const client = { baseUrl: node.url, key: GOOD_KEY };
            const [example] = operation.examples;
            if (example === undefined) throw new Error("an operation without an example");
            const request = requestOf(client, operation, method, example.input, undefined);
            const response = await fetch(request.url, {
              method,
              headers: request.headers,
              body: request.body ?? null,
            });
            expect(response.status).to.equal(operation.success ?? 200);
            expect(response.headers.get("content-type")).to.equal(
              operation.produces?.[0] ?? "application/json",
            );
            if (typeof example.output === "string")
              expect(await response.text()).to.equal(example.output);
            else
              expect(await json(response)).to.deep.equal(
                JSON.parse(JSON.stringify(example.output)),
              );
          });
        }
      }
      it("fit their own schemas", () => {
        for (const operation of allOperations) {
          expect(operation.examples.length, operation.id).to.be.greaterThan(0);
          for (const { input, output } of operation.examples) {
            expect(operation.input.safeParse(input).success, `${operation.id} input`).to.equal(
              true,
            );
            if (typeof output !== "string") {
              expect(operation.output.safeParse(output).success, `${operation.id} output`).to.equal(
                true,
              );
            }
          }
        }
      });
    });

    describe("any input", () => {
      for (const operation of allOperations) {
        for (const method of methodsOf(operation)) {
          it(`${method} ${operation.path} answers what it documents`, async () => {
            const expected = documented(operation, method);
            const check = async (response: Response): Promise<void> => {
              const text = await response.text();
              expect([...expected], `${response.status}: ${text.slice(0, 300)}`).to.include(
                response.status,
              );
              expect(response.status).to.not.equal(500);
              expect(response.headers.get("x-request-id")).to.match(/^req_/);
              if (response.status < 400 || operation.rpc === true) return;
              const problem: unknown = JSON.parse(text);
              expect(problem).to.include.keys(
                "type",
                "title",
                "status",
                "detail",
                "remedy",
                "code",
                "request_id",
              );
            };
            const headers = {
              authorization: `Bearer ${GOOD_KEY}`,
              "content-type": "application/json",
            };
            if (takesBody(method)) {
              await fc.assert(
                fc.asyncProperty(bodies(operation), async (body) => {
                  await check(
                    await fetch(node.url + examplePath(operation), { method, headers, body }),
                  );
                }),
                { seed: SEED, numRuns: runs(6, 25) },
              );
              return;
            }
            const names = Object.keys(operation.input.shape);
            const pairs = fc.array(
              fc.tuple(fc.constantFrom(...names, "unknown"), fc.webFragments()),
              { maxLength: 4 },
            );
            await fc.assert(
              fc.asyncProperty(pairs, async (fields) => {
                const query = fields
                  .map(([name, value]) => `${name}=${value}`)
                  .join("&")
                  .replaceAll("#", "");
                await check(
                  await fetch(`${node.url}${examplePath(operation)}?${query}`, {
                    method,
                    headers: { authorization: headers.authorization },
                  }),
                );
              }),
              { seed: SEED, numRuns: runs(4, 15) },
            );
          });
        }
      }
      it("refuses any value in a path without failing", async () => {
        const withPath = allOperations.filter(({ path }) => pathParameters(path).length > 0);
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...withPath),
            fc.string({ unit: "grapheme", maxLength: 60 }),
            async (operation, text) => {
              const path = operation.path
                .split("/")
                .map((part) => (/^[:*]/.test(part) ? encodeURIComponent(text) : part))
                .join("/");
              const response = await fetch(node.url + path);
              await response.arrayBuffer();
              expect(response.status).to.be.lessThan(500);
            },
          ),
          { seed: SEED, numRuns: runs(20, 60) },
        );
        expect(node.errors).to.deep.equal([]);
      });
      it("survives bytes that are no request", async () => {
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: "binary", minLength: 1 }), async (bytes) => {
            await rawRequest(node.port, `${bytes}\r\n\r\n`);
          }),
          { seed: SEED, numRuns: runs(15, 40) },
        );
        expect((await fetch(`${node.url}/api/health`)).status).to.equal(200);
      });
    });

    it("is called by the typed client, key by key", async () => {
      const client = createClient({ baseUrl: node.url, key: GOOD_KEY });
      const outcome = await client.compute({ operators: ["NM21"], inputs: { m1: 1, m2: 2, r: 3 } });
      expect(outcome.kind).to.equal("result");
      if (outcome.kind === "result") expect(outcome.value.unit).to.equal("N");
      const listed = await client.operators({ q: "gravitation", limit: 1 });
      expect(listed.kind === "result" && listed.value.total).to.equal(1);
      const problem = await createClient({ baseUrl: node.url }).compute({ operators: ["NM21"] });
      expect(problem.kind === "problem" && problem.problem.code).to.equal("MISSING_KEY");
    });
  });
}

describe("the contract", () => {
  it("names each operation once, with a path, a summary and an input a schema can express", () => {
    const ids = allOperations.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { id, path, summary, errors } of allOperations) {
      expect(id).to.match(/^calc_[a-z0-9_]+$/);
      expect(path).to.match(/^\/(?:api|console|docs|problems|s\/|\.well-known|llms\.txt|$)/);
      expect(summary.length, id).to.be.within(10, 120);
      for (const code of errors) {
        expect(errorEntry(code).status, `${id} ${code}`).to.be.within(400, 599);
      }
    }
  });
  it("keeps answers open and requests closed, so that fields can be added to answers only", () => {
    for (const operation of allOperations) {
      const open = operation.output.safeParse({ ...exampleOutput(operation), added_later: 1 });
      expect(open.success && "added_later" in open.data, operation.id).to.equal(true);
    }
  });
});

function exampleOutput(operation: Operation): Readonly<Record<string, unknown>> {
  const output = operation.examples[0]?.output;
  return typeof output === "object" ? output : {};
}
