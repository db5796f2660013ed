import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { startHost } from "../../../../../node/mesh/host/host.js";
import { awaitLengths } from "../../../../../node/mesh/host/patches/shortReads.js";
import { quiet } from "../../../../kit/logger.js";

const PROTOCOL = "/test/short-reads/1";
/** Several frames of the cipher, and of the multiplexer. */
const LONG_BYTES = 300_000;

async function startOn(n: number) {
  return startHost(
    {
      seed: new Uint8Array(32).fill(n + 1),
      listen: ["/ip4/127.0.0.1/tcp/0"],
      announce: [],
      sharedAddresses: [],
      connectionsMax: 10,
      topics: [],
    },
    { crypto: nodeCrypto, log: quiet },
  );
}

/** @returns how many errors said that there is no length yet while `work` ran */
async function missingLengths(work: () => Promise<void>): Promise<number> {
  const Original = globalThis.RangeError;
  let thrown = 0;
  globalThis.RangeError = new Proxy(Original, {
    apply: (target, _self, [message]: [string]) => {
      if (message.includes("int16")) thrown += 1;
      return target(message);
    },
  });
  try {
    await work();
  } finally {
    globalThis.RangeError = Original;
  }
  return thrown;
}

describe("node/mesh/shortReads", () => {
  it("waits for two bytes of a length, and then reads it as before", () => {
    const decoder = {
      lengthDecoder: (data: { readonly byteLength: number }): number => data.byteLength * 100,
    };
    const connection = awaitLengths({ decoder });
    expect(
      [0, 1].map((byteLength) => connection.decoder.lengthDecoder({ byteLength })),
    ).to.deep.equal([65_535, 65_535]);
    expect(
      [2, 3].map((byteLength) => connection.decoder.lengthDecoder({ byteLength })),
    ).to.deep.equal([200, 300]);
  });

  it("leaves alone what reads in another way", () => {
    for (const connection of [
      {},
      { decoder: null },
      { decoder: {} },
      { decoder: { lengthDecoder: 2 } },
    ]) {
      expect(awaitLengths({ ...connection })).to.deep.equal(connection);
    }
  });

  it("spares hosts the error at the end of each read, either way, and all arrives", async () => {
    const hosts = [await startOn(0), await startOn(1)] as const;
    try {
      await hosts[1].serve(PROTOCOL, async (data) => data.toReversed(), { bytesMax: LONG_BYTES });
      await hosts[0].dial(hosts[1].addresses()[0]!);
      const messages = [1, 2, 3, 1_000, LONG_BYTES].map((length) =>
        new Uint8Array(length).map((_, i) => i % 251),
      );
      const exchange = async (message: Uint8Array): Promise<void> => {
        const answer = await hosts[0].request(hosts[1].peerId, PROTOCOL, message, {
          timeoutMs: 5_000,
          bytesMax: LONG_BYTES,
        });
        expect(
          Buffer.from(answer).equals(Buffer.from(message.toReversed())),
          `${message.length} bytes`,
        ).to.equal(true);
      };
      // What came with the end of the handshake is read before the connection is handed over.
      await exchange(messages[0]!);
      expect(
        await missingLengths(async () => {
          for (const message of messages) await exchange(message);
        }),
      ).to.equal(0);
    } finally {
      for (const host of hosts) await host.stop();
    }
  });
});
