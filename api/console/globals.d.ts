/** What the build puts in. */
declare module "*.css" {}
declare module "*.svg" {
  const address: string;
  // The build tool gives it as the default.
  export default address;
}
/** Name of the file with every operation of the contract. */
declare const CONTRACT_FILE: string;
