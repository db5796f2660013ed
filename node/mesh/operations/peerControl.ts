/** What the operator does about peers and networks. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { DiagnosisView } from "../discovery/diagnosis.js";
import {
  peerNamed,
  publicKeyNamed,
  ruleTarget,
  type PeerControl,
} from "../discovery/peerControl.js";
import type { MeshSource, MeshView } from "../view/meshView.js";
import { operatorOf } from "../../operations/owner.js";

type PeerHandlers = Pick<
  NodeHandlers,
  | "meshWhy"
  | "peerRules"
  | "peerBan"
  | "peerAllow"
  | "peerForget"
  | "peerConnect"
  | "peerDisconnect"
  | "peerInvite"
  | "peerAccept"
>;

export function peerControlHandlers({ mesh }: { readonly mesh: MeshView }): PeerHandlers {
  const controlOf = (call: Call, what: string): PeerControl => {
    operatorOf(call, what);
    if (mesh.source === null) throw new ApiError("NOT_READY", "the mesh is not up yet");
    return mesh.source.control;
  };
  const invitationsOf = (call: Call): MeshSource["invitations"] => {
    operatorOf(call, "invites");
    if (mesh.source === null) throw new ApiError("NOT_READY", "the mesh is not up yet");
    return mesh.source.invitations;
  };
  const ruleRoom = (control: PeerControl, target: string): void => {
    if (control.hasRoom || control.rules().some((rule) => rule.target === target)) return;
    throw new ApiError("CONFLICT", "there are as many rules as the node keeps: forget some first");
  };
  return {
    meshWhy: ({ peer }, call) => {
      operatorOf(call, "reads why nodes do not talk");
      const { source } = mesh;
      if (source === null) throw new ApiError("NOT_READY", "the mesh is not up yet");
      return whyOf(source.diagnosis.view(), peer === undefined ? null : peerOf(peer));
    },
    peerRules: (_page, call) => {
      const rules = controlOf(call, "reads the rules").rules();
      return { rules: rules.map((rule) => ({ ...rule })), total: rules.length };
    },
    peerBan: async ({ target, reason, seconds }, call) => {
      const control = controlOf(call, "bans peers");
      const named = targetOf(target);
      ruleRoom(control, named);
      return { ...(await control.ban(named, reason, seconds ?? null)) };
    },
    peerAllow: async ({ target, reason }, call) => {
      const control = controlOf(call, "allows peers");
      const named = targetOf(target);
      ruleRoom(control, named);
      return { ...(await control.allow(named, reason)) };
    },
    peerForget: async ({ target }, call) => {
      const named = targetOf(target);
      if (!(await controlOf(call, "changes rules").forget(named)))
        throw new ApiError("NOT_FOUND", `nothing is said of ${named}`);
      return { target: named, forgotten: true };
    },
    peerConnect: async ({ address }, call) => {
      const control = controlOf(call, "connects to peers");
      return { ...(await control.connect(address)) };
    },
    peerInvite: ({ peer, seconds }, call) => {
      const key = publicKeyNamed(peerOf(peer));
      return { peer, invitation: invitationsOf(call).make(key, seconds) };
    },
    peerAccept: async ({ invitation }, call) => {
      if (await invitationsOf(call).use(invitation)) return { accepted: true };
      throw new ApiError(
        "INVALID_INPUT",
        "that is no invitation of this node to this network that still holds",
      );
    },
    peerDisconnect: async ({ peer }, call) => {
      const control = controlOf(call, "disconnects peers");
      const named = peerOf(peer);
      return { peer: named, wasConnected: await control.disconnect(named) };
    },
  };
}

function targetOf(text: string): string {
  const target = ruleTarget(text);
  if (target !== null) return target;
  throw new ApiError(
    "INVALID_INPUT",
    "target is a peer id, a public key of 64 hex digits, or a network as 203.0.113.0/24 " +
      "(from /8 of IPv4, from /16 of IPv6)",
  );
}

function peerOf(text: string): string {
  const peer = peerNamed(text);
  if (peer !== null) return peer;
  throw new ApiError("INVALID_INPUT", "peer is a peer id or a public key of 64 hex digits");
}

/** @param named only what is about this peer, where one is named */
function whyOf(view: DiagnosisView, named: string | null) {
  const isMeant = (peer: string | null): boolean => named === null || peer === named;
  return {
    ...view,
    findings: view.findings
      .filter(({ peer }) => peer === null || isMeant(peer))
      .map((finding) => ({ ...finding })),
    listening: [...view.listening],
    peers: view.peers
      .filter(({ peer }) => isMeant(peer))
      .map((peer) => ({
        ...peer,
        refusal: peer.refusal === null ? null : { ...peer.refusal },
        addresses: peer.addresses.map((address) => ({ ...address })),
      })),
    backlog: view.backlog
      .filter(({ author }) => isMeant(peerNamed(author)))
      .map((one) => ({ ...one })),
  };
}
