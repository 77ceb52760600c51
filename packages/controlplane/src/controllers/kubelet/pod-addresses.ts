/** The addresses of pods, from the network of their node: one after the other, so that one that was given back rests for a while. */
import type { Node } from "@pintle/kinds";

const lowest = 2;
const highest = 254;

export class PodAddresses {
  /** By address, the uid of the pod that has it. */
  readonly #owners = new Map<string, string>();
  readonly #byPod = new Map<string, string>();
  readonly #lastTaken = new Map<string, number>();

  /** The address that the pod has, or a free one. Nothing where the network is used up. */
  take({ spec }: Node, uid: string): string | undefined {
    const known = this.#byPod.get(uid);
    const network = spec?.podCIDR?.replace(/\.0\/24$/, "");
    if (known !== undefined || network === undefined) return known;
    let number = this.#lastTaken.get(network) ?? lowest - 1;
    for (let tries = lowest; tries <= highest; tries++) {
      number = number >= highest ? lowest : number + 1;
      const address = `${network}.${number}`;
      if (this.#owners.has(address)) continue;
      this.#lastTaken.set(network, number);
      this.keep(uid, address);
      return address;
    }
    return undefined;
  }

  /** Remembers what a pod has already. */
  keep(uid: string, address: string): void {
    this.#owners.set(address, uid);
    this.#byPod.set(uid, address);
  }

  giveBack(uid: string): void {
    const address = this.#byPod.get(uid);
    if (address === undefined) return;
    this.#byPod.delete(uid);
    if (this.#owners.get(address) === uid) this.#owners.delete(address);
  }
}
