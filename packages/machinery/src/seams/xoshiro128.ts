/**
 * The generator xoshiro128** 1.1 of Blackman and Vigna: 128 bits of state, a period of 2^128 − 1, and no
 * multiplication wider than 32 bits, which is what JavaScript has. The state is four words that are not all zero;
 * each call gives the next number.
 */
export function xoshiro128(state: Uint32Array): () => number {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
