// Blocks of Philox4x32-10, one after the other; the twin is the function of math/random/philox.ts.

const M0: u64 = 0xd2511f53;
const M1: u64 = 0xcd9e8d57;
const WORD: u64 = 0xffffffff;
const PER_2_53: f64 = 1.0 / 9007199254740992.0;

// @ts-ignore: decorator
@inline
function block(at: usize, number: u64, key0: u64, key1: u64, stream0: u64, stream1: u64): void {
  let c0 = number & WORD;
  let c1 = number >> 32;
  let c2 = stream0;
  let c3 = stream1;
  let k0 = key0;
  let k1 = key1;
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
  store<u32>(at, <u32>c0);
  store<u32>(at + 4, <u32>c1);
  store<u32>(at + 8, <u32>c2);
  store<u32>(at + 12, <u32>c3);
}

/**
 * Words of a stream, four to a block. @param low, high  words of the first block's number
 * @param key0, key1, stream0, stream1  words, whatever their sign
 */
export function words(out: usize, blocks: i32, low: i32, high: i32, key0: i32, key1: i32, stream0: i32, stream1: i32): void {
  let number = (<u64><u32>high << 32) | <u64><u32>low;
  const end = out + (<usize>blocks << 4);
  for (let at = out; at < end; at += 16) {
    block(at, number, <u64><u32>key0, <u64><u32>key1, <u64><u32>stream0, <u64><u32>stream1);
    number++;
  }
}

/** The same as numbers, two to a block: multiples of 2^-53 plus 2^-54. */
export function uniforms(out: usize, blocks: i32, low: i32, high: i32, key0: i32, key1: i32, stream0: i32, stream1: i32): void {
  words(out, blocks, low, high, key0, key1, stream0, stream1);
  const end = out + (<usize>blocks << 4);
  for (let at = out; at < end; at += 8) {
    const number = ((<u64>load<u32>(at) >> 5) << 26) | (<u64>load<u32>(at + 4) >> 6);
    store<f64>(at, (<f64>number + 0.5) * PER_2_53);
  }
}
