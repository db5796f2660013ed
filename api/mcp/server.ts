/** The tool protocol's two operations. */
import type { SurfaceHandlers } from "../contract/index.js";
import { ApiError } from "../errors.js";
import type { Dispatcher } from "../http/dispatcher.js";

export function mcpHandlers(_modules: { readonly dispatcher: Dispatcher }): Pick<SurfaceHandlers, "mcp" | "mcpDiscovery"> {
  const refuse = (): never => {
    throw new ApiError("NOT_READY", "the tool protocol is not served yet");
  };
  return { mcp: refuse, mcpDiscovery: refuse };
}
