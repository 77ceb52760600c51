/**
 * Keeps the bytes of values packed, because a buffer of its own costs each small value half as much again.
 *
 * ```text
 *   slab   | a | b |  gone  | d | gone |          sealed: when a quarter is gone, the rest moves to the open slab
 *   slab   | e | f | g |                          open: the next value goes here
 * ```
 *
 * What was handed out stays as it is: a slab is never written twice in one place, and lives on as long as somebody looks at it.
 */
import type { Version } from "./version.ts";

/** Small enough that an old event does not keep much alive, large enough that few are needed. */
const slabBytes = 256 << 10;
/** Larger values get a slab of their own. */
const maxSharedBytes = 32 << 10;

export interface Slab {
  readonly bytes: Uint8Array;
  used: number;
  /** How many of the used bytes belong to values that are kept. */
  live: number;
  /** All that were ever put here; those that have gone have no value any more. */
  readonly tenants: Version[];
}

export class ValueSlabs {
  #open: Slab = createSlab(0);

  /** Gives the version a copy of the bytes. */
  store(version: Version, value: Uint8Array): void {
    const { length } = value;
    const slab = length > maxSharedBytes ? createSlab(length) : this.#slabFor(length);
    slab.bytes.set(value, slab.used);
    version.slab = slab;
    version.offset = slab.used;
    version.length = length;
    slab.used += length;
    slab.live += length;
    slab.tenants.push(version);
  }

  /** The version will not be read again. */
  release(version: Version): void {
    const { slab, length } = version;
    if (slab === undefined) return;
    version.slab = undefined;
    slab.live -= length;
    if (slab !== this.#open && slab.live * 4 < slab.used * 3) this.#vacate(slab);
  }

  #slabFor(length: number): Slab {
    if (this.#open.used + length > this.#open.bytes.length) this.#open = createSlab(slabBytes);
    return this.#open;
  }

  #vacate(slab: Slab): void {
    for (const tenant of slab.tenants) {
      const value = tenant.read();
      if (value !== undefined) this.store(tenant, value);
    }
    slab.tenants.length = 0;
  }
}

function createSlab(length: number): Slab {
  return { bytes: new Uint8Array(length), used: 0, live: 0, tenants: [] };
}
