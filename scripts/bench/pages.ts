/**
 * Hosted pages: a page of 64 kB beside the same bytes from a bare handler in the same rounds, its
 * serves folded into the machine's log meanwhile; and what publishing 8 MiB takes.
 */
import { performance } from "node:perf_hooks";
import { PAGE_BYTES_MAX } from "../../protocol/limits.js";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { measuredAt, rest, resting, round, startPeer } from "./http.js";
import { load } from "./load.js";
import { pageText } from "./pageText.js";
import { median, type Row } from "./report.js";

const ROUNDS = 5;
const WARM_S = 4;
const PUBLISHED = 7;
const FILES = 8;
const SLUG = "bench-pages";

export async function benchPages(): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  const { http, token } = node.api;
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await fetch(`${http}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const peer = await startPeer("static");
  const bare = measuredAt({ ...peer.measured.target, body: null }, peer.child.pid!);
  const page = measuredAt({ url: `${http}/s/${SLUG}/p/page/`, body: null }, node.child.pid!);
  const took: number[] = [];
  try {
    await send("POST", "/api/state", { slug: SLUG, is_public: true });
    const files = [{ path: "index.html", text: pageText() }];
    await send("PUT", `/api/pages/${SLUG}/page`, { files });
    for (const { target } of [bare, page]) await load(target, WARM_S);
    await resting(node.child.pid!);
    for (let i = 0; i < ROUNDS; i += 1) {
      await round(bare);
      await round(page);
      await rest(page);
    }
    for (let i = 0; i < PUBLISHED; i += 1) took.push(await publishing(send, i));
  } finally {
    peer.child.kill();
    await node.stop();
    dir.remove();
  }
  const [bareRate, pageRate] = [median(bare.rates), median(page.rates)];
  return [
    { name: "64 kB from a bare handler", value: bareRate, unit: "requests/s" },
    { name: "hosted page of 64 kB", value: pageRate, unit: "requests/s" },
    {
      name: "page / bare handler",
      value: pageRate / bareRate,
      unit: "ratio",
      target: "at least 0.5",
    },
    { name: "publish of 8 MiB", value: median(took), unit: "ms", target: "under 200 ms" },
  ];
}

/** Other bytes each time, so that all of them are stored. */
async function publishing(
  send: (method: string, path: string, body: object) => Promise<void>,
  seed: number,
): Promise<number> {
  const files = Array.from({ length: FILES }, (_none, i) => ({
    path: i === 0 ? "index.html" : `${i}.bin`,
    base64: Buffer.alloc(PAGE_BYTES_MAX / FILES, `${seed}-${i}-`).toString("base64"),
  }));
  const start = performance.now();
  await send("PUT", `/api/pages/${SLUG}/large-${seed}`, { files });
  return performance.now() - start;
}
