/**
 * After a restart: what this node has written last goes out again, with a fresh handshake. Whether
 * it was published before the stop is not written down anywhere, and who has it ignores it.
 */
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { readHeader } from "../../../protocol/seal/event.js";
import { topicOfEvent } from "../../../protocol/mesh/kinds.js";
import { topicOf } from "../../../protocol/events/topics.js";
import type { TopicName } from "../../../protocol/events/topics.js";
import type { Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { Net } from "../host/net.js";
import type { Cancel } from "../../runtime/scheduler.js";
import { storedEventText } from "../../../storage/repositories/spine.js";

/** Own events looked through, newest first, and those of them that are said again. */
const LOOKED_AT_MAX = 256;
const SAID_MAX = 32;
/** Said anew by themselves, in their newest form only. */
const SAID_ANYWAY: ReadonlySet<TopicName> = new Set(["node", "digest"]);

interface RepublishOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface RepublishModules {
  readonly net: Net;
  readonly store: Pick<Store, "spine">;
  readonly log: Logger;
  readonly publish: (topic: TopicName, text: string) => Promise<void>;
}

export class Republish {
  readonly #options: RepublishOptions;
  readonly #modules: RepublishModules;
  /** Texts that nobody followed yet, oldest first, by topic. */
  readonly #waiting = new Map<TopicName, string[]>();
  #off: Cancel = () => undefined;

  constructor(options: RepublishOptions, modules: RepublishModules) {
    this.#options = options;
    this.#modules = modules;
  }

  async start(): Promise<void> {
    await this.#load();
    const { net } = this.#modules;
    this.#off = net.onSubscriber((_peer, topic) => this.#say(topic));
    for (const name of this.#waiting.keys()) {
      const topic = topicOf(this.#options.network, name);
      if (net.subscribers(topic).length > 0) this.#say(topic);
    }
  }

  stop(): void {
    this.#off();
    this.#waiting.clear();
  }

  async #load(): Promise<void> {
    const { spine } = this.#modules.store;
    const { publicKey } = this.#options;
    const tip = await spine.tip(publicKey);
    if (tip === undefined) return;
    const first = Math.max(0, tip.seq + 1 - LOOKED_AT_MAX);
    const events = await spine.range(publicKey, first, LOOKED_AT_MAX);
    const said = events.flatMap((event) => {
      const read = parseJson(event.header);
      const kind = read.ok ? (readHeader(read.value)?.kind ?? "") : "";
      const body = event.body === null ? null : parseJson(event.body);
      const topic = topicOfEvent(
        kind,
        body?.ok === true && isObject(body.value) ? body.value : null,
      );
      const isDue = topic !== null && !SAID_ANYWAY.has(topic) && event.body !== null;
      return isDue ? [[topic, storedEventText(event)] as const] : [];
    });
    for (const [topic, text] of said.slice(-SAID_MAX)) {
      this.#waiting.set(topic, [...(this.#waiting.get(topic) ?? []), text]);
    }
  }

  #say(topic: string): void {
    for (const [name, texts] of this.#waiting) {
      if (topicOf(this.#options.network, name) !== topic) continue;
      this.#waiting.delete(name);
      this.#publish(name, texts).catch((error: unknown) => {
        this.#modules.log.warn("this node's events could not be published again", {
          error: String(error),
        });
      });
    }
  }

  async #publish(name: TopicName, texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.#modules.publish(name, text);
  }
}
