/** Interface version of the contract: its digits follow the pulse frequency. */
export const INTERFACE_VERSION = "1.287.0";
/** Version stated by the kernel prompt. */
export const KERNEL_VERSION = "1.287.6";
/**
 * Names the arithmetic. Any change that can alter one bit of one sealed value must change it; a pin
 * test maps the hash of all determinism vectors to this string.
 */
export const ENGINE_VERSION = "calc-engine/2";
/** Version of the program itself, as package.json states it; a test compares the two. */
export const SOFTWARE_VERSION = "0.1.0";
