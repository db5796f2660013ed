/**
 * How a question in words was understood: members that stand beside its answer. Nothing in them is
 * sealed, and what was computed from them, the inputs, is.
 */
export const ROUTING_MEMBERS = [
  "bodies",
  "candidates",
  "cueHash",
  "params",
  "query",
  "restated",
  "solver",
  "why",
] as const;
export type RoutingMember = (typeof ROUTING_MEMBERS)[number];
