/** Hosted pages that attack, in Chromium: with both layers of their policy none acts. */
import { expect } from "chai";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { Chromium, hasChromium } from "../../kit/chromium.js";
import { ATTACKS, type Layer } from "../../kit/pages/attacks.js";
import { elsewhere, filledIn, frames, standIn, type Listening } from "../../kit/pages/browsed.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

const LAYERS: readonly Layer[] = ["sandbox", "sources"];
/** They take the window with them: each has one of its own. */
const isAlone = (name: string): boolean => name.startsWith("top-");

(hasChromium ? describe : describe.skip)("hosted pages in a browser", () => {
  let served: ServedNode;
  let chromium: Chromium;
  let outside: Listening;
  const directory = hasChromium ? temporaryDir("pages-browser") : null;
  const got = new Set<string>();
  const note = (name: string): void => {
    got.add(name);
  };
  const publish = async (name: string, files: object, allowScripts = true): Promise<void> => {
    const body = { allowScripts, files };
    const response = await served.call("PUT", `/api/pages/attacks/${name}`, { key, body });
    expect(response.status, response.text).to.equal(201);
  };
  let key = "";
  before(async () => {
    served = await serveNode();
    key = await served.account();
    const machine = { name: "Attacks", slug: "attacks", is_public: true };
    await served.call("POST", "/api/state", { key, body: machine });
    outside = await elsewhere(note);
    await publish("victim", [
      { path: "index.html", text: "<p id=s>secret</p>" },
      { path: "secret.svg", text: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
      { path: "secret.js", text: "window.secret = 42" },
    ]);
    for (const attack of ATTACKS)
      await publish(attack.name, [
        { path: "index.html", text: `<body>${filledIn(attack, outside.url)}</body>` },
        ...Object.entries(attack.files ?? {}).map(([path, text]) => ({ path, text })),
      ]);
    chromium = new Chromium(directory!.path);
  });
  after(async () => {
    await chromium.close();
    outside.server.close();
    outside.server.closeAllConnections();
    await served.close();
    directory?.remove();
  });

  /** Which attacks act with some layers. */
  const acting = async (layers: readonly Layer[]): Promise<readonly string[]> => {
    got.clear();
    const node = await standIn(served.http.url, { layers, got: note });
    const together = ATTACKS.map(({ name }) => name).filter((name) => !isAlone(name));
    const { acted } = await frames(chromium, node.url, together);
    for (const name of acted) got.add(name);
    for (const { name } of ATTACKS) if (isAlone(name)) await frames(chromium, node.url, [name]);
    node.server.close();
    node.server.closeAllConnections();
    return [...got].filter((name) => ATTACKS.some((attack) => attack.name === name)).sort();
  };

  it("act, all of them, where nothing holds them", async () => {
    expect(await acting([])).to.deep.equal(ATTACKS.map(({ name }) => name).sort());
  });
  for (const layer of LAYERS)
    it(`are stopped by ${layer} alone as the table says`, async () => {
      const left = ATTACKS.filter(({ stoppedBy }) => !stoppedBy.includes(layer));
      expect(await acting([layer])).to.deep.equal(left.map(({ name }) => name).sort());
    });
  it("load their own scripts, styles and pictures, in an origin of their own", async () => {
    const text =
      "<link rel=stylesheet href=a.css><body><img id=i src=img/a.svg><script src=a.js></script>" +
      "<script type=module>import { two } from './m.mjs'; window.two = two</script>";
    await publish("own", [
      { path: "index.html", text },
      { path: "a.css", text: "body { color: rgb(1, 2, 3) }" },
      { path: "img/a.svg", text: "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='5'/>" },
      { path: "m.mjs", text: "export const two = 2;" },
      {
        path: "a.js",
        text:
          "onload = () => parent.postMessage([origin, getComputedStyle(document.body).color, " +
          "document.getElementById('i').naturalWidth, window.two].join('|'), '*')",
      },
    ]);
    const node = await standIn(served.http.url, { layers: LAYERS, got: note });
    const direct = await chromium.open(`${node.url}/s/attacks/p/own/`);
    expect(direct.errors.filter((error) => !error.includes("favicon"))).to.deep.equal([]);
    const { page } = await frames(chromium, node.url, ["own"]);
    expect(await page.evaluate("window.told")).to.equal("null|rgb(1, 2, 3)|7|2");
    node.server.close();
    node.server.closeAllConnections();
  });
  it("are stopped, all of them, by the policy as it is sent", async () => {
    expect(ATTACKS.length).to.be.at.least(40);
    expect(await acting(LAYERS)).to.deep.equal([]);
  });
});
