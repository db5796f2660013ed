/** Built by `npm run kernels` from ../source/philox.as: do not edit. */
import type { KernelBinary } from "../kernel.js";

export const philoxBinary: KernelBinary = {
  name: "philox",
  source: "1b2f73e1dcf4cdb6defd5af14fa3a4e9d7bcdc79023b0e2608bb517b8d185d1c",
  base64: "AGFzbQEAAAABDAFgCH9/f39/f39/AAIPAQNlbnYGbWVtb3J5AgAAAwIBAAcVAgh1bmlmb3JtcwAABm1lbW9yeQIACq4CAasC"
    + "AQh+IAKtIAOtQiCGhCEJIAAgAUEEdGohAgNAIAAgAkkEQCAJQv////8PgyEKIAlCIIghCyAGrSEIIAetIQwgBK0hDSAFrSEO"
    + "QQAhAQNAIAFBCkgEQCAKQtO+xJINfiEPIAsgCELXmvrsDH4iCEIgiIUgDYUhCiAIQv////8PgyELIA9CIIggDIUgDoUhCCAP"
    + "Qv////8PgyEMIA1CufPd8Ql8Qv////8PgyENIA5Chd2e2wt8Qv////8PgyEOIAFBAWohAQwBCwsgACAKQgWIQhqGIAtCBoiE"
    + "ukQAAAAAAADgP6BEAAAAAAAAoDyiOQMAIAAgCEIFiEIahiAMQgaIhLpEAAAAAAAA4D+gRAAAAAAAAKA8ojkDCCAJQgF8IQkg"
    + "AEEQaiEADAELCws=",
};
