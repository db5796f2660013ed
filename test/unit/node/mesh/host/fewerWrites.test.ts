import { expect } from "chai";
import { once } from "node:events";
import { createServer, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Gatherer } from "../../../../../node/mesh/host/patches/fewerWrites.js";

/** A socket that counts what it is asked to write; nothing leaves it. */
class CountingSocket extends Socket {
  readonly writes: string[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString("latin1"));
    done();
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => chunk.toString("latin1")).join("|"));
    done();
  }
}

type Message = Parameters<Parameters<Gatherer["gather"]>[0]["send"]>[0];

/** As the library's connections: every piece of a message is a write. */
function connection<S extends Socket>(
  socket: S,
): { readonly socket: S; send: (data: Message) => boolean } {
  return {
    socket,
    send: (data) => {
      let canSendMore = true;
      for (const piece of data instanceof Uint8Array ? [data] : data)
        canSendMore = socket.write(piece);
      return canSendMore;
    },
  };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("node/mesh/fewerWrites", () => {
  it("writes what one turn sends to a peer at once, and each peer's to itself", async () => {
    const gatherer = new Gatherer();
    const [one, other] = [connection(new CountingSocket()), connection(new CountingSocket())];
    const [first, second] = [
      gatherer.gather(connection(one.socket)),
      gatherer.gather(connection(other.socket)),
    ];
    for (const text of ["2", "ab", "1", "c"]) first.send(bytes(text));
    second.send(bytes("x"));
    expect(one.socket.writes).to.deep.equal([]);
    await nextTurn();
    expect(one.socket.writes).to.deep.equal(["2|ab|1|c"]);
    expect(other.socket.writes).to.deep.equal(["x"]);
    first.send(bytes("later"));
    await nextTurn();
    expect(one.socket.writes).to.deep.equal(["2|ab|1|c", "later"]);
  });

  it("says that the socket is full as before", async () => {
    const { socket, send } = new Gatherer().gather(connection(new CountingSocket()));
    expect(send(new Uint8Array(socket.writableHighWaterMark - 1))).to.equal(true);
    expect(send(new Uint8Array(1))).to.equal(false);
    const drained = once(socket, "drain");
    await nextTurn();
    await drained;
    expect(send(new Uint8Array(1))).to.equal(true);
  });

  it("loses nothing of a socket that is closed in the same turn", async () => {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const arrived = new Promise<string>((resolve) => {
      server.on("connection", (came) => {
        let text = "";
        came
          .setEncoding("latin1")
          .on("data", (chunk: string) => {
            text += chunk;
          })
          .on("end", () => resolve(text));
      });
    });
    const address = server.address();
    if (address === null || typeof address === "string")
      throw new Error("the server listens nowhere");
    const socket = new Socket().connect(address.port, "127.0.0.1");
    await once(socket, "connect");
    const { send } = new Gatherer().gather(connection(socket));
    send(bytes("fare"));
    send(bytes("well"));
    socket.destroySoon();
    expect(await arrived).to.equal("farewell");
    server.close();
  });

  it("leaves a connection without a socket alone", () => {
    const send = (): boolean => true;
    const plain = { send };
    expect(new Gatherer().gather(plain).send).to.equal(send);
  });
});
