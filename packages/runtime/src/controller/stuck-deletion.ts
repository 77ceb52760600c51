/**
 * What to tell people about an object that is to be deleted and stays, because the runs that would let it go fail: whoever deleted it sees no
 * reason, and the log of an operator is far away.
 */
import { type DeepReadonly, InvalidScalarError, type KubernetesObject, parseTimeMs } from "@pintle/machinery";

/** Longer than whatever has to be cleaned up takes to answer, shorter than people wait. */
const patienceMs = 10 * 60_000;

/** Nothing where it is not to be deleted, or has not waited for long. */
export function describeStuckDeletion(
  { metadata }: DeepReadonly<KubernetesObject>,
  controller: string,
  nowMs: number,
): string | undefined {
  const { deletionTimestamp, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined || finalizers.length === 0) return undefined;
  const waitedMs = nowMs - timeOf(deletionTimestamp);
  if (!(waitedMs > patienceMs)) return undefined;
  return (
    `It has been waiting for its deletion for ${Math.floor(waitedMs / 60_000)} minutes, with finalizers ${finalizers.join(", ")}: ` +
    `runs of controller ${controller} for it fail, and the log says why`
  );
}

function timeOf(text: string): number {
  try {
    return parseTimeMs(text);
  } catch (error) {
    if (error instanceof InvalidScalarError) return Number.NaN;
    throw error;
  }
}
