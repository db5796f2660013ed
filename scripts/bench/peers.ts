/**
 * The peers that HTTP figures are held against, each a process of its own so that nothing shares
 * its loop: `echo` is a bare uWebSockets.js handler that parses and echoes JSON. The others are
 * Fastify with mathjs and seal nothing: `fastify` evaluates a compiled expression on plain numbers
 * and answers a bare number; `fastify-units` answers what is asked of a node: the value in its unit
 * by way of mathjs's units, and the equation as it stands and with the numbers in it; both evaluate
 * the rows of a table, too. `static` is a bare uWebSockets.js handler that answers one page.
 */
import uWS from "uWebSockets.js";
import { benchPackage, type MathUnit } from "./packages.js";
import { pageText } from "./pageText.js";

function startEcho(): void {
  uWS
    .App()
    .post("/*", (response) => {
      let body: Buffer | null = null;
      response.onAborted(() => {
        body = null;
      });
      response.onData((chunk, isLast) => {
        const part = Buffer.from(new Uint8Array(chunk));
        body = body === null ? part : Buffer.concat([body, part]);
        if (!isLast) return;
        const parsed: unknown = JSON.parse(body.toString("utf8"));
        response.cork(() => {
          response.writeHeader("content-type", "application/json").end(JSON.stringify(parsed));
        });
      });
    })
    .listen("127.0.0.1", 0, (socket) => {
      process.send?.({ port: uWS.us_socket_local_port(socket) });
    });
}

interface ComputeBody {
  readonly inputs: { readonly m1: number; readonly m2: number; readonly r: number };
}

type Answer = (inputs: ComputeBody["inputs"]) => object;

async function bareNumber(): Promise<Answer> {
  const { compile } = await benchPackage("mathjs");
  const gravitation = compile("G * m1 * m2 / r^2");
  return ({ m1, m2, r }) => {
    const value = gravitation.evaluate({ G: 6.6743e-11, m1, m2, r }) as number;
    return {
      value,
      unit: "N",
      operator_id: "NM21",
      equations: [`F = 6.6743e-11 * ${m1} * ${m2} / ${r}^2`],
    };
  };
}

const NOT_A_NUMBER = "these inputs have no finite result";

async function valueWithUnit(): Promise<Answer> {
  const { ConstantNode, parse, unit } = await benchPackage("mathjs");
  const equation = parse("G * m1 * m2 / r^2");
  const gravitation = equation.compile();
  const G = unit(6.6743e-11, "m^3 kg^-1 s^-2");
  return ({ m1, m2, r }) => {
    const force = gravitation.evaluate({
      G,
      m1: unit(m1, "kg"),
      m2: unit(m2, "kg"),
      r: unit(r, "m"),
    }) as MathUnit;
    const value = force.toNumber("N");
    if (!Number.isFinite(value)) return { value: null, refusal: NOT_A_NUMBER };
    const numbers: Readonly<Record<string, number>> = { G: 6.6743e-11, m1, m2, r };
    const substituted = equation.transform((node) =>
      "name" in node && typeof node.name === "string"
        ? new ConstantNode(numbers[node.name]!)
        : node,
    );
    return {
      value,
      unit: "N",
      operator_id: "NM21",
      equations: [`F = ${equation.toString()}; F = ${substituted.toString()}`],
    };
  };
}

interface TableBody {
  readonly columns: {
    readonly m1: number;
    readonly m2: { readonly from: number; readonly to: number; readonly step: number };
    readonly r: number;
  };
}

async function tableRows(): Promise<(body: TableBody) => object> {
  const { compile } = await benchPackage("mathjs");
  const gravitation = compile("G * m1 * m2 / r^2");
  return ({ columns: { m1, m2, r } }) => {
    const values: number[] = [];
    for (let one = m2.from; one <= m2.to; one += m2.step)
      values.push(gravitation.evaluate({ G: 6.6743e-11, m1, m2: one, r }) as number);
    return { unit: "N", operator_id: "NM21", rows: { values } };
  };
}

async function startFastify(answer: Answer): Promise<void> {
  const { default: fastify } = await benchPackage("fastify");
  const app = fastify({ logger: false });
  const table = await tableRows();
  app.post("/api/calc/compute/table", (request, reply) => {
    void reply.send(table(request.body as TableBody));
  });
  app.post("/api/calc/compute", (request, reply) => {
    void reply.send(answer((request.body as ComputeBody).inputs));
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ port: (app.server.address() as { port: number }).port });
}

/** One file out of memory, as large as the page that it is held against. */
function startStatic(): void {
  const page = pageText();
  uWS
    .App()
    .get("/*", (response) => {
      response.cork(() => {
        response.writeHeader("content-type", "text/html; charset=utf-8").end(page);
      });
    })
    .listen("127.0.0.1", 0, (socket) => {
      process.send?.({ port: uWS.us_socket_local_port(socket) });
    });
}

if (process.argv[2] === "echo") startEcho();
else if (process.argv[2] === "static") startStatic();
else
  await startFastify(
    process.argv[2] === "fastify-units" ? await valueWithUnit() : await bareNumber(),
  );
