/**
 * Whatever somebody without a key sends through whichever door (HTTP, a message or a batch of the
 * tool protocol, a socket): the serving thread counts no more work for it than its bound.
 */
import { expect } from "chai";
import { KEYLESS_REQUEST_WORK_MAX } from "../../../../protocol/limits.js";
import { generator } from "../../../kit/generator.js";
import { KeylessCaller, keylessOperations } from "../../../kit/keyless/requests.js";
import { startKeylessServer, type KeylessServer } from "../../../kit/keyless/server.js";
import { NO_CHANNEL } from "../../../docs/costTable.js";
import { runs } from "../../../kit/runs.js";

const SEED = 1_287_035;
const REQUESTS = runs(1_400, 10_000);
/** Written by the build; here, where nothing is joined, with turns of the event loop in between. */
const IN_TURNS: ReadonlySet<string> = new Set(["calc_openapi", "calc_openapi_3_1"]);

/** Enough that each way to reach an operation by the tool protocol is taken several times. */
const MESSAGES = runs(120, 2_000);

/** Openings of sockets, each with what a client sends behind it. */
const SOCKETS = runs(150, 2_000);

/** A batch is so many requests, and spends as many. */
function messagesOf(body: string | null): number {
  const isBatch = body?.startsWith('{"batch":[{') === true;
  return isBatch ? Math.max(1, body.split('"jsonrpc":"2.0"').length - 1) : 1;
}

describe("node/compute: what a caller without a key costs the serving thread", () => {
  let server: KeylessServer;
  before(async () => {
    server = await startKeylessServer();
  });
  after(() => server.close());

  it(`${REQUESTS} requests over all ${keylessOperations.length} operations (seed ${SEED})`, async () => {
    const caller = new KeylessCaller(generator(SEED));
    const answered = new Map<string, number>();
    for (let i = 0; i < REQUESTS; i += 1) {
      const request = caller.next();
      const { status, stood, text, work } = await server.count(request);
      const { body, method, operation, path } = request;
      const said = `request ${i}: ${method} ${path.slice(0, 200)} ${String(body).slice(0, 300)}`;
      expect(status === null || status < 500 || status === 503, `${said}: ${text}`).to.equal(true);
      expect(stood, said).to.be.at.most(KEYLESS_REQUEST_WORK_MAX);
      if (!IN_TURNS.has(operation))
        expect(work, said).to.be.at.most(messagesOf(body) * KEYLESS_REQUEST_WORK_MAX);
      if (status === 200) answered.set(operation, (answered.get(operation) ?? 0) + 1);
    }
    expect(answered.size, "operations that answered something").to.be.above(
      keylessOperations.length / 2,
    );
  });

  it(`${MESSAGES} messages and batches of the tool protocol (seed ${SEED})`, async () => {
    const caller = new KeylessCaller(generator(SEED));
    const mcp = keylessOperations.find(({ id }) => id === "calc_mcp")!;
    let answers = 0;
    for (let i = 0; i < MESSAGES; i += 1) {
      const { body, ...rest } = caller.of(mcp);
      const { status, stood, text, work } = await server.count({ ...rest, body });
      const said = `message ${i}: ${String(body).slice(0, 300)}: ${text.slice(0, 300)}`;
      expect(status === null || status < 500 || status === 503, said).to.equal(true);
      expect(stood, said).to.be.at.most(KEYLESS_REQUEST_WORK_MAX);
      expect(work, said).to.be.at.most(messagesOf(body) * KEYLESS_REQUEST_WORK_MAX);
      if (text.includes('"result"')) answers += 1;
    }
    expect(answers).above(MESSAGES / 4);
  });

  it(`${SOCKETS} sockets, with frames of whatever kind (seed ${SEED})`, async () => {
    const caller = new KeylessCaller(generator(SEED));
    let opened = 0;
    for (let i = 0; i < SOCKETS; i += 1) {
      const request = caller.socket([server.channel, NO_CHANNEL]);
      const { status, stood, work } = await server.count(request);
      const said = `socket ${i}: ${request.path.slice(0, 200)}: ${String(status)}`;
      expect(status === null || status < 500 || status === 503, said).to.equal(true);
      expect(stood, said).to.be.at.most(KEYLESS_REQUEST_WORK_MAX);
      expect(work, said).to.be.at.most(KEYLESS_REQUEST_WORK_MAX);
      if (status === 101) opened += 1;
    }
    expect(opened).above(SOCKETS / 10);
  });
});
