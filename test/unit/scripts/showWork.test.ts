/**
 * Work that the command line shows for its user: found by threads, told on standard error alone.
 */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { workBar, workShower, workText } from "../../../scripts/cli/showWork.js";

const TASK = {
  challenge: `calc-pow/1:signup:10:2310000000:${"ab".repeat(8)}:${"cd".repeat(16)}`,
  mac: "ef".repeat(32),
  bits: 10,
  expectedHashes: 1_024,
  energy: 2.87e-20,
  operator: "LZ1",
} as const;

describe("calc: work that a node asks for", () => {
  const shown = async (
    options: { readonly quiet?: boolean; readonly json?: boolean },
    isTerminal: boolean,
  ) => {
    let output = "";
    const work = await workShower(options, {
      err: (text) => {
        output += text;
      },
      isTerminal,
    })(TASK, {});
    return { work, told: output };
  };

  it("is found, and its nonce has the bits", async () => {
    const { work, told: output } = await shown({}, false);
    const [challenge = "", mac, nonce = ""] = work.split(";");
    expect([challenge, mac]).to.deep.equal([TASK.challenge, TASK.mac]);
    expect(nonce).to.match(/^[A-Za-z0-9]{1,64}$/);
    const digest = createHash("sha256").update(`${challenge}:${nonce}`).digest();
    expect(digest.readUInt16BE(0) >> 6).to.equal(0);
    expect(output).to.equal(
      "the node asks for work of 10 leading zero bits: about 0.00 million hashes; LZ1 prices it at 2.87e-20 J\n",
    );
    expect(output).to.equal(workText(TASK));
  });

  it("has a bar on a terminal, and says nothing where a program reads", async () => {
    const { told: output } = await shown({}, true);
    expect(output).to.match(
      /\r\[[#-]{24}\] \d+\.\d million tries; \d+ of 100 searches have ended by now\n$/,
    );
    for (const options of [{ quiet: true }, { json: true }])
      expect((await shown(options, true)).told).to.equal("");
    // 1 - 1/e of all searches have ended after as many tries as are expected.
    expect(workBar(1_024, 1_024)).to.equal(
      "[###############---------] 0.0 million tries; 63 of 100 searches have ended by now",
    );
    expect(workBar(1e12, 1_024)).to.contain("; 99 of 100 ");
  });

  it("stops when it is told to", async () => {
    const gone = new AbortController();
    gone.abort(new Error("the caller went away"));
    const error = await workShower({}, { err: () => undefined, isTerminal: false })(
      { ...TASK, bits: 40 },
      { signal: gone.signal },
    ).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.equal(gone.signal.reason);
  });
});
