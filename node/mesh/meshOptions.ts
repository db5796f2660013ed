/** What the mesh of a node is made with, and whom it tells. */
import type { RoundBook } from "../../protocol/events/eventView.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { Author } from "../../protocol/seal/event.js";
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import type { AnnouncerModules } from "./discovery/announcer.js";
import type { BlobSource } from "./shards/blob.js";
import type { SignatureChecker } from "./intake/eventJudge.js";
import type { KeepPolicy } from "./intake/keeping.js";
import type { GossipListener } from "./intake/gossip.js";
import type { Effect } from "./intake/intake.js";
import type { GossipVerdict } from "./host/net.js";
import type { DrawRows } from "./shards/placement.js";
import type { PrivateAddresses } from "./discovery/addressFilter.js";
import type { PeerRules } from "./discovery/peerRules.js";
import type { Reputation } from "./discovery/reputation.js";
import type { GuardedSpine } from "./sync/restoreGuard.js";
import type { ClockLine } from "../runtime/clockLine.js";
import type { RandomNumbers } from "../runtime/random.js";
import type { LogSource } from "./sync/tiles.js";
import type { Recomputed } from "./shards/verifyRound.js";

/** Secrets by key number, and the number to sign with. */
export interface MeshKeys {
  readonly ring: MeshSecrets;
  readonly kid: number;
}

export interface MeshOptions {
  /** The network's name on the wire, 8 hex digits. */
  readonly network: string;
  readonly author: Author;
  /** Null: the node takes part in no topic and no exchange; its host only answers pings. */
  readonly secrets: MeshKeys | null;
  readonly bootstrap: readonly string[];
  readonly engineVersion: string;
  readonly registryGeneration: string;
  /** Connections that are kept; any number unless given. */
  readonly connectionsMax?: number;
  readonly privateAddresses?: PrivateAddresses;
  /** Whether strangers have no place among the spines that are kept. */
  readonly invitedOnly?: boolean;
  /** Whose spines are kept; everybody's unless given. */
  readonly keep?: KeepPolicy;
  /** Keys of nodes of this network that the operator named as witnesses, hex: as they are now. */
  readonly witnesses?: () => readonly string[];
  /** Rounds of gathered heads, as far as witnesses are named; without it none are heard. */
  readonly rounds?: RoundBook | undefined;
  /** Key of the node that gathers heads, hex; null where nobody does. */
  readonly gatherer?: string | null;
  /** Whether peers have to be asked for this node's own head before it writes. */
  readonly guarded?: boolean;
  /** Whether the own spine has to be opened, which no wrong clock should do. */
  readonly isNew?: boolean;
}

export interface MeshModules extends AnnouncerModules {
  readonly receipts: BlobSource;
  readonly random: RandomNumbers;
  /** Absent: steps of the clock are not looked for. */
  readonly line?: ClockLine;
  /** The last instant sealed, in Unix nanoseconds. */
  readonly notBeforeNs?: () => bigint;
  /** What events of a kind change beside their spine, written in the same batch. */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** Findings for and against each peer; the network may ask it too. */
  readonly reputation?: Reputation;
  /** Which keys of nodes have ended. */
  readonly successions?: Successions;
  /** Who is kept out, and who is let in; the network may ask it too. */
  readonly rules?: PeerRules;
  /** Takes signature checks off this thread under load. */
  readonly checker?: SignatureChecker;
  /** Computes a shared receipt again; without it none can be compared. */
  readonly recompute?: (id: string, text: string) => Recomputed | Promise<Recomputed>;
  /** Draws for placement that other nodes of this process share. */
  readonly draws?: DrawRows;
  /** Zero bits of a key that shows work, where many nodes are one process. */
  readonly keyWorkBits?: number;
  /** The spines held here as logs; without them no tile is served to peers. */
  readonly logs?: LogSource;
  /** The own spine, to be continued from what peers kept of it; needed where it is guarded. */
  readonly guardedSpine?: GuardedSpine;
}

export interface MeshListener extends GossipListener {
  /** Two histories of an author are proven; from this number on nothing of it is taken. */
  readonly onFrozen?: (author: string, seq: number) => void;
  /** A spine made room for another one. */
  readonly onLeft?: (author: string) => void;
  /** This node's clock went off the median of its peers, or came back to it. */
  readonly onClock?: (skewed: boolean, offsetMs: number) => void;
  /** Heads were compared with a peer; `agreed` when all were equal. */
  readonly onRound?: (peer: string, agreed: boolean) => void;
  /** Peers have told this node's own head, and what was missing of the spine is there again. */
  readonly onGuardPassed?: () => void;
  /** Every verdict on what was submitted over HTTP. */
  readonly onPosted?: (verdict: GossipVerdict, code: string) => void;
  /** A peer did what no honest one does; negative points for its score. */
  readonly onPoints?: (peer: string, points: number, why: string) => void;
}
