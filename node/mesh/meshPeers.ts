/**
 * Whom this node is connected to, and how well it knows them: addresses, rules of the operator, points,
 * invitations, and who makes room for another.
 */
import type { EvidenceBook } from "./intake/evidence.js";
import type { Standing } from "./intake/clockVotes.js";
import { Crowd } from "./discovery/crowd.js";
import { CutOff } from "./discovery/cutOff.js";
import { dialable } from "./discovery/addressFilter.js";
import { Dials } from "./discovery/dials.js";
import { Invitations } from "./discovery/invitations.js";
import { KnownPeers } from "./discovery/knownPeers.js";
import { PeerControl } from "./discovery/peerControl.js";
import { PeerRules } from "./discovery/peerRules.js";
import { Reconnect } from "./discovery/reconnect.js";
import { Reputation } from "./discovery/reputation.js";
import { peerIdOf, publicKeyOf } from "./host/peerKey.js";
import { Refusals } from "./host/refusals.js";
import type { MeshModules, MeshOptions } from "./meshOptions.js";

/**
 * Of the connections that a node bears, those that it seeks. Where there are more nodes than one
 * bears, each that calls a full one has another sent away, which then calls the next: nobody would
 * ever rest. And what a connection costs at rest does not grow with the mesh.
 */
const SOUGHT_SHARE = 0.75;
const SOUGHT_MAX = 32;

/** News of peers by their own words, while the node has a mesh secret. */
interface Heard {
  /** Whether a peer has said who it is. */
  readonly isGreeted: (peer: string) => boolean;
  /** Who brought what the author of a spine says; null where nobody did. */
  readonly introducerOf: (author: string) => string | null;
  readonly evidence: () => EvidenceBook | null;
}

export class MeshPeers {
  readonly #options: MeshOptions;
  readonly #modules: MeshModules;
  readonly dials: Dials;
  readonly reconnect: Reconnect;
  readonly known: KnownPeers;
  readonly reputation: Reputation;
  readonly rules: PeerRules;
  readonly control: PeerControl;
  readonly refusals: Refusals;
  readonly invitations: Invitations;
  readonly crowd: Crowd;
  readonly cutOff: CutOff;

  constructor(options: MeshOptions, modules: MeshModules, heard: Heard) {
    this.#options = options;
    this.#modules = modules;
    this.dials = this.#makeDials(heard);
    this.reconnect = new Reconnect(options.bootstrap, {
      ...modules,
      greets: true,
      dials: this.dials,
      hasEnough: () =>
        modules.net.peers().length >=
        Math.min(SOUGHT_MAX, SOUGHT_SHARE * (options.connectionsMax ?? Infinity)),
    });
    this.known = new KnownPeers(modules);
    this.reputation = modules.reputation ?? new Reputation({ bootstrap: [] }, modules);
    this.refusals = this.#makeRefusals(heard);
    this.rules = modules.rules ?? new PeerRules(modules);
    this.invitations = new Invitations(options, {
      ...modules,
      rules: this.rules,
      isTrusted: (publicKey) => this.#isTrustedInviter(publicKey),
    });
    this.crowd = new Crowd(
      {
        ...modules,
        isGreeted: heard.isGreeted,
        standingOf: (peer) => this.standingOf(peer),
        metCalcond: (peer) => this.known.metCalcond(peer),
        refuse: (peer) => this.refusals.refuse(peer, "FULL"),
      },
      options.connectionsMax ?? Infinity,
    );
    this.cutOff = new CutOff({
      ...modules,
      reputation: this.reputation,
      rules: this.rules,
      isTrusted: (peer) => this.standingOf(peer) !== "stranger",
    });
    this.control = new PeerControl({
      ...modules,
      rules: this.rules,
      reputation: this.reputation,
      reconnect: this.reconnect,
      refusals: this.refusals,
    });
  }

  #makeDials({ introducerOf }: Heard): Dials {
    const { net } = this.#modules;
    return new Dials({
      ...this.#modules,
      introducerOf: (peer) => {
        const author = publicKeyOf(peer);
        return author === null ? null : introducerOf(author);
      },
      isMet: (peer) => this.known.isMet(peer),
      dialable: (heard) =>
        dialable(heard, net.addresses(), this.#options.privateAddresses ?? "auto"),
      own: () => net.addresses(),
      peerIps: () => net.peers().flatMap((peer) => net.ipOf?.(peer) ?? []),
    });
  }

  #makeRefusals({ evidence }: Heard): Refusals {
    const { log } = this.#modules;
    return new Refusals(this.#modules, {
      onHeard: (peer, code) => {
        if (code === "BANNED") this.reconnect.banned(peer);
        if (code === "FULL") this.reconnect.full(peer);
      },
      onProof: (body) => {
        evidence()
          ?.against(body)
          .catch((error: unknown) => {
            log.warn("a proof against this node could not be kept", { error: String(error) });
          });
      },
      proofAgainst: async (peer) => (await evidence()?.proofAgainst(peer)) ?? null,
    });
  }

  /** Whether the operator named the node of an author. */
  isNamed(author: string): boolean {
    return (
      this.reconnect.isConfigured(peerIdOf(author)) ||
      this.rules.isAllowedByOperator(peerIdOf(author)) ||
      (this.#options.witnesses?.() ?? []).includes(author)
    );
  }

  /** Whether an author has a place where only the invited have one. */
  isInvited(author: string): boolean {
    const peer = peerIdOf(author);
    return this.rules.isAllowed(peer) || this.reconnect.isConfigured(peer);
  }

  isBanned(peer: string): boolean {
    return this.rules.isBanned(peer, this.#modules.net.ipOf?.(peer) ?? null);
  }

  /** How well the node of an author is known; null of one that was never met. */
  metAs(author: string): Standing | null {
    const peer = peerIdOf(author);
    const isKnown = this.known.isMet(peer) || this.rules.isAllowed(peer);
    return isKnown ? this.standingOf(peer) : null;
  }

  /** How well a connected peer is known. */
  standingOf(peer: string): Standing {
    if (this.reconnect.isConfigured(peer)) return "configured";
    if (this.rules.isAllowed(peer)) return "known";
    return this.known.isLongKnown(peer) ? "known" : "stranger";
  }

  /** Whether a peer is no stranger, or one that is none says that it is at an address. */
  knows(peer: string | null, ip: string | null): boolean {
    if (peer !== null && this.standingOf(peer) !== "stranger") return true;
    return ip !== null && (this.known.isLongKnownAt(ip) || this.reconnect.isConfiguredAt(ip));
  }

  /** Its own, those that the operator named, and those known for long; not who was itself invited. */
  #isTrustedInviter(publicKey: string): boolean {
    const peer = peerIdOf(publicKey);
    return (
      publicKey === this.#options.author.publicKey ||
      this.reconnect.isConfigured(peer) ||
      this.rules.isAllowedByOperator(peer) ||
      this.known.isLongKnown(peer)
    );
  }
}
