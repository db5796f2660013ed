/** Reading answers, and writing requests no client library would send. */
import { connect } from "node:net";
import { expect } from "chai";
import type { Problem } from "../../api/contract/definition/problem.js";
import { ERRORS } from "../../protocol/errors/index.js";

export async function json(response: Response): Promise<Record<string, unknown>> {
  const value: unknown = await response.json();
  if (typeof value !== "object" || value === null) throw new Error("the answer is no JSON object");
  return { ...value };
}

function isProblem(value: object): value is Problem {
  return "code" in value && "request_id" in value;
}

/** Asserts a problem of the given status and code, in the shape every problem has. */
export async function problem(
  response: Response,
  status: number,
  code: keyof typeof ERRORS,
): Promise<Problem> {
  const body = await json(response);
  expect(body["code"], JSON.stringify(body)).to.equal(code);
  expect(response.status).to.equal(status);
  expect(response.headers.get("content-type")).to.equal("application/problem+json");
  expect(response.headers.get("cache-control")).to.equal("no-store");
  expect(body).to.include.keys("type", "title", "status", "detail", "remedy", "code", "request_id");
  expect(body["status"]).to.equal(status);
  expect(body["request_id"]).to.equal(response.headers.get("x-request-id"));
  if (!isProblem(body)) throw new Error("the answer is no problem");
  return body;
}

/**
 * Sends bytes as they are, each part in a packet of its own, and reads until the answer is complete
 * or the connection closes.
 */
export function rawRequest(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let answer = "";
    const finish = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      answer += chunk;
      if (isComplete(answer)) finish();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
    const send = (i: number): void => {
      const part = parts[i];
      if (part !== undefined) socket.write(part, () => setImmediate(send, i + 1));
    };
    socket.on("connect", () => send(0));
  });
}

function isComplete(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return length === undefined || answer.length - end - 4 >= Number(length);
}
