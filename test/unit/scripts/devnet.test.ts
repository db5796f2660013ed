import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { expect } from "chai";
import { Links, sourceAddress } from "../../../scripts/devnet/links.js";
import { CommandError, parseCommand } from "../../../scripts/devnet/command.js";

describe("commands of a cluster", () => {
  it("are read", () => {
    expect(parseCommand("  ", 3)).to.equal(null);
    expect(parseCommand("list", 3)).to.deep.equal({ verb: "list" });
    expect(parseCommand(" kill  2 ", 3)).to.deep.equal({ verb: "kill", n: 2 });
    expect(parseCommand("partition 0,1 | 2", 3)).to.deep.equal({
      verb: "partition",
      groups: [[0, 1], [2]],
    });
    expect(parseCommand("oneway 2|0", 3)).to.deep.equal({ verb: "oneway", groups: [[2], [0]] });
  });

  it("that cannot be followed are refused", () => {
    for (const line of [
      "kill",
      "kill 3",
      "kill -1",
      "kill 1 2",
      "list 1",
      "partition 0",
      "partition 0|0",
      "partition 0||1",
      "oneway 0|1|2",
      "explode",
    ]) {
      expect(() => parseCommand(line, 3), line).to.throw(CommandError);
    }
  });
});

/** Node 1 echoes; node 0 calls it through its proxy. */
describe("links of a cluster", () => {
  let links: Links;
  const sockets: Socket[] = [];
  const echo = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.pipe(socket);
  });

  before(async () => {
    links = await Links.open(2);
    await new Promise<void>((done) => {
      echo.listen(0, "127.0.0.1", done);
    });
    const address = echo.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    links.target(1, address.port);
  });
  afterEach(() => {
    links.heal();
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(async () => {
    await links.close();
    await new Promise<void>((done) => {
      echo.close(() => done());
    });
  });

  function call(from = sourceAddress(0)): Socket {
    const socket = connect({ host: "127.0.0.1", port: links.port(1), localAddress: from });
    sockets.push(socket.on("error", () => socket.destroy()));
    return socket;
  }

  function closed(socket: Socket): Promise<void> {
    return new Promise((done) => {
      socket.once("close", () => done());
    });
  }

  function answer(socket: Socket, text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error("closed"));
      socket.once("close", fail);
      socket.once("data", (chunk) => {
        socket.off("close", fail);
        resolve(chunk.toString());
      });
      socket.write(text);
    });
  }

  it("carry bytes, and are counted", async () => {
    expect(await answer(call(), "a")).to.equal("a");
    expect(links.carried).to.equal(1);
  });

  it("are reset when cut, and again when tried, until healed; a stranger is not concerned", async () => {
    const socket = call();
    const stranger = call("127.0.0.1");
    expect(await answer(socket, "a")).to.equal("a");
    expect(await answer(stranger, "a")).to.equal("a");
    const gone = closed(socket);
    links.cut(1, 0);
    await gone;
    await closed(call());
    expect(await answer(stranger, "b")).to.equal("b");
    links.heal();
    expect(await answer(call(), "c")).to.equal("c");
  });

  it("hold what is sent one way, and lose nothing of it", async () => {
    for (const [from, to] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const socket = call();
      expect(await answer(socket, "a")).to.equal("a");
      links.hold(from, to);
      let healed = false;
      const late = answer(socket, "b").then((text) => `${text} ${healed}`);
      // A connection that is not held makes the round in the meantime, many times over.
      const stranger = call("127.0.0.1");
      for (let i = 0; i < 20; i += 1) await answer(stranger, "x");
      healed = true;
      links.heal();
      expect(await late).to.equal("b true");
    }
  });
});
