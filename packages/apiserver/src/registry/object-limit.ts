/** How large an object may be as it is stored. */
import { UsageError } from "@pintle/machinery";
import { maxBodyBytes } from "../wire/read-body.ts";

/** etcd takes no larger request. Servers without etcd keep the limit, because what they store may move there one day. */
export const usualObjectBytes = 1.5 * 1024 * 1024;

/** The limit that was asked for, or the usual one. Throws for one that is none: what is larger than a body cannot be sent. */
export function readObjectLimit(asked: number = usualObjectBytes): number {
  if (Number.isSafeInteger(asked) && asked > 0 && asked <= maxBodyBytes) return asked;
  throw new UsageError(
    "PINTLE_OBJECT_LIMIT_INVALID",
    `give maxObjectBytes a whole number from 1 to ${maxBodyBytes}, which is the largest body that is read: ${asked}`,
  );
}
