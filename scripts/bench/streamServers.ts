/**
 * The two servers of the benchmark of streams, one a process: a whole node with one public channel,
 * and a bare uWebSockets.js that publishes the same text. Told `tick`, each sends one message to all
 * and says when.
 */
import { serveNode } from "../../test/kit/served.js";

const PATH = "/api/calc/streams";
const CONTRACT = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };

/** What a server tells its parent. Times are of the monotonic clock of the machine, in nanoseconds. */
export type ServerMessage =
  | { readonly kind: "ready"; readonly port: number; readonly path: string }
  | { readonly kind: "memory"; readonly bytes: number }
  | { readonly kind: "ticked"; readonly askedNs: string; readonly heardNs: string };

function tell(message: ServerMessage): void {
  process.send!(message);
}

/** Resident, after garbage was collected. */
async function memory(): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  tell({ kind: "memory", bytes: process.memoryUsage().rss });
}

function onTick(tick: () => Promise<void>): void {
  process.on("message", (asked) => {
    if (asked === "memory") void memory();
    else if (asked === "tick") void tick();
    else process.exit(0);
  });
}

async function node(adapter: "uws" | "node"): Promise<void> {
  const served = await serveNode({}, adapter);
  const key = await served.node.services.accounts.mintOperatorKey();
  const channel = { contract: CONTRACT, public: true };
  const stream = await served.call("POST", PATH, { key, body: channel });
  const { id }: { readonly id?: string } = Object(stream.body["channel"]);
  let heardNs = 0n;
  served.node.services.streams.ticks.listen({
    ticked: () => {
      heardNs = process.hrtime.bigint();
    },
  });
  onTick(async () => {
    const asked = process.hrtime.bigint();
    const reply = await served.call("POST", `${PATH}/${id}/tick`, { key });
    if (reply.status !== 201) throw new Error(reply.text);
    served.pass(1);
    tell({ kind: "ticked", askedNs: String(asked), heardNs: String(heardNs) });
  });
  tell({ kind: "ready", port: served.http.port, path: `/ws/stream?channel=${id}` });
}

async function bare(text: string): Promise<void> {
  const { default: uWS } = await import("uWebSockets.js");
  const app = uWS.App().ws("/*", { open: (socket) => void socket.subscribe("ticks") });
  onTick(async () => {
    const now = String(process.hrtime.bigint());
    app.publish("ticks", text);
    tell({ kind: "ticked", askedNs: now, heardNs: now });
  });
  app.listen("127.0.0.1", 0, (socket) => {
    tell({ kind: "ready", port: uWS.us_socket_local_port(socket), path: "/" });
  });
}

const [, , which, size = "0"] = process.argv;
if (which === "uws" || which === "node") await node(which);
else if (which === "bare") await bare("x".repeat(Number(size)));
