/** Tools, prompts and resources that come beside those of the contract. */
import type { Call } from "../contract/definition/call.js";
import type { Tool } from "./tools.js";
import type { Fields, RpcRequest } from "./rpc.js";

/** Each answers null where the name is none of its own. */
export interface Extras {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Fields[];
  readonly resources: readonly Fields[];
  readonly templates: readonly Fields[];
  /** What the server declares more of before 2026. */
  readonly legacyCapabilities: Fields;
  /** Methods of the older revisions, which have sessions. */
  readonly legacyMethods: ReadonlyMap<string, (rpc: RpcRequest, call: Call) => Fields>;
  callTool(name: string, rpc: RpcRequest, call: Call): Promise<Fields> | null;
  getPrompt(name: string, rpc: RpcRequest): Fields | null;
  readResource(uri: string): Fields | null;
}

export const NO_EXTRAS: Extras = {
  tools: [],
  prompts: [],
  resources: [],
  templates: [],
  legacyCapabilities: {},
  legacyMethods: new Map(),
  callTool: () => null,
  getPrompt: () => null,
  readResource: () => null,
};
