/** The command line's `fetch` beside that of the runtime, against one server. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import * as fc from "fast-check";
import { brokeOff } from "../../../api/client/broken.js";
import type { Answer, Send } from "../../../api/client/send.js";
import { plainFetch } from "../../../scripts/cli/plainFetch.js";

const runtimeFetch: Send = (url, init) => fetch(url, init);

describe("fetch of the command line", () => {
  let server: Server;
  let root = "";
  before(async () => {
    server = createServer((asked, answer) => {
      const path = asked.url ?? "";
      const parts: Buffer[] = [];
      asked.on("data", (part: Buffer) => parts.push(part));
      asked.on("end", () => {
        if (path === "/moved") {
          answer.writeHead(307, { location: "/echo" }).end();
        } else if (path === "/broken") {
          answer.writeHead(200, { "content-length": "100" });
          answer.write("half");
          setImmediate(() => asked.socket.destroy());
        } else if (path === "/gone") {
          asked.socket.destroy();
        } else if (path === "/silent") {
          // Ended by the client.
        } else {
          answer.writeHead(
            path === "/refused" ? 422 : 200,
            [
              ["X-Method", asked.method ?? ""],
              ["X-Sent", asked.headers["x-sent"] ?? ""],
              ["X-Twice", "a"],
              ["x-twice", "b"],
            ].flat(),
          );
          answer.end(Buffer.concat(parts));
        }
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const place = server.address();
    if (typeof place !== "object" || place === null) throw new Error("no port");
    root = `http://127.0.0.1:${place.port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function read(answer: Answer): Promise<unknown> {
    const names = ["x-method", "X-Sent", "x-twice", "x-none"];
    return {
      ok: answer.ok,
      status: answer.status,
      headers: names.map((name) => answer.headers.get(name)),
      has: names.map((name) => answer.headers.has(name)),
      bytes: [...new Uint8Array(await answer.arrayBuffer())],
    };
  }

  it("sends and reads what the runtime's does, whatever the body", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("/echo", "/refused", "/moved"),
        fc.constantFrom("POST", "PUT", "DELETE"),
        fc.oneof(fc.string({ unit: "grapheme" }), fc.uint8Array()),
        async (path, method, body) => {
          // The runtime's own cannot send bytes a second time.
          fc.pre(path !== "/moved" || typeof body === "string");
          const init = {
            method,
            headers: { "x-sent": "yes" },
            body: typeof body === "string" ? body : new Uint8Array(body),
          };
          const url = `${root}${path}`;
          const [ours, theirs] = [await plainFetch(url, init), await runtimeFetch(url, init)];
          expect(await read(ours)).to.deep.equal(await read(theirs));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("streams a body, and reads it as text", async () => {
    const init = { method: "POST", headers: {}, body: "one\ntwo\n" };
    const { body } = await plainFetch(`${root}/echo`, init);
    let text = "";
    for await (const part of body!) text += new TextDecoder().decode(part);
    expect(text).to.equal("one\ntwo\n");
    expect(await (await plainFetch(`${root}/echo`, init)).text()).to.equal("one\ntwo\n");
  });

  it("fails as the runtime's does: nobody there, broken before and within the answer, ended", async () => {
    const init = { method: "POST", headers: {}, body: "x" };
    for (const send of [plainFetch, runtimeFetch]) {
      const fault = async (url: string, signal?: AbortSignal): Promise<unknown> => {
        const ended = signal === undefined ? init : { ...init, signal };
        try {
          await (await send(url, ended)).arrayBuffer();
        } catch (error) {
          return error;
        }
        return null;
      };
      // Nothing listens on port 1.
      const nobody = await fault("http://127.0.0.1:1/");
      expect(nobody).to.be.instanceOf(TypeError);
      expect(brokeOff(nobody)).to.equal(false);
      for (const path of ["/gone", "/broken"])
        expect(brokeOff(await fault(`${root}${path}`)), path).to.equal(true);
      const reason = new Error("enough");
      expect(await fault(`${root}/silent`, AbortSignal.abort(reason))).to.equal(reason);
    }
  });
});
