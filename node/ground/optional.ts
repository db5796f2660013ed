/** What a node has or has not by its settings, and by what it was given. */
import type { OptionalPart } from "../agents/offering.js";
import type { Ground } from "./ground.js";
import type { NodeConfig } from "./ports.js";

export function optionalParts(
  { mesh, meshSecrets, network, p2p, rateLimits }: NodeConfig,
  { asksHead, logged }: Pick<Ground, "asksHead" | "logged">,
): readonly OptionalPart[] {
  const of = (name: string, on: boolean, setting: string | null): OptionalPart => ({
    name,
    on,
    setting,
  });
  return [
    of("topics of the mesh", meshSecrets !== null, "mesh.secretFiles"),
    of("strangers on the mesh", mesh.admission !== "invited", "mesh.admission"),
    of("peers to begin with", p2p.bootstrap.length > 0, "p2p.bootstrap"),
    of("witnesses of names", network.witnesses.length > 0, "network.witnesses"),
    of("limits of rates", rateLimits !== "off", "rateLimits"),
    of("guard of a restore", asksHead, "mesh.alone"),
    of("lines of the log over the interface", logged !== undefined, null),
  ];
}
