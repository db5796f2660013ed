/** The log of a node as its operator reads it: what is kept, what is shown, and following it. */
import { expect } from "chai";
import { RecentLines } from "../../node/runtime/recentLines.js";
import { filterOf, followLog, readable, type LogPart } from "../../scripts/cli/life/logs.js";

describe("lines of the log that are kept", () => {
  it("are numbered, and given up from the oldest on", () => {
    const lines = new RecentLines({ linesMax: 3, charsMax: 100 });
    expect(lines.after(0, 10)).to.deep.equal({ lines: [], last: 0, dropped: 0 });
    for (const line of ["a", "b", "c", "d", "e"]) lines.add(line);
    expect(lines.after(0, 10)).to.deep.equal({ lines: ["c", "d", "e"], last: 5, dropped: 2 });
    expect(lines.after(0, 2)).to.deep.equal({ lines: ["c", "d"], last: 4, dropped: 2 });
    expect(lines.after(4, 10)).to.deep.equal({ lines: ["e"], last: 5, dropped: 0 });
    expect(lines.after(9, 10)).to.deep.equal({ lines: [], last: 9, dropped: 0 });
  });

  it("have a bound in characters, and the last one always stays", () => {
    const lines = new RecentLines({ linesMax: 10_000, charsMax: 1_000 });
    for (let i = 0; i < 50_000; i += 1) lines.add(String(i).padStart(100, "0"));
    const { dropped, lines: kept } = lines.after(0, 100);
    expect(kept).to.have.length(10);
    expect(dropped).to.equal(49_990);
    expect(Number(kept.at(-1))).to.equal(49_999);
    lines.add("x".repeat(5_000));
    expect(lines.after(0, 100).lines).to.deep.equal(["x".repeat(5_000)]);
  });
});

describe("calc logs", () => {
  const line = (level: number, time: number): string =>
    JSON.stringify({ level, time, module: "mesh", msg: "a peer went away", peer: "12D3" });

  it("writes a line to read", () => {
    expect(readable(line(40, Date.UTC(2026, 10, 26, 12)))).to.equal(
      "2026-11-26T12:00:00.000 warn  mesh: a peer went away  peer=12D3",
    );
    expect(readable("no JSON")).to.equal("no JSON");
  });

  it("leaves out what is less grave or older", () => {
    const nowNs = 1_000_000n * 1_000_000n;
    const keeps = filterOf({ level: "warn", since: "10s" }, nowNs);
    expect(keeps(line(40, 990_000))).to.equal(true);
    expect(keeps(line(30, 999_000))).to.equal(false);
    expect(keeps(line(50, 989_999))).to.equal(false);
    expect(keeps("no JSON")).to.equal(true);
    expect(filterOf({ level: "debug", since: "1970-01-01T00:10Z" }, nowNs)(line(20, 1))).to.equal(
      false,
    );
    for (const since of ["yesterday", "10", "2026-13-01T00:00Z"])
      expect(() => filterOf({ level: "debug", since }, nowNs)).to.throw("--since takes");
    expect(() => filterOf({ level: "loud" }, nowNs)).to.throw("--level takes");
  });

  it("follows a node over its end and its next start, and says what it missed", async () => {
    const controller = new AbortController();
    const part = (start: string, lines: readonly string[], last: number, dropped = 0): LogPart => ({
      start,
      lines,
      last,
      dropped,
    });
    /** What the node answers, turn by turn, and after which number it has to be asked. */
    const answers: readonly (readonly [number, LogPart | null])[] = [
      [0, part("one", ["a", "b"], 2)],
      [2, part("one", [], 2)],
      [2, part("one", ["z"], 9, 6)],
      [9, null],
      [9, null],
      // A second process: its numbers begin anew.
      [9, part("two", [], 9)],
      [0, part("two", ["c"], 1)],
      [1, part("two", [], 1)],
    ];
    let turn = 0;
    const out: string[] = [];
    await followLog({
      signal: controller.signal,
      out: (lines) => out.push(...lines),
      say: (text) => out.push(`(${text})`),
      pause: async () => undefined,
      read: async (after) => {
        const [expected, answer] = answers[turn]!;
        turn += 1;
        expect(after).to.equal(expected);
        if (turn === answers.length) controller.abort();
        return answer;
      },
    });
    expect(out).to.deep.equal([
      "a",
      "b",
      "(6 lines were dropped in between)",
      "z",
      "(no node answers; waiting for it)",
      "(the node was started anew)",
      "c",
    ]);
  });
});
