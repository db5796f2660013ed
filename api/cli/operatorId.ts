/** As ids are written; anything else is looked at before it is sent. */
const ID = /^[A-Z][A-Z_]*\d*[A-Z\d_]*$/;

export function isOperatorId(word: string): boolean {
  return ID.test(word);
}
