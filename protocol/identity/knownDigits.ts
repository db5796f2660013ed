/**
 * Digits that anybody can write down: mathematical constants to a thousand places, numbers of
 * nature, and lists of numbers one after the other. Made when they are first asked for.
 */
import { once } from "../once.js";

const PLACES = 1_000;
/** More than the last places of the sums below can be off. */
const GUARD_PLACES = 20;
const ONE = 10n ** BigInt(PLACES + GUARD_PLACES);

/** As textbooks print them, without the point and the power of ten. */
const PRINTED: readonly string[] = [
  "05772156649015328606065120900824024310421593359399",
  "0915965594177219015054603514932384110774",
  "299792458",
  "662607015",
  "6626070150",
  "1054571817",
  "1602176634",
  "1380649",
  "602214076",
  "8314462618",
  "667430",
  "96485332123310018",
  "54857990906516",
  "91093837139",
  "167262192595",
  "167492750056",
  "8854187818814",
  "125663706127",
  "72973525643",
  "137035999177",
  "105737315681",
  "5670374419",
  "2897771955",
  "980665",
  "101325",
  "27315",
  "15120",
  "525600",
  "3600",
  "86400",
  "31557600",
  "149597870700",
  "9460730472580800",
  "197327",
  "931494",
];

/** Each with its own index as the place in it. */
export const knownDigits: () => readonly string[] = once(() => {
  const [circle, ln2] = [pi(), log2()];
  const constants = [
    circle,
    euler(),
    golden(),
    root(2n),
    root(3n),
    root(5n),
    root(7n),
    root(10n),
    ln2,
    ln2 * 3n + artanh2(9n),
    (ONE * ONE) / circle,
    (circle * circle) / ONE,
    zeta3(),
  ];
  return [...constants.map(placesOf), ...LISTS.map(listed), ...PRINTED];
});

function placesOf(scaled: bigint): string {
  const digits = scaled.toString().slice(0, -GUARD_PLACES);
  // 0.6931...: the zero before the point may be quoted, too.
  return digits.length <= PLACES ? `0${digits}` : digits;
}

/** Machin: pi = 16 arctan(1/5) - 4 arctan(1/239). */
function pi(): bigint {
  return 16n * arctan(5n) - 4n * arctan(239n);
}

/** arctan(1/x) */
function arctan(x: bigint): bigint {
  let power = ONE / x;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power = -power / (x * x);
    sum += power / k;
  }
  return sum;
}

/** 2 artanh(1/x) */
function artanh2(x: bigint): bigint {
  let power = (2n * ONE) / x;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power /= x * x;
    sum += power / k;
  }
  return sum;
}

/** ln 2; ln 10 = 3 ln 2 + ln(10/8), and ln(10/8) = 2 artanh(1/9). */
function log2(): bigint {
  return artanh2(3n);
}

function euler(): bigint {
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term !== 0n; k += 1n) {
    term /= k;
    sum += term;
  }
  return sum;
}

function golden(): bigint {
  return (ONE + root(5n)) / 2n;
}

function root(n: bigint): bigint {
  return floorRoot(n * ONE * ONE, 2n);
}

/** Apery's constant: 5/2 of the sum of (-1)^(k-1) / (k^3 C(2k, k)). */
function zeta3(): bigint {
  let sum = 0n;
  let central = 2n;
  for (let k = 1n; ; k += 1n) {
    const term = ONE / (k * k * k * central);
    if (term === 0n) return (5n * sum) / 2n;
    sum += k % 2n === 1n ? term : -term;
    central = (central * 2n * (2n * k + 1n)) / (k + 1n);
  }
}

/** The largest whole number whose square, or cube, is at most `n`: by Newton from above. */
export function floorRoot(n: bigint, degree: 2n | 3n): bigint {
  if (n < 2n) return n;
  let x = 1n << (BigInt(n.toString(2).length) / degree + 1n);
  for (;;) {
    const next = degree === 2n ? (x + n / x) / 2n : (2n * x + n / (x * x)) / 3n;
    if (next >= x) return x;
    x = next;
  }
}

/** Lists of numbers that people know, each by its numbers in order. */
const LISTS: readonly (() => Generator<bigint>)[] = [
  () => linear(1n, 1n),
  () => linear(2n, 2n),
  () => linear(1n, 2n),
  primes,
  () => recurrent(1n, 1n),
  () => recurrent(2n, 1n),
  () => powersOf(2n),
  () => powersOf(3n),
  () => mapped((n) => n * n),
  () => mapped((n) => n * n * n),
  () => mapped((n) => (n * (n + 1n)) / 2n),
  factorials,
];

function listed(list: () => Generator<bigint>): string {
  let digits = "";
  for (const n of list()) {
    digits += n.toString();
    if (digits.length >= PLACES) break;
  }
  return digits;
}

function* linear(first: bigint, step: bigint): Generator<bigint> {
  for (let n = first; ; n += step) yield n;
}

function* mapped(value: (n: bigint) => bigint): Generator<bigint> {
  for (const n of linear(1n, 1n)) yield value(n);
}

function* primes(): Generator<bigint> {
  const found: bigint[] = [];
  for (const n of linear(2n, 1n)) {
    if (found.some((prime) => n % prime === 0n)) continue;
    found.push(n);
    yield n;
  }
}

/** Each is the sum of the two before: Fibonacci's from 1, 1, Lucas's from 2, 1. */
export function* recurrent(first: bigint, second: bigint): Generator<bigint> {
  for (let [a, b] = [first, second]; ; [a, b] = [b, a + b]) yield a;
}

function* powersOf(base: bigint): Generator<bigint> {
  for (let n = 1n; ; n *= base) yield n;
}

export function* factorials(): Generator<bigint> {
  let product = 1n;
  for (const n of linear(1n, 1n)) {
    product *= n;
    yield product;
  }
}
