/** What the package exports as `calcmesh/client`. */
export * from "./client.js";
export * from "./follow.js";
export {
  equationStrength,
  identityFrom,
  newEquation,
  openSession,
  registerIdentity,
  WeakEquationError,
} from "./identity.js";
