/**
 * Keeps trying to reach every known peer, for ever: the library gives a lost peer up after half a
 * minute. Waits are
 * drawn anew each time between one calcond and a bound that doubles, so that a restarted cluster
 * does not knock in step.
 */
import type { Logger } from "../../protocol/ports.js";
import type { Net } from "./net.js";
import type { Cancel, Random, Scheduler } from "./scheduler.js";

const WAIT_MS_MIN = 777;
const WAIT_MS_MAX = 77 * 777;
/** Peers kept in the loop beside the configured ones. */
const LEARNED_MAX = 64;
/** After so many failures in a row, about ten minutes, a peer only heard of makes room for another. */
const HOPELESS_FAILURES = 12;

interface ReconnectModules {
  readonly net: Net;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly log: Logger;
}

interface Target {
  /** Configured: never given up. */
  readonly fixed: boolean;
  addresses: readonly string[];
  /** Known once it was reached, or from its address. */
  peer: string | null;
  failures: number;
  next: number;
  timer: Cancel | null;
  dialing: boolean;
}

function peerOf(address: string): string | null {
  return /\/p2p\/([^/]+)$/.exec(address)?.[1] ?? null;
}

export class Reconnect {
  readonly #modules: ReconnectModules;
  readonly #targets: Target[] = [];
  #offPeer: Cancel = () => undefined;
  #stopped = false;

  /** @param addresses configured ones, tried from the start */
  constructor(addresses: readonly string[], modules: ReconnectModules) {
    this.#modules = modules;
    for (const address of addresses) this.#add([address], true);
  }

  start(): void {
    this.#offPeer = this.#modules.net.onPeer((peer, connected) => {
      for (const target of this.#targets) {
        if (target.peer !== peer) continue;
        target.failures = 0;
        if (!connected) this.#schedule(target);
      }
    });
    for (const target of this.#targets) this.#try(target);
  }

  stop(): void {
    this.#stopped = true;
    this.#offPeer();
    for (const target of this.#targets) target.timer?.();
  }

  /** A peer heard of elsewhere joins the loop, or gets newer addresses. */
  learn(peer: string, addresses: readonly string[]): void {
    if (peer === this.#modules.net.peerId || addresses.length === 0 || this.#stopped) return;
    const full = addresses.map(
      (address) => (peerOf(address) === null ? `${address}/p2p/${peer}` : address)
    )
      .filter((address) => peerOf(address) === peer);
    const known = this.#targets.find((target) => target.peer === peer);
    if (known !== undefined) {
      known.addresses = [...new Set([...full, ...known.addresses])].slice(0, 8);
    } else if (full.length > 0 && this.#hasRoom()) {
      this.#try(this.#add(full, false));
    }
  }

  /** Makes room in place of the peer that failed most often, if there is a hopeless one. */
  #hasRoom(): boolean {
    if (this.#targets.filter(({ fixed }) => !fixed).length < LEARNED_MAX) return true;
    const hopeless = this.#targets
      .filter((target) => !target.fixed && !target.dialing && target.failures >= HOPELESS_FAILURES)
      .sort((a, b) => b.failures - a.failures)[0];
    if (hopeless === undefined) return false;
    hopeless.timer?.();
    this.#targets.splice(this.#targets.indexOf(hopeless), 1);
    return true;
  }

  #add(addresses: readonly string[], fixed: boolean): Target {
    const target: Target = {
      fixed, addresses, peer: peerOf(addresses[0] ?? ""),
      failures: 0, next: 0, timer: null, dialing: false,
    };
    this.#targets.push(target);
    return target;
  }

  #schedule(target: Target): void {
    if (this.#stopped || target.timer !== null) return;
    const bound = Math.min(WAIT_MS_MAX, 2 * WAIT_MS_MIN * 2 ** Math.min(target.failures, 10));
    const wait = WAIT_MS_MIN + this.#modules.random() * (bound - WAIT_MS_MIN);
    target.timer = this.#modules.scheduler.after(wait, () => {
      target.timer = null;
      this.#try(target);
    });
  }

  #try(target: Target): void {
    if (this.#stopped || target.dialing || this.#isConnected(target)) return;
    target.dialing = true;
    const address = target.addresses[target.next % target.addresses.length]!;
    target.next += 1;
    this.#modules.net.dial(address).then(
      (peer) => {
        target.dialing = false;
        target.peer = peer;
        target.failures = 0;
        // It may have gone again before its name was known here.
        if (!this.#isConnected(target)) this.#schedule(target);
      },
      (error: unknown) => {
        target.dialing = false;
        target.failures += 1;
        this.#modules.log.debug("a known peer was not reached", { address, error: String(error) });
        this.#schedule(target);
      },
    );
  }

  #isConnected({ peer }: Target): boolean {
    return peer !== null && this.#modules.net.peers().includes(peer);
  }
}
