/** What Kubernetes would refuse of a container's resources, but at its pod only, long after the box was taken. */
import { type AdmissionReview, compareQuantity, parseQuantity, quantityToNumber } from "pintle";
import type { ModelBox } from "./model-box.ts";

/** Of these a container may use more than it was promised. Everything else it has for itself, and in whole pieces. */
const shared = ["cpu", "memory", "ephemeral-storage"];

type Amounts = Readonly<Record<string, string | number>>;

interface Resources {
  readonly limits?: Amounts | undefined;
  readonly requests?: Amounts | undefined;
  readonly claims?: readonly object[] | undefined;
}

export function judgeResources(
  path: string,
  { limits = {}, requests = {}, claims }: Resources = {},
  review: AdmissionReview<typeof ModelBox>,
): void {
  if (claims?.length) review.deny(`${path}.claims`, "name claims of the pod, of which a box has none");
  for (const [list, amounts] of Object.entries({ limits, requests })) {
    for (const [name, amount] of Object.entries(amounts)) {
      const place = `${path}.${list}[${name}]`;
      const isKnown = shared.includes(name) || name.startsWith("hugepages-") || name.includes("/");
      if (!isKnown) review.deny(place, "is nothing that nodes have: cpu, memory, or a name with a domain");
      if (compare(amount, 0) < 0) review.deny(place, "has to be 0 or more");
      const isWhole = Number.isInteger(quantityToNumber(parseQuantity(String(amount))));
      if (name.includes("/") && !isWhole) review.deny(place, "has to be a whole number: it is not shared");
    }
  }
  for (const [name, amount] of Object.entries(requests)) {
    const place = `${path}.requests[${name}]`;
    const limit = limits[name];
    if (!shared.includes(name)) {
      if (limit === undefined || compare(amount, limit) !== 0)
        review.deny(place, "has to have a limit of the same amount: it is not shared");
    } else if (limit !== undefined && compare(amount, limit) > 0) {
      review.deny(place, `has to be no more than its limit of ${limit}`);
    }
  }
}

/** An amount in YAML may be a number: `cpu: 2`. */
function compare(left: string | number, right: string | number): number {
  return compareQuantity(parseQuantity(String(left)), parseQuantity(String(right)));
}
