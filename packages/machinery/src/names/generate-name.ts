/**
 * Makes names out of `generateName`: the prefix and five random characters, 63 bytes at most.
 *
 * The characters are those of Kubernetes, without vowels and digits that look like them, so that no words come out. There
 * are some 14 million endings: the caller has to expect a name that is taken, and try again.
 */
import { Buffer } from "node:buffer";
import { type Random, randomBelow } from "../seams/random.ts";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const endingLength = 5;
const maxPrefixBytes = 63 - endingLength;

export function generateName(prefix: string, random: Random): string {
  let ending = "";
  while (ending.length < endingLength) ending += alphabet.charAt(randomBelow(random, alphabet.length));
  return cutToBytes(prefix, maxPrefixBytes) + ending;
}

/** The longest start of the text that fits. Go would cut through a character here; we never do. */
function cutToBytes(text: string, maxBytes: number): string {
  // A character has at least as many bytes as it has units in a string, so no more of them than bytes can fit.
  let kept = text.slice(0, maxBytes);
  while (Buffer.byteLength(kept) > maxBytes) kept = kept.slice(0, -1);
  return /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}
