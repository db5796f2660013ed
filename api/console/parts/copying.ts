/** What a selection gives when it is copied by hand. */

/** Writes the text in the place of what is drawn: raised powers and cut ids are for the eye. */
export function copying(text: string): (event: ClipboardEvent) => void {
  return (event) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
}
