/** What the package exports as `calcmesh/client`. */
export * from "./client.js";
export * from "./follow.js";
export { gatheredComputes } from "./gathered.js";
export { quantityOf, RefusalError, unwrap, type Quantity, type Valued } from "./quantity.js";
export { verifyBy, verifyReceipt, type CheckedReceipt, type VerifyOptions } from "./verify.js";
export * from "./stepping.js";
export {
  equationStrength,
  identityFrom,
  newEquation,
  openSession,
  registerIdentity,
  WeakEquationError,
} from "./identity.js";
