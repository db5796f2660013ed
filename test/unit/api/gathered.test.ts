/** Computes of one turn: one request, and each has the outcome that it would have alone. */
import { gatheredComputes } from "../../../api/client/gathered.js";
import { expect } from "chai";
import { createClient } from "../../../api/client/client.js";
import { BATCH_COMPUTATIONS_MAX } from "../../../protocol/limits.js";

interface Computation {
  readonly operators: readonly string[];
  readonly inputs: Readonly<Record<string, number>>;
}

interface Asked {
  readonly path: string;
  readonly body: Partial<Computation> & { readonly computations?: readonly Computation[] };
  readonly key: string;
}

/** What the client sends is JSON of its own. */
function bodyOf(init: RequestInit | undefined): Asked["body"] {
  const body: Asked["body"] = JSON.parse(typeof init?.body === "string" ? init.body : "{}");
  return body;
}

const asJson = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: {
      "content-type": status >= 400 ? "application/problem+json" : "application/json",
    },
  });

/** A node that doubles `x`, refuses what has none, and knows no operator `NONE`. */
function alone({ inputs, operators }: Computation): Readonly<Record<string, unknown>> {
  if (operators[0] === "NONE")
    return { problem: { code: "UNKNOWN_OPERATOR", detail: "NONE is no operator", status: 400 } };
  return inputs["x"] === undefined
    ? { value: null, inputError: { code: "MISSING_INPUT", message: "x is missing" } }
    : { value: 2 * inputs["x"], unit: "1" };
}

function node(isBatchTaken = true) {
  const asked: Asked[] = [];
  const client = createClient({
    baseUrl: "",
    gather: gatheredComputes,
    fetch: (url, init) => {
      const path = typeof url === "string" ? url : "";
      const body = bodyOf(init);
      asked.push({ path, body, key: new Headers(init?.headers).get("idempotency-key") ?? "" });
      if (!path.endsWith("/batch")) {
        const { problem, ...answer } = alone({ operators: [], inputs: {}, ...body });
        return Promise.resolve(problem === undefined ? asJson(answer) : asJson(problem, 400));
      }
      if (!isBatchTaken)
        return Promise.resolve(asJson({ code: "INSUFFICIENT_BALANCE", detail: "-" }, 402));
      const answers = body.computations?.map(alone);
      return Promise.resolve(asJson({ answers, sealed: 1, credits: 1 }));
    },
  });
  return { asked, client };
}

const FIRST = { operators: ["NM19"], inputs: { x: 3 } };
const CALLS: { operators: string[]; inputs: Record<string, number> }[] = [
  FIRST,
  { operators: ["NM19"], inputs: {} },
  { operators: ["NONE"], inputs: { x: 3 } },
];

describe("the typed client: computes of one turn", () => {
  for (const isBatchTaken of [true, false]) {
    it(`have the outcomes of calls alone, in ${isBatchTaken ? "one batch" : "as many calls where no batch is taken"}`, async () => {
      const { asked, client } = node(isBatchTaken);
      const [value, refusal, problem] = await Promise.all(
        CALLS.map((call) => client.compute(call)),
      );
      expect(value).to.deep.include({ kind: "result", value: { value: 6, unit: "1" } });
      expect(refusal!.kind).to.equal("refusal");
      expect(problem).to.have.property("problem").that.deep.includes({ code: "UNKNOWN_OPERATOR" });
      expect(problem!.status).to.equal(400);
      expect(asked.map(({ path }) => path)).to.deep.equal([
        "/api/calc/compute/batch",
        ...(isBatchTaken ? [] : CALLS.map(() => "/api/calc/compute")),
      ]);
      expect(new Set(asked.map(({ key }) => key)).size).to.equal(asked.length);
    });
  }

  it("go alone one at a time, with options of their own, and where no operator is named", async () => {
    const { asked, client } = node();
    await client.compute(FIRST);
    await client.compute(FIRST);
    await Promise.all([
      client.compute(FIRST, { idempotencyKey: "own" }),
      client.compute({ domain: "climate", operators: ["NM19"], inputs: { x: 1 } }),
    ]);
    expect(asked.every(({ path }) => path === "/api/calc/compute")).to.equal(true);
    expect(asked).to.have.lengthOf(4);
  });

  it("fill as many batches as it takes, in order", async () => {
    const { asked, client } = node();
    const xs = Array.from({ length: BATCH_COMPUTATIONS_MAX + 1 }, (_, x) => x);
    const outcomes = await Promise.all(
      xs.map((x) => client.compute({ operators: ["NM19"], inputs: { x } })),
    );
    expect(outcomes.map((one) => (one.kind === "result" ? one.value.value : null))).to.deep.equal(
      xs.map((x) => 2 * x),
    );
    // The one that is left over is no batch.
    expect(asked.map(({ body }) => body.computations?.length)).to.deep.equal([
      BATCH_COMPUTATIONS_MAX,
      undefined,
    ]);
  });

  it("all fail where no answer comes", async () => {
    const client = createClient({
      baseUrl: "",
      gather: gatheredComputes,
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    });
    const settled = await Promise.allSettled(CALLS.map((call) => client.compute(call)));
    expect(settled.map(({ status }) => status)).to.deep.equal(CALLS.map(() => "rejected"));
  });
});
