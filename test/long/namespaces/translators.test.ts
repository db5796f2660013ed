/** Daemons behind translators of addresses that let nobody in, in network namespaces. */
import { expect } from "chai";
import type { Machine, NetLab } from "../../../scripts/chaos/netLab.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { describeLab, logged, met } from "../../kit/netMesh.js";
import { call, EARTH_MOON, numberOf, parseFields, sealed, textOf } from "../../kit/requests.js";
import { until } from "../../reliability/checker.js";
import { print } from "../reliability/share.js";

const title = "daemons behind translators, in network namespaces";
const HIDDEN = 8;
const EACH = 3;
const FIRST_MINUTE_MS = 60_000;

/** Receipts of different values. */
async function seal(node: RunningNode, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const inputs = { ...EARTH_MOON, m1: EARTH_MOON.m1 + n * 1e20 };
    const request = { operators: ["KO42", "NM21"], inputs, visibility: "shared" };
    ids.push(textOf(await sealed(node, request), "receipt_id"));
  }
  return ids;
}

/** Calls in vain in the first minute of a node. */
function inVain(node: RunningNode): number {
  const times = ["a known peer was not reached", "a holder was not reached"]
    .flatMap((message) => logged(node, message))
    .map((line) => Number(/"time":(\d+)/.exec(line)?.[1]));
  const started = parseFields(logged(node, "started")[0]!);
  const bornMs = numberOf(started, "time") - numberOf(started, "start_s") * 1_000;
  return times.filter((ms) => ms - bornMs < FIRST_MINUTE_MS).length;
}

describeLab(title, (open) => {
  function hiddenSites(of: NetLab, count: number): readonly Machine[] {
    return Array.from({ length: count }, (_, n) => of.hidden([`46.${n + 1}.0.2`], n + 1)[0]!);
  }

  it("one public and eight hidden: all find each shared receipt, and call few in vain", async () => {
    const lab = open();
    const first = await lab.start(lab.machine("45.1.0.2"));
    const nodes = [first];
    for (const machine of hiddenSites(lab, HIDDEN))
      nodes.push(await lab.start(machine, { bootstrap: [first] }));
    for (const node of nodes) await met(node, [first]);
    const [second, ...rest] = nodes.slice(1);
    const ids = await seal(second!, EACH * rest.length);
    const answers = await Promise.all(
      rest.flatMap((node, n) =>
        ids.slice(n * EACH, (n + 1) * EACH).map(async (id) => {
          const fromMs = performance.now();
          const { status } = await call(node, "GET", `/api/receipts/${id}`);
          return { status, ms: performance.now() - fromMs };
        }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([]);
    const unknown = await call(rest[0]!, "GET", `/api/receipts/${"ab".repeat(32)}`);
    expect(unknown.status, unknown.text).to.be.oneOf([404, 503]);
    await until("the first minute of all to pass", FIRST_MINUTE_MS, async () =>
      nodes.every((node) => {
        const started = parseFields(logged(node, "started")[0]!);
        return Date.now() - numberOf(started, "time") > FIRST_MINUTE_MS;
      }),
    );
    const vain = nodes.map(inVain);
    const ms = answers.map((answer) => answer.ms).toSorted((a, b) => a - b);
    print({ found: answers.length, ms: { half: ms[ms.length >> 1], last: ms.at(-1) }, vain });
    for (const count of vain.slice(1)) expect(count).to.be.at.most(4);
    expect(inVain(first)).to.equal(0);
  });

  it("a relay that restarts is used again, and hidden nodes reach each other over it", async () => {
    const lab = open();
    const relay = lab.machine("45.1.0.2");
    const serve = { args: ["--relay", "serve"] };
    let node = await lab.start(relay, serve);
    const hidden: RunningNode[] = [];
    for (const machine of hiddenSites(lab, 2))
      hidden.push(await lab.start(machine, { bootstrap: [node] }));
    const [one, other] = [hidden[0]!, hidden[1]!];
    const firstMs = await met(one, [node, other]);
    await node.kill();
    await until("being alone", FIRST_MINUTE_MS, async () => {
      const { body } = await call(one, "GET", "/api/mesh/status");
      return body["peers"] === 0;
    });
    const fromMs = performance.now();
    node = await lab.start(relay, serve);
    const startMs = performance.now() - fromMs;
    const againMs = await met(one, [node, other], 2 * FIRST_MINUTE_MS);
    await met(other, [node, one]);
    print({ firstMs, startMs, againMs });
    const [id] = await seal(one, 1);
    expect((await call(other, "GET", `/api/receipts/${id}`)).status).to.equal(200);
  });
});
