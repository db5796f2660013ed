/** Needs python3 with the package cryptography: the verifier is another implementation on purpose. */
import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { createEvent } from "../../../protocol/seal/event.js";
import { CALCOND_NS, RECEIPT_MARKS_MAX, TICK_BYTES_MAX } from "../../../protocol/limits.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { SeededRandom } from "../../../scripts/sim/random.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

const SEED = "20261127";
const FLIPS = 8;
const PATH = "/api/calc/streams";
const CONTRACT = { operators: ["NM19"], inputs: { m: 2, a: 9.8 }, subTicks: 3 };
const TEMPLATE = {
  outputFormat: "template",
  contentType: "text/plain",
  template: "{{value}} {{unit}} at {{calcond}}",
};

describe("scripts/seal/verify_tick.py", () => {
  const dir = temporaryDir("second-tick");
  let served: ServedNode;
  before(async () => {
    served = await serveNode({ config: { credits: { welcome: 100_000 } } });
  });
  after(async () => {
    await served.close();
    dir.remove();
  });

  const python = (script: string, ...args: readonly string[]) =>
    spawnSync("python3", [`scripts/seal/${script}.py`, ...args], { encoding: "utf8" });
  const held = (name: string, bytes: string | Buffer): string => {
    const path = join(dir.path, name);
    writeFileSync(path, bytes);
    return path;
  };

  /** A channel with three ticks. */
  const make = async (shape: object): Promise<{ id: string; key: string }> => {
    const account = await served.account();
    const channel = await served.call("POST", PATH, {
      key: account,
      body: { contract: CONTRACT, ...shape },
    });
    const id = String(Object(channel.body["channel"])["id"]);
    const key = String(channel.body["key"]);
    for (let i = 0; i < 3; i += 1) {
      await served.call("POST", `${PATH}/${id}/tick`, { key });
      served.pass(1);
    }
    return { id, key };
  };

  it("agrees about ticks, first and later ones, and turns down each with another bit", async () => {
    const random = new SeededRandom(SEED);
    const signer = served.node.services.identity.publicKeyHex;
    for (const shape of [{}, TEMPLATE]) {
      const { id, key } = await make(shape);
      for (const tick of [1, 3]) {
        const { text } = await served.call("GET", `${PATH}/${id}/export?tick=${tick}`, { key });
        const path = held("tick.json", text);
        const whole = python("verify_tick", path, "--key", signer);
        expect(whole.stdout + whole.stderr).to.match(/^valid /);
        expect(whole.status).to.equal(0);
        expect(python("verify_tick", path, "--key", "00".repeat(32)).status).to.equal(
          EXIT.notVerified,
        );
        for (let i = 0; i < FLIPS; i += 1) {
          const turned = Buffer.from(text);
          const at = random.int(turned.length);
          turned[at]! ^= 1 << random.int(8);
          const { status, stderr, stdout } = python("verify_tick", held("turned.json", turned));
          const where = `${turned.toString("utf8", at - 30, at + 30)}: ${stdout}${stderr}`;
          expect(status, where).to.be.oneOf([EXIT.notVerified, EXIT.usage]);
        }
      }
    }
  });

  it("turns down at once what would take hours, or more memory than it is worth", async () => {
    const { id, key } = await make({});
    const { text } = await served.call("GET", `${PATH}/${id}/export?tick=3`, { key });
    const many = text.replace(/"subTicks":3/g, '"subTicks":1000000000');
    const found = python("verify_tick", held("many.json", many));
    expect(found.stdout).to.match(/^invalid /);
    expect(found.status).to.equal(EXIT.notVerified);
    const large = held("large.json", `{"calc-tick":1,"x":"${" ".repeat(TICK_BYTES_MAX)}"}`);
    expect(python("verify_tick", large).status).to.equal(EXIT.usage);
    const wide = held("wide.json", `[${"[],".repeat(RECEIPT_MARKS_MAX / 2)}[]]`);
    const refused = python("verify_receipt", wide);
    expect(refused.stderr).to.contain(`more than ${RECEIPT_MARKS_MAX} values`);
    expect(refused.status).to.equal(EXIT.usage);
  });

  it("agrees about the place of a checkpoint, and about a log that was cut behind it", async () => {
    const { id, key } = await make({});
    const { deadlines, logCheckpoints, spine, store } = served.node.services;
    served.node.clock.ns += 3_601n * CALCOND_NS;
    for (const due of await store.due.before(deadlines.now(), 99, null))
      if (due.kind === "machine.checkpoint")
        await store.guards.withGuard([], async (tx) => logCheckpoints.fire(tx, due));
    const { root } = await logCheckpoints.digest();
    const { text } = createEvent(nodeCrypto, spine.author, {
      net: spine.net,
      kind: "digest",
      seq: 9,
      prev: "1".repeat(64),
      calcond: deadlines.now(),
      body: { machines: root },
    });
    logCheckpoints.announced(root, text);
    const place = held(
      "place.json",
      (await served.call("GET", `${PATH}/${id}/checkpoint`, { key })).text,
    );
    const found = python("verify_tick", place);
    expect(found.stdout + found.stderr).to.match(/^valid .* 4 rows of ch_/);
    const log = (await served.call("GET", `${PATH}/${id}/log`, { key })).text;
    const whole = python("verify_log", held("log.ndjson", log), "--holds", place);
    expect(whole.stdout + whole.stderr).to.match(/^valid /);
    const cut = `${log.trimEnd().split("\n").slice(0, 3).join("\n")}\n`;
    const short = python("verify_log", held("cut.ndjson", cut), "--holds", place);
    expect(short.stdout).to.match(/^invalid .*holds: rows of the checkpoint/);
    expect(short.status).to.equal(EXIT.notVerified);
    expect(python("verify_log", held("cut.ndjson", cut)).status).to.equal(EXIT.notChecked);
  });
});
