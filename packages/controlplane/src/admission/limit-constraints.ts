/** The sentences of limit ranges: what is too little, too much, or too far apart. */
import { formatQuantity, type Quantity, quantityMilliValue, quantityValue } from "@pintle/machinery";
import { type ResourceList, zero } from "./resources/resource-list.ts";

export interface Amounts {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** One limit on one resource. */
export interface Limit {
  /** `Pod`, `Container`, `PersistentVolumeClaim` */
  readonly type: string;
  readonly resource: string;
  readonly enforced: Quantity;
}

type Complaint = string | undefined;

export function complainOfLess({ type, resource, enforced }: Limit, { requests, limits }: Amounts): Complaint {
  const least = `minimum ${resource} usage per ${type} is ${formatQuantity(enforced)}`;
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  if (request === undefined) return `${least}.  No request is specified`;
  const [requestValue, limitValue, enforcedValue] = atCommonPrecision(request, limit ?? zero, enforced);
  if (requestValue < enforcedValue) return `${least}, but request is ${formatQuantity(request)}`;
  if (limit && limitValue < enforcedValue) return `${least}, but limit is ${formatQuantity(limit)}`;
  return undefined;
}

export function complainOfMore({ type, resource, enforced }: Limit, { requests, limits }: Amounts): Complaint {
  const most = `maximum ${resource} usage per ${type} is ${formatQuantity(enforced)}`;
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  if (limit === undefined) return `${most}.  No limit is specified`;
  const [requestValue, limitValue, enforcedValue] = atCommonPrecision(request ?? zero, limit, enforced);
  if (limitValue > enforcedValue) return `${most}, but limit is ${formatQuantity(limit)}`;
  if (request && requestValue > enforcedValue) return `${most}, but request is ${formatQuantity(request)}`;
  return undefined;
}

/** Of claims, which have no limits. */
export function complainOfLargerRequest({ type, resource, enforced }: Limit, { requests }: Amounts): Complaint {
  const most = `maximum ${resource} usage per ${type} is ${formatQuantity(enforced)}`;
  const request = requests.get(resource);
  if (request === undefined) return `${most}.  No request is specified`;
  const [requestValue, , enforcedValue] = atCommonPrecision(request, zero, enforced);
  return requestValue > enforcedValue ? `${most}, but request is ${formatQuantity(request)}` : undefined;
}

export function complainOfRatio({ type, resource, enforced }: Limit, { requests, limits }: Amounts): Complaint {
  const most = `${resource} max limit to request ratio per ${type} is ${formatQuantity(enforced)}`;
  const [request, limit] = [requests.get(resource) ?? zero, limits.get(resource) ?? zero];
  const [requestValue, limitValue] = atCommonPrecision(request, limit, enforced);
  if (requestValue === 0n) return `${most}, but no request is specified or request is 0`;
  if (limitValue === 0n) return `${most}, but no limit is specified or limit is 0`;
  const ratio = Number(limitValue) / Number(requestValue);
  const isPrecise = quantityValue(enforced) <= maxMilliValue;
  const [observed, allowed] = isPrecise
    ? [ratio * 1_000, Number(quantityMilliValue(enforced))]
    : [ratio, Number(quantityValue(enforced))];
  return observed > allowed ? `${most}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

/** What has more thousandths than 64 bits hold is compared in whole units. */
const maxMilliValue = (2n ** 63n - 1n) / 1_000n;

function atCommonPrecision(...quantities: readonly [Quantity, Quantity, Quantity]): readonly [bigint, bigint, bigint] {
  const measure = quantities.every((quantity) => quantityValue(quantity) <= maxMilliValue)
    ? quantityMilliValue
    : quantityValue;
  const [request, limit, enforced] = quantities;
  return [measure(request), measure(limit), measure(enforced)];
}
