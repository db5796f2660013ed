/** Strangers who speak on real daemons: keys of a member that has the secret, and no credits. */
import { wireOf, type Probe } from "../../scripts/chaos/probe.js";
import type { ProbeSpine } from "../../scripts/chaos/probeSpine.js";
import type { Speaker } from "../../scripts/market/strangers.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { topicOfEvent } from "../../protocol/mesh/kinds.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { Author, EncodedEvent } from "../../protocol/seal/event.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ENGINE_VERSION } from "../../protocol/version.js";

/** A key whose spine a member holds, and whose events it says. */
export class Stranger implements Speaker {
  readonly author: Author;
  readonly #probe: Probe;
  readonly #spine: ProbeSpine;

  private constructor(probe: Probe, author: Author) {
    this.author = author;
    this.#probe = probe;
    this.#spine = probe.carry(author);
  }

  static async begin(probe: Probe, name: string): Promise<Stranger> {
    const seed = nodeCrypto.sha256(`stranger ${name} of ${probe.author.publicKey}`);
    const publicKey = toHex(nodeCrypto.ed25519PublicKey(seed));
    const stranger = new Stranger(probe, { seed, publicKey });
    const next = nodeCrypto.sha256Hex(name);
    await stranger.append("spine.open", { engine_version: ENGINE_VERSION, next });
    return stranger;
  }

  async append(kind: string, body: JsonObject): Promise<EncodedEvent> {
    const event = await this.#spine.append(kind, body);
    const topic = topicOfEvent(kind, body);
    if (topic !== null)
      await this.#probe.publish(topic, wireOf(this.author, this.#probe.secret, event.text));
    return event;
  }
}
