/** Names of Events, as upstream's recorders make them: the object's name and a moment in nanoseconds, in hexadecimal digits. */
import { type Clock, type Random, randomBelow, validateDns1123Subdomain } from "@pintle/machinery";

/**
 * The clock knows milliseconds; what is below them is drawn, so that replicas that speak of one object at one time do not take each other's
 * names. No two names of one maker are the same.
 */
export function createEventNames(clock: Clock, random: Random): (objectName: string) => string {
  let last = 0n;
  return (objectName) => {
    const drawn = BigInt(Math.trunc(clock.now())) * 1_000_000n + BigInt(randomBelow(random, 1_000_000));
    last = drawn > last ? drawn : last + 1n;
    const name = `${objectName}.${last.toString(16)}`;
    // Some objects have names that no Event may have, as roles with colons.
    return validateDns1123Subdomain(name).length === 0 ? name : random.uuid();
  };
}
