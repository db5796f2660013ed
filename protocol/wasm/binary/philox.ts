/**
 * Built by `npm run kernels` from ../source/philox.as: do not edit. SHA-256 of its bytes:
 * 37f1e43e7dd388086144ec531f26d635995aaa5cf36635bc337f85809ac5a4ca
 */
import type { KernelBinary } from "../kernel.js";

export const philoxBinary: KernelBinary = {
  name: "philox",
  source: "87f06291c7599bf18cb65046361cb522029cc04d8f3ff31603d57f2b76e31ca0",
  base64: "AGFzbQEAAAABDAFgCH9/f39/f39/AAIPAQNlbnYGbWVtb3J5AgAAAwMCAAAHHQMFd29yZHMAAAh1bmlmb3JtcwABBm1lbW9y"
    + "eQIACtsCAvcBAQh+IAKtIAOtQiCGhCEJIAAgAUEEdGohAgNAIAAgAkkEQCAJQv////8PgyEKIAlCIIghCyAGrSEIIAetIQwg"
    + "BK0hDSAFrSEOQQAhAQNAIAFBCkgEQCAKQtO+xJINfiEPIAsgCELXmvrsDH4iCEIgiIUgDYUhCiAIQv////8PgyELIA9CIIgg"
    + "DIUgDoUhCCAPQv////8PgyEMIA1CufPd8Ql8Qv////8PgyENIA5Chd2e2wt8Qv////8PgyEOIAFBAWohAQwBCwsgACAKPgIA"
    + "IAAgCz4CBCAAIAg+AgggACAMPgIMIAlCAXwhCSAAQRBqIQAMAQsLC2AAIAAgASACIAMgBCAFIAYgBxAAIAAgAUEEdGohAQNA"
    + "IAAgAUkEQCAAIAA1AgBCBYhCGoYgADUCBEIGiIS6RAAAAAAAAOA/oEQAAAAAAACgPKI5AwAgAEEIaiEADAELCws=",
};
