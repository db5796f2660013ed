/** What the build puts in. */
declare module "*.css" {}
/** Name of the file with every operation of the contract. */
declare const CONTRACT_FILE: string;
/** Files by a pattern, as the build names them. */
interface ImportMeta {
  glob: <T>(
    pattern: string,
    options: { readonly eager: true; readonly query: string; readonly import: string },
  ) => Readonly<Record<string, T>>;
}
