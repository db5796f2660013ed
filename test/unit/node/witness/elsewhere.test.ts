/**
 * A witness of elsewhere, which speaks C2SP over HTTP and nothing else, cosigns a node's own spine.
 * It is a program in Python without any code of this project; skipped where there is no Python.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import { checkedFile } from "../../../../scripts/cli/services/witness.js";
import { customerOf } from "../../../../scripts/market/pair.js";
import { callOf, readAnswer, LocalMesh, localKey } from "../../../../scripts/market/localMesh.js";
import { genesisOf, net8 } from "../../../../protocol/events/topics.js";
import { logKeyText, witnessOfNode } from "../../../../protocol/witness/cosignature.js";
import { listOf, parseFields, textOf } from "../../../kit/requests.js";

const PEER = "scripts/seal/tlog_peer.py";
const hasPython = spawnSync("python3", ["-c", "import cryptography"]).status === 0;

(hasPython ? describe : describe.skip)("a witness of elsewhere", () => {
  let peer: ChildProcess;
  let gone: Promise<unknown>;
  const said: string[] = [];
  let key = "";
  let url = "";

  before(async () => {
    const net = net8(crypto, genesisOf("town", "calc", []));
    const logKey = logKeyText(crypto, witnessOfNode(net, localKey("one"))!);
    peer = spawn("python3", [PEER, "witness", logKey], { stdio: ["ignore", "pipe", "inherit"] });
    gone = once(peer, "exit");
    const lines = createInterface({ input: peer.stdout! });
    const first = once(lines, "line");
    lines.on("line", (line) => said.push(line));
    const [opened] = await first;
    const fields = parseFields(String(opened));
    [key, url] = [textOf(fields, "key"), textOf(fields, "url")];
  });
  after(async () => {
    peer.kill();
    await gone;
  });

  it("cosigns a spine over HTTP, counts in the quorum, and is told as what it is", async () => {
    const mesh = new LocalMesh({
      cosigned: { by: ["one"], elsewhere: [`${key} ${url}/`], quorum: 2 },
    });
    const one = await mesh.add("one");
    const final = async (id: string): Promise<void> => {
      await mesh.until("it is final", async () => {
        const { standing } = await readAnswer(
          one.node.handlers.witnessStanding({ id }, callOf(null)),
        );
        return standing === "final";
      });
    };
    await customerOf(one, 1);
    await final(one.node.services.spine.tip!.id);
    // Its second question has a proof of consistency.
    await customerOf(one, 5);
    const { id } = one.node.services.spine.tip!;
    await final(id);
    const status = await readAnswer(one.node.handlers.witnessStatus({}, callOf(null)));
    expect(status["witnesses"]).to.deep.include({
      name: "witness.example/w1",
      publicKey: Buffer.from(key.split("+").slice(2).join("+"), "base64").toString("hex").slice(2),
      url,
      connected: true,
      cosignedSize: status["size"],
    });
    const proof = await readAnswer(one.node.handlers.witnessStanding({ id }, callOf(null)));
    const checked = checkedFile(JSON.stringify(proof), [key], 1);
    // The clock of the peer is the real one, years behind that of the town.
    expect(checked).to.include({ valid: true, standing: "witnessed", reason: null });
    expect(said.slice(1).every((line) => line === '{"status": 200}')).to.equal(true);

    // Away, it is missing in the quorum, and nothing else of the node stands still.
    peer.kill();
    await gone;
    await customerOf(one, 1);
    await mesh.pass(30);
    const later = { id: one.node.services.spine.tip!.id };
    expect(await readAnswer(one.node.handlers.witnessStanding(later, callOf(null)))).to.include({
      standing: "sealed",
    });
    const away = await readAnswer(one.node.handlers.witnessStatus({}, callOf(null)));
    const [, foreign] = listOf(away, "witnesses");
    expect(foreign).to.include({ url, connected: false });
    await mesh.stop();
  });
});
