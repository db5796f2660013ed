/**
 * Rate limits: which policy counts for which operation, as published, and that each one is kept and
 * told.
 */
import { expect } from "chai";
import { requestOf } from "../../api/client/request.js";
import { allOperations } from "../../api/contract/index.js";
import {
  keyAuthOf,
  methodsOf,
  needsKey,
  type Operation,
} from "../../api/contract/definition/operation.js";
import { ADAPTERS, GOOD_KEY, MASTER_KEY, start, type Running } from "./fakeNode.js";
import { problem } from "./wire.js";

/** Policies with what they allow: [calls, seconds]. Literals, never read from the source. */
const PUBLISHED: Readonly<Record<string, readonly [number, number]>> = {
  prove: [10, 60],
  "prove-verify": [10, 60],
  "mesh-verify": [10, 60],
  playground: [120, 60],
  "demo-mint": [30, 3_600],
  signup: [30, 3_600],
  claim: [64, 3_600],
  "spin-up": [10, 86_400],
  "default-key": [6_000, 60],
  "default-address": [600, 60],
};
/** Operations with a policy of their own; all others have the general one. */
const OWN: Readonly<Record<string, string>> = {
  "POST /api/calc/prove": "prove",
  "POST /api/calc/prove/verify": "prove-verify",
  "POST /api/mesh/verify": "mesh-verify",
  "POST /api/calc/scaffold": "playground",
  "POST /api/contracts/generate": "playground",
  "POST /api/contracts/validate": "playground",
  "POST /api/playground/compute": "playground",
  "QUERY /api/playground/compute": "playground",
};
/** Counted when they are done, by whom does them; trying them counts as any call. */
const WHEN_DONE: Readonly<Record<string, string>> = {
  "POST /api/demo-key/mint": "demo-mint",
  "POST /api/identity/register": "signup",
  "POST /api/tally/claim": "claim",
  "POST /api/calc/spin-up": "spin-up",
};
/**
 * Never limited: what watches a node, the mesh, which has limits of its own, and files of pages: a page
 * has many, and they are sent out of memory.
 */
const FREE = [
  "GET /api/health",
  "GET /api/ready",
  "POST /api/mesh/gossip",
  "GET /api/mail/shown/:token",
  "POST /api/mail/inbound",
  "GET /console/:file",
  "GET /s/:machine/p/:page",
  "GET /s/:machine/p/:page/*path",
];

const operations = allOperations.flatMap((operation) =>
  methodsOf(operation).map((method) => ({
    name: `${method} ${operation.path}`,
    operation,
    method,
  })),
);

function expected(name: string, operation: Operation, hasKey: boolean): string | null {
  if (FREE.includes(name)) return null;
  return (
    OWN[name] ?? (hasKey && keyAuthOf(operation) !== "none" ? "default-key" : "default-address")
  );
}

describe("rate policies", () => {
  it("are stated by the operations they are for", () => {
    const stated: Record<string, string> = {};
    for (const {
      name,
      operation: {
        limits: { rate },
      },
    } of operations) {
      if (rate !== "default") stated[name] = rate ?? "none";
    }
    expect(stated).to.deep.equal({
      ...OWN,
      ...WHEN_DONE,
      ...Object.fromEntries(FREE.map((name) => [name, "none"])),
    });
  });

  for (const adapter of ADAPTERS) {
    describe(`on ${adapter}`, () => {
      let node: Running;
      beforeEach(async () => {
        node = await start(adapter, { limited: true });
      });
      afterEach(() => node.stop());
      const send = async (
        { operation, method }: (typeof operations)[number],
        key: string | undefined,
      ): Promise<Response> => {
        const [example] = operation.examples;
        const client = { baseUrl: node.url, ...(key === undefined ? {} : { key }) };
        const { url, headers, body } = requestOf(
          client,
          operation,
          method,
          example?.input ?? {},
          undefined,
        );
        const response = await fetch(url, { method, headers, body: body ?? null });
        await response.clone().arrayBuffer();
        return response;
      };

      it("each operation tells the one that counts for it, or none", async () => {
        for (const one of operations) {
          // A repeated query is a request of its own inside.
          if (one.operation.path.startsWith("/api/queries") || one.operation.rpc === true) continue;
          for (const key of needsKey(one.operation) ? [GOOD_KEY] : [GOOD_KEY, undefined]) {
            const { headers } = await send(one, key);
            const policy = expected(one.name, one.operation, key !== undefined);
            if (policy === null) {
              expect(headers.get("ratelimit"), one.name).to.equal(null);
              continue;
            }
            const [quota, seconds] = PUBLISHED[policy]!;
            expect(headers.get("ratelimit-policy"), one.name).to.equal(
              `"${policy}";q=${quota};w=${seconds}`,
            );
            expect(headers.get("ratelimit"), one.name).to.match(
              new RegExp(`^"${policy}";r=\\d+;t=\\d+$`),
            );
            expect(headers.has("x-ratelimit-limit")).to.equal(false);
          }
        }
      });

      it("an address behind a proxy is the same one whatever port it comes from", async () => {
        const behind = await start(adapter, {
          limited: true,
          context: { trustedProxies: new Set(["127.0.0.1"]) },
        });
        const left = async (address: string): Promise<string | null> =>
          (
            await fetch(`${behind.url}/api/calc/pulse`, { headers: { "x-forwarded-for": address } })
          ).headers.get("ratelimit");
        try {
          for (const forms of [
            ["192.0.2.7", "192.0.2.7:1234", "192.0.2.7:1235"],
            ["2001:db8::1", "[2001:db8::1]:443", "[2001:db8::1]"],
          ]) {
            for (const [i, form] of forms.entries())
              expect(await left(form), form).to.contain(`;r=${599 - i};`);
          }
        } finally {
          await behind.stop();
        }
      });

      it("a tool that is limited says how long, in its text", async () => {
        const prove = async (): Promise<string> =>
          (
            await fetch(`${node.url}/api/mcp`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({
                jsonrpc: "2.0",
                id: 1,
                method: "tools/call",
                params: { name: "calc_prove", arguments: {} },
              }),
            })
          ).text();
        for (let i = 0; i < 10; i += 1) expect(await prove()).to.not.contain("RATE_LIMITED");
        expect(await prove())
          .to.match(/RATE_LIMITED: .*Next: Wait \d+ s and call again\./)
          .and.not.contain("Retry-After");
      });

      for (const [name, policy] of [
        ...Object.entries(OWN),
        ["GET /api/calc/pulse", "default-address"] as const,
      ]) {
        it(`${name} is open as often as "${policy}" says, then 429 until it is open again`, async () => {
          const [quota, seconds] = PUBLISHED[policy]!;
          const one = operations.find((some) => some.name === name)!;
          for (let left = quota - 1; left >= 0; left -= 1) {
            const response = await send(one, undefined);
            expect(response.status).to.be.lessThan(300);
            expect(response.headers.get("ratelimit")).to.match(
              new RegExp(`^"${policy}";r=${left};t=\\d+$`),
            );
          }
          const refused = await send(one, undefined);
          const after = Number(refused.headers.get("retry-after"));
          expect(after).to.be.within(1, seconds);
          expect(refused.headers.get("ratelimit")).to.equal(`"${policy}";r=0;t=${after}`);
          expect(await problem(refused, 429, "RATE_LIMITED")).to.deep.include({
            "violated-policies": [policy],
          });
          // The operator's own key is not limited, where a key is looked at.
          if (keyAuthOf(one.operation) !== "none")
            expect((await send(one, MASTER_KEY)).status).to.be.lessThan(300);
        });
      }
    });
  }
});
