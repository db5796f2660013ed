/**
 * Address of the file that the thread of the engine begins with. The build writes this module anew:
 * the thread shares the other files of the page.
 */
export const engineFile: string = new URL("./worker.js", import.meta.url).href;
