/** What the build puts in. */
declare module "*.css" {}
/** Name of the file with every operation of the contract. */
declare const CONTRACT_FILE: string;
