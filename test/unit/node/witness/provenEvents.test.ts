/** An event of a spine that is not kept, from a node that may lie. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { ProvenEvents } from "../../../../node/witness/provenEvents.js";
import type { ServiceExchange } from "../../../../node/mesh/host/exchange.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { toHex } from "../../../../protocol/encoding/hex.js";
import { utf8Encode } from "../../../../protocol/encoding/utf8.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { checkpointOrigin, signCheckpoint } from "../../../../protocol/seal/checkpoint.js";
import type { EncodedEvent } from "../../../../protocol/seal/event.js";
import { windowTree } from "../../../../protocol/seal/merkle.js";
import { storeOf } from "../../../kit/cluster.js";
import { quiet } from "../../../kit/logger.js";
import { authorOf, NETWORK } from "../../../kit/meshNode.js";
import { grow } from "../../../kit/spines.js";

const AUTHOR = authorOf(5);
const OTHER = authorOf(6);
const HOLDER = authorOf(7).publicKey;
const SIZE = 7;
const SEQ = 4;

const store = storeOf();

interface Answer {
  readonly event: { readonly [name: string]: JsonValue; readonly header: JsonObject };
  readonly note: string;
  readonly path: readonly string[];
}

/** The RFC 6962 tree over the headers, by the code for windows. */
function answerOf(events: readonly EncodedEvent[], by = AUTHOR, seq = SEQ): Answer {
  const tree = windowTree(
    nodeCrypto,
    events.map(({ headerText }) => utf8Encode(headerText)),
  );
  const origin = checkpointOrigin(NETWORK, by.publicKey);
  const { event } = events[seq]!;
  return {
    event: { body: event.body, header: { ...event.header }, sig: event.sig },
    note: signCheckpoint(nodeCrypto, { origin, size: events.length, root: tree.root }, by.seed),
    path: tree.path(seq).map(toHex),
  };
}

async function found(answer: JsonValue): Promise<string | null> {
  const exchange: ServiceExchange = {
    serve: () => Promise.resolve(),
    ask: () => Promise.resolve(answer),
    peers: () => [HOLDER],
    onJoined: () => () => undefined,
  };
  const proven = new ProvenEvents({
    crypto: nodeCrypto,
    log: quiet,
    net: NETWORK,
    store,
    // It has nothing itself.
    book: { of: () => null, policy: { keys: [], quorum: 0 } },
    followedLogs: {
      checkpoint: () => Promise.resolve({ kind: "unknown" }),
      of: () => Promise.resolve(null),
    },
    spineLog: {
      author: OTHER.publicKey,
      checkpoint: () => "",
      consistency: () => Promise.resolve([]),
      inclusion: () => Promise.resolve([]),
      size: 0,
    },
  });
  await proven.use(exchange, {
    sourcesOf: () => [HOLDER],
    reach: () => Promise.resolve(false),
  });
  return (await proven.find(AUTHOR.publicKey, SEQ))?.event.id ?? null;
}

describe("an event of a spine that is not kept", () => {
  after(() => store.close());
  const events = grow(AUTHOR, [], SIZE);
  const honest = answerOf(events);
  const asked = (answer: Answer): Promise<string | null> =>
    found({ ...answer, path: [...answer.path] });

  it("is taken with its path to a head that its author signed", async () => {
    expect(await asked(honest)).to.equal(events[SEQ]!.id);
  });

  it("is refused where anything of the answer is another's", async () => {
    const { event } = honest;
    const { header } = event;
    const lies: readonly Answer[] = [
      { ...honest, event: answerOf(events, AUTHOR, SEQ - 1).event },
      { ...honest, event: { ...event, header: { ...header, calcond: 1 } } },
      { ...honest, event: { ...event, sig: "00".repeat(64) } },
      { ...honest, path: honest.path.slice(1) },
      { ...honest, path: [...honest.path].reverse() },
      { ...honest, path: honest.path.map((one, i) => (i === 0 ? "00".repeat(32) : one)) },
      { ...honest, note: answerOf(events.slice(0, SEQ + 2)).note },
      { ...honest, note: answerOf(events, OTHER).note },
      answerOf(grow(OTHER, [], SIZE), OTHER),
      { ...honest, note: honest.note.replace(`\n${SIZE}\n`, `\n${SIZE + 1}\n`) },
    ];
    for (const lie of lies) expect(await asked(lie), canonicalize(lie.event)).to.equal(null);
    expect(await found({ missing: true })).to.equal(null);
    expect(await found("rubbish")).to.equal(null);
  });
});
