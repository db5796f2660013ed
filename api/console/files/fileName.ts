/** A name of a file out of a title: `Heat conduction` becomes `heat-conduction`. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `${plain === "" ? "calc" : plain}.${ending}`;
}
