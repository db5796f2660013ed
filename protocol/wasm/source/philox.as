// Blocks of Philox4x32-10, one after the other; the twin is the function of math/random/philox.ts.

const M0: u64 = 0xd2511f53;
const M1: u64 = 0xcd9e8d57;
const WORD: u64 = 0xffffffff;
const PER_2_53: f64 = 1.0 / 9007199254740992.0;

/**
 * Numbers of a stream, two to a block: multiples of 2^-53 plus 2^-54. @param low, high  words of the first block's number
 * @param key0, key1, stream0, stream1  words, whatever their sign
 */
export function uniforms(out: usize, blocks: i32, low: i32, high: i32, key0: i32, key1: i32, stream0: i32, stream1: i32): void {
  let block = (<u64><u32>high << 32) | <u64><u32>low;
  const end = out + (<usize>blocks << 4);
  for (let at = out; at < end; at += 16) {
    let c0 = block & WORD;
    let c1 = block >> 32;
    let c2 = <u64><u32>stream0;
    let c3 = <u64><u32>stream1;
    let k0 = <u64><u32>key0;
    let k1 = <u64><u32>key1;
    for (let round = 0; round < 10; round++) {
      const a = M0 * c0;
      const b = M1 * c2;
      c0 = (b >> 32) ^ c1 ^ k0;
      c1 = b & WORD;
      c2 = (a >> 32) ^ c3 ^ k1;
      c3 = a & WORD;
      k0 = (k0 + 0x9e3779b9) & WORD;
      k1 = (k1 + 0xbb67ae85) & WORD;
    }
    store<f64>(at, (<f64>(((c0 >> 5) << 26) | (c1 >> 6)) + 0.5) * PER_2_53);
    store<f64>(at + 8, (<f64>(((c2 >> 5) << 26) | (c3 >> 6)) + 0.5) * PER_2_53);
    block++;
  }
}
