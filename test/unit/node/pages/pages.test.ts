/** Hosted pages over HTTP: published, served, read by commit, taken down; and what is refused. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import type { BatchOptions, Operation } from "../../../../storage/kv/kv.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

/** A disk that takes nothing while it is full. */
class FullableStore extends MemoryStore {
  isFull = false;

  override batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    if (this.isFull) return Promise.reject(new Error("ENOSPC: no space left on device"));
    return super.batch(operations, options);
  }
}

interface File {
  readonly path: string;
  readonly contentType?: string;
  readonly text?: string;
  readonly base64?: string;
}

const INDEX: File = { path: "index.html", text: "<h1>Oven</h1>" };
const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();
const hex = (data: string): string => sha256(data).toString("hex");

describe("hosted pages", () => {
  const raw = new FullableStore();
  let served: ServedNode;
  let key = "";
  let slug = "";
  let count = 0;
  before(async () => {
    served = await serveNode({ raw });
    key = await served.account();
  });
  after(() => served.close());
  beforeEach(async () => {
    slug = await machine(true);
  });

  const machine = async (isPublic: boolean): Promise<string> => {
    count += 1;
    const machine = { name: `Oven ${count}`, slug: `oven-${count}`, is_public: isPublic };
    const created = await served.call("POST", "/api/state", { key, body: machine });
    expect(created.status, created.text).to.equal(201);
    return `oven-${count}`;
  };
  const put = (
    files: readonly File[],
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> =>
    served.call("PUT", `/api/pages/${slug}/report`, { key, body: { files, ...more }, headers });
  const published = async (files: readonly File[], more: object = {}): Promise<Reply["body"]> => {
    const response = await put(files, more);
    expect(response.status, response.text).to.equal(201);
    return response.body;
  };
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    served.call("GET", path, { headers });
  const page = (path = ""): string => `/s/${slug}/p/report/${path}`;
  const rows = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const audit = await served.call("GET", `/api/state/${slug}/audit`, { key });
    const { rows: all } = audit.body;
    if (!Array.isArray(all)) throw new Error(audit.text);
    return all;
  };

  it("is published, served with its policy, and has a row and a root of RFC 6962", async () => {
    const files = [
      INDEX,
      { path: "img/dot.svg", text: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
    ];
    const response = await published(files);
    // The tree by hand: three leaves, the first says how the page is served.
    const leaf = (text: string): Buffer => sha256(Buffer.concat([Buffer.of(0), Buffer.from(text)]));
    const node = (a: Buffer, b: Buffer): Buffer => sha256(Buffer.concat([Buffer.of(1), a, b]));
    const file = (path: string, contentType: string, text: string): string =>
      `{"contentType":"${contentType}","path":"${path}","sha256":"${hex(text)}","size":${text.length}}`;
    const root = node(
      node(
        leaf('{"allowScripts":false,"schema":"calc-page/1"}'),
        leaf(file("img/dot.svg", "image/svg+xml", files[1]!.text!)),
      ),
      leaf(file("index.html", "text/html", INDEX.text!)),
    );
    expect(response["commit"]).to.equal(root.toString("hex"));
    const last = (await rows()).at(-1)!;
    expect(last).to.include({ transitionType: "page_commit" });
    expect(response["row"]).to.include({ seq: last["seq"] });

    const answer = await get(page(), { accept: "text/html,application/xhtml+xml" });
    expect([answer.status, answer.text]).to.deep.equal([200, INDEX.text]);
    const { headers } = answer;
    expect(headers.get("content-type")).to.equal("text/html; charset=utf-8");
    const own = `${served.http.url}/s/${slug}/p/report/`;
    expect(headers.get("content-security-policy")?.split("; ")).to.have.members([
      "sandbox",
      "default-src 'none'",
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "script-src 'none'",
      `style-src ${own} 'unsafe-inline'`,
      `img-src ${own} data: blob:`,
      `font-src ${own} data:`,
      `media-src ${own} data: blob:`,
    ]);
    expect(headers.get("x-content-type-options")).to.equal("nosniff");
    expect(headers.get("referrer-policy")).to.equal("no-referrer");
    expect(headers.get("permissions-policy")).to.contain("camera=()");
    const svg = await get(page("img/dot.svg"));
    expect(svg.headers.get("content-type")).to.equal("image/svg+xml; charset=utf-8");
  });

  it("puts the policy on problems and redirects too, and never names 'self' as a source", async () => {
    await published([INDEX], { allowScripts: true });
    const missing = await get(page("none.js"));
    const bad = await get(`/s/${slug}/p/re..port/x`);
    const moved = await fetch(`${served.http.url}/s/${slug}/p/report`, { redirect: "manual" });
    const method = await served.call("POST", page(), { body: {} });
    const unknown = await get("/s/nothing/here");
    expect([missing, bad, moved, method, unknown].map(({ status }) => status)).to.deep.equal([
      404, 400, 308, 405, 404,
    ]);
    expect(moved.headers.get("location")).to.equal("report/");
    for (const { headers } of [missing, bad, moved, method, unknown]) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).to.match(/^sandbox; default-src 'none'/);
      expect(headers.get("referrer-policy")).to.equal("no-referrer");
    }
    const scripted = (await get(page())).headers.get("content-security-policy")!;
    expect(scripted).to.contain("sandbox allow-scripts;").and.to.contain("script-src http");
    expect(scripted.replace("frame-ancestors 'self'", "")).not.to.contain("'self'");
  });

  it("answers If-None-Match, HEAD and gzip, and a new commit has other tags", async () => {
    const text = "<p>451.2</p>".repeat(200);
    await published([{ ...INDEX, text }]);
    const plain = await get(page(), { "accept-encoding": "identity" });
    const tag = plain.headers.get("etag")!;
    const same = await get(page(), { "if-none-match": tag, "accept-encoding": "identity" });
    expect(same.status).to.equal(304);
    expect(same.headers.get("content-security-policy")).to.equal(
      plain.headers.get("content-security-policy"),
    );
    const packed = await get(page(), { "accept-encoding": "gzip" });
    expect(packed.headers.get("content-encoding")).to.equal("gzip");
    expect(packed.text).to.equal(text);
    expect(packed.headers.get("etag")).not.to.equal(tag);
    const head = await served.call("HEAD", page(), { headers: { "accept-encoding": "identity" } });
    expect([head.status, head.text, head.headers.get("content-length")]).to.deep.equal([
      200,
      "",
      String(text.length),
    ]);
    // The same bytes under another policy are another answer.
    await published([{ ...INDEX, text }], { allowScripts: true });
    const after = await get(page(), { "if-none-match": tag, "accept-encoding": "identity" });
    expect(after.status).to.equal(200);
  });

  it("keeps old commits readable by hash, until one is dropped", async () => {
    const first = await published([INDEX, { path: "a.txt", text: "shared" }]);
    const second = await published([
      { ...INDEX, text: "<h1>Second</h1>" },
      { path: "a.txt", text: "shared" },
    ]);
    const [old, now] = [String(first["commit"]), String(second["commit"])];
    const before = await get(`/s/${slug}/p/report@${old}/`);
    expect(before.text).to.equal(INDEX.text);
    expect(before.headers.get("cache-control")).to.contain("immutable");
    expect((await get(page())).text).to.equal("<h1>Second</h1>");
    const of = await get(`/api/pages/${slug}/report`);
    expect(of.body).to.include({ commit: now, commits: 2, storedBytes: 13 + 15 + 6 });
    const file = await get(`/api/pages/${slug}/report/files/a.txt?commit=${old}`);
    expect(file.body).to.include({ text: "shared", commit: old });

    const shown = await served.call("DELETE", `/api/pages/${slug}/report?commit=${now}`, { key });
    expect(shown.body["code"], shown.text).to.equal("CONFLICT");
    const dropped = await served.call("DELETE", `/api/pages/${slug}/report?commit=${old}`, { key });
    expect(dropped.status, dropped.text).to.equal(200);
    expect(dropped.body).to.include({ commit: now, commits: 1, storedBytes: 15 + 6 });
    expect((await get(`/s/${slug}/p/report@${old}/`)).status).to.equal(404);
    expect((await get(page("a.txt"))).text).to.equal("shared");

    const down = await served.call("DELETE", `/api/pages/${slug}/report`, { key });
    expect(down.body, down.text).to.include({ commit: null, url: null });
    expect((await get(page())).status).to.equal(404);
    expect((await get(`/s/${slug}/p/report@${now}/`)).text).to.equal("<h1>Second</h1>");
    expect((await served.call("DELETE", `/api/pages/${slug}/report`, { key })).status).to.equal(
      404,
    );
  });

  it("of two commits that race one is made, and the other is told 412 and what is shown", async () => {
    const first = await published([INDEX]);
    const tag = { "if-match": `"${String(first["commit"])}"` };
    const racing = await Promise.all(
      ["a", "b", "c"].map((text) => put([{ ...INDEX, text }], {}, tag)),
    );
    const statuses = racing.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).to.deep.equal([201, 412, 412]);
    const winner = racing.find(({ status }) => status === 201)!;
    for (const { body, status } of racing)
      if (status === 412) expect(body["have"]).to.equal(winner.body["commit"]);
    expect((await put([INDEX], { expected: "none" })).status).to.equal(412);
    expect((await put([INDEX], {}, { "if-match": "old" })).status).to.equal(400);
  });

  it("is seen of a private machine by those who have a role on it, and by no browser", async () => {
    slug = await machine(false);
    const response = await published([INDEX]);
    expect(response["url"]).to.equal(null);
    expect((await get(page())).status).to.equal(404);
    expect((await served.call("GET", page(), { key })).status).to.equal(404);
    const own = await served.call("GET", `/api/pages/${slug}/report/files/index.html`, { key });
    expect(own.body["text"]).to.equal(INDEX.text);
    expect((await get(`/api/pages/${slug}/report`)).status).to.equal(404);
    // A cached page follows the machine.
    const edit = (isPublic: boolean): Promise<Reply> =>
      served.call("PATCH", `/api/state/${slug}`, { key, body: { is_public: isPublic } });
    expect((await edit(true)).status).to.equal(200);
    expect((await get(page())).status).to.equal(200);
    expect((await edit(false)).status).to.equal(200);
    expect((await get(page())).status).to.equal(404);
  });

  it("is neither served nor changed once its machine is closed", async () => {
    const response = await published([INDEX]);
    expect((await get(page())).status).to.equal(200);
    const closed = await served.call("DELETE", `/api/state/${slug}`, { key });
    expect(closed.status, closed.text).to.equal(200);
    const after = [
      await get(page()),
      await get(`/s/${slug}/p/report@${String(response["commit"])}/`),
      await put([INDEX]),
    ];
    expect(after.map(({ body }) => body["code"])).to.deep.equal([
      "MACHINE_CLOSED",
      "MACHINE_CLOSED",
      "MACHINE_CLOSED",
    ]);
  });

  const file = (path: string): File => ({ path, text: "x" });
  const BAD: Readonly<Record<string, readonly File[]>> = {
    "a part ..": [INDEX, file("a/../b.txt")],
    NUL: [INDEX, file("a\u0000.txt")],
    "a path from the root": [INDEX, file("/etc/passwd")],
    "a backslash": [INDEX, file("..\\b.txt")],
    "an empty part": [INDEX, file("a//b.txt")],
    "a decomposed letter": [INDEX, file("cafe\u0301.txt")],
    "256 bytes of path": [INDEX, file("ä".repeat(128))],
    "a path twice": [INDEX, file("a.txt"), file("a.txt")],
    "65 files": [INDEX, ...Array.from({ length: 64 }, (_none, i) => file(`${i}.txt`))],
    "no index": [file("a.html")],
    "no file": [],
    "an index of another type": [{ ...INDEX, contentType: "image/svg+xml" }],
    "bytes that are no picture": [INDEX, { path: "a.png", text: "<script>" }],
    "a type that lies": [INDEX, { path: "a", contentType: "image/gif", text: "<html>" }],
    "no media type": [INDEX, { path: "a", contentType: "x", text: "" }],
    "no base64": [INDEX, { path: "a", base64: "****" }],
    "text and base64": [INDEX, { path: "a", text: "", base64: "" }],
    neither: [INDEX, { path: "a" }],
    "9 MiB": [INDEX, { path: "a.bin", base64: Buffer.alloc(9 << 20).toString("base64") }],
  };

  it("takes 255 bytes of path, 64 files, and shows a script in a picture without running it", async () => {
    const long = `${"ä".repeat(126)}.md`;
    const files = Array.from({ length: 61 }, (_none, i) => file(`${i}.bin`));
    const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    await published([INDEX, file(long), { path: "a.svg", text: svg }, ...files]);
    expect((await get(page(encodeURIComponent(long)))).text).to.equal("x");
    const download = await get(page("1.bin"));
    expect(download.headers.get("content-disposition")).to.equal("attachment");
    expect((await get(page("a.svg"))).headers.get("content-security-policy")).to.contain(
      "script-src 'none'",
    );
  });

  it("refuses what cannot be a page, every fault by its place, and publishes nothing of it", async () => {
    const response = await published([INDEX]);
    for (const [what, files] of Object.entries(BAD)) {
      const refused = await put(files);
      expect([400, 413], `${what}: ${refused.text}`).to.include(refused.status);
      if (refused.status === 400) expect(refused.body["errors"], what).to.be.an("array");
    }
    const both = await put([file("../a"), { path: "b" }]);
    expect(both.body["errors"]).to.have.length(3);
    const of = await get(`/api/pages/${slug}/report`);
    expect(of.body).to.include({ commit: response["commit"], commits: 1 });
    expect(
      (await rows()).filter(({ transitionType }) => transitionType === "page_commit"),
    ).to.have.length(1);
    expect(
      (await served.call("PUT", `/api/pages/${slug}/Report`, { key, body: { files: [INDEX] } }))
        .status,
    ).to.equal(400);
  });

  it("on a full disk says so, and publishes nothing by halves", async () => {
    const response = await published([INDEX]);
    raw.isFull = true;
    const refused = await put([{ ...INDEX, text: "new" }, file("b.txt")]);
    raw.isFull = false;
    expect(refused.status, refused.text).to.be.at.least(500);
    expect((await get(page())).text).to.equal(INDEX.text);
    expect((await get(page("b.txt"))).status).to.equal(404);
    const again = await published([{ ...INDEX, text: "new" }, file("b.txt")]);
    expect(again["commit"]).not.to.equal(response["commit"]);
    expect((await get(page("b.txt"))).text).to.equal("x");
  });

  it("takes a role: an outsider is told of no machine, a viewer what is needed", async () => {
    const other = await served.account();
    const body = { files: [INDEX] };
    const seen = await served.call("PUT", `/api/pages/${slug}/report`, { key: other, body });
    expect(seen.status).to.equal(403);
    slug = await machine(false);
    const hidden = await served.call("PUT", `/api/pages/${slug}/report`, { key: other, body });
    expect(hidden.status).to.equal(404);
    expect((await served.call("PUT", `/api/pages/${slug}/report`, { body })).status).to.equal(401);
  });

  it("ignores the query of a file, and serves a folder by its index", async () => {
    await published([
      INDEX,
      { path: "a.css", text: "b{}" },
      { path: "docs/index.html", text: "<p>docs</p>" },
      { path: "app.webmanifest", text: "{}" },
    ]);
    expect((await get(page("a.css?v=2"))).text).to.equal("b{}");
    expect((await get(page("?utm_source=x&utm_source=y&%zz"))).text).to.equal(INDEX.text);
    expect((await get(page("docs/"))).text).to.equal("<p>docs</p>");
    const sentTo = async (path: string): Promise<unknown> => {
      const answer = await fetch(`${served.http.url}${path}`, { redirect: "manual" });
      return [answer.status, answer.headers.get("location")];
    };
    expect(await sentTo(page("docs"))).to.deep.equal([308, "docs/"]);
    expect((await get(page("a.css/"))).status).to.equal(404);
    expect((await get(page("app.webmanifest"))).headers.get("content-type")).to.equal(
      "application/manifest+json",
    );
    expect(await sentTo(`/s/${slug}/p/report?fbclid=1`)).to.deep.equal([308, "report/"]);
    expect((await get("/llms.txt?v=2")).status).to.equal(200);
  });

  // Forms and answers of RFC 9110, 13.1.1 and 14.
  it("serves parts of a file, under the tag of the whole", async () => {
    const text = `${"0123456789".repeat(200)}end`;
    await published([INDEX, { path: "v.txt", text }]);
    const whole = await get(page("v.txt"), { "accept-encoding": "identity" });
    const tag = whole.headers.get("etag")!;
    expect(whole.headers.get("accept-ranges")).to.equal("bytes");
    const part = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const answer = await get(page("v.txt"), { range, "accept-encoding": "gzip", ...more });
      return [answer.status, answer.headers.get("content-range"), answer.text];
    };
    expect(await part("bytes=0-3")).to.deep.equal([206, "bytes 0-3/2003", "0123"]);
    expect(await part("bytes=2000-")).to.deep.equal([206, "bytes 2000-2002/2003", "end"]);
    expect(await part("bytes=-2")).to.deep.equal([206, "bytes 2001-2002/2003", "nd"]);
    expect(await part("bytes=1999-99999")).to.deep.equal([206, "bytes 1999-2002/2003", "9end"]);
    expect(await part("bytes=-99999")).to.deep.equal([206, "bytes 0-2002/2003", text]);
    expect((await part("bytes=2003-")).slice(0, 2)).to.deep.equal([416, "bytes */2003"]);
    expect((await part("bytes=-0")).slice(0, 2)).to.deep.equal([416, "bytes */2003"]);
    for (const other of ["bytes=3-1", "bytes=0-1,5-6", "lines=0-1", "bytes=-", "bytes=a-b"])
      expect(await part(other), other).to.deep.equal([200, null, text]);
    expect(await part("bytes=0-0", { "if-range": tag })).to.deep.equal([
      206,
      "bytes 0-0/2003",
      "0",
    ]);
    expect((await part("bytes=0-0", { "if-range": '"other"' }))[0]).to.equal(200);
    expect((await part("bytes=0-0", { "if-none-match": tag }))[0]).to.equal(304);
    expect((await part("bytes=0-0", { "if-match": '"other"' }))[0]).to.equal(412);
    expect((await part("bytes=0-0", { "if-match": `"other", ${tag}` }))[0]).to.equal(206);
    const again = await get(page("v.txt"), { range: "bytes=0-0" });
    expect(again.headers.get("etag")).to.equal(tag);
    served.pass(1);
    await served.node.services.hosted.serves.writeDown();
    expect((await rows()).at(-1)!["transitionType"]).to.equal("page_serve");
  });

  it("folds all serves of a calcond into one row, and the log stays whole", async () => {
    await published([INDEX, file("a.txt")]);
    const before = (await rows()).length;
    await Promise.all(Array.from({ length: 40 }, () => get(page())));
    await get(page("a.txt"));
    await get(page("none"));
    served.pass(1);
    await served.node.services.hosted.serves.writeDown();
    const all = await rows();
    expect(all.length).to.equal(before + 1);
    const row = all.at(-1)!;
    expect(row["transitionType"]).to.equal("page_serve");
    const answer = await served.call(
      "GET",
      `/api/state/${slug}/audit/${String(row["seq"])}/payload`,
      { key },
    );
    expect(answer.text)
      .to.contain('"serves":41')
      .and.to.contain(`"bytes":${40 * INDEX.text!.length + 1}`);
    const checked = await served.call("GET", `/api/state/${slug}/pohc/validate`, { key });
    expect(checked.text).to.contain('"valid":true');
  });
});
