/** Owners that were looked for and are not there, so that a thousand dependents of one do not ask a thousand times. A uid never comes back. */
import { identityKey, type ObjectIdentity } from "./object-identity.ts";

const maxAbsent = 500;

export class AbsentOwners {
  readonly #keys = new Set<string>();

  add(identity: ObjectIdentity): void {
    const key = identityKey(identity);
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > maxAbsent && oldest !== undefined) this.#keys.delete(oldest);
  }

  has(identity: ObjectIdentity): boolean {
    return this.#keys.has(identityKey(identity));
  }
}
