/**
 * The peers that HTTP figures are held against, each a process of its own so that nothing shares its loop:
 * `echo` is a bare uWebSockets.js handler that parses and echoes JSON; `fastify` computes with mathjs and seals nothing.
 */
import fastify from "fastify";
import { compile } from "mathjs";
import uWS from "uWebSockets.js";

function startEcho(): void {
  uWS.App().post("/*", (response) => {
    let body: Buffer | null = null;
    response.onAborted(() => { body = null; });
    response.onData((chunk, isLast) => {
      const part = Buffer.from(new Uint8Array(chunk));
      body = body === null ? part : Buffer.concat([body, part]);
      if (!isLast) return;
      const parsed: unknown = JSON.parse(body.toString("utf8"));
      response.cork(() => { response.writeHeader("content-type", "application/json").end(JSON.stringify(parsed)); });
    });
  }).listen("127.0.0.1", 0, (socket) => { process.send?.({ port: uWS.us_socket_local_port(socket) }); });
}

interface ComputeBody { readonly inputs: { readonly m1: number; readonly m2: number; readonly r: number } }

async function startFastify(): Promise<void> {
  const gravitation = compile("G * m1 * m2 / r^2");
  const app = fastify({ logger: false });
  app.post<{ Body: ComputeBody }>("/api/calc/compute", (request, reply) => {
    const { m1, m2, r } = request.body.inputs;
    const value = gravitation.evaluate({ G: 6.6743e-11, m1, m2, r }) as number;
    void reply.send({ value, unit: "N", operator_id: "NM21", equations: [`F = 6.6743e-11 * ${m1} * ${m2} / ${r}^2`] });
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ port: (app.server.address() as { port: number }).port });
}

if (process.argv[2] === "echo") startEcho();
else await startFastify();
