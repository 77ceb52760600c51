/**
 * Which objects belong to a controller: those that it controls and selects.
 *
 * What it selects and nobody controls is adopted; what it controls and no longer selects is let go. Whoever is being deleted does
 * neither, and before the first adoption it is asked of the server whether the controller is still there, because two controllers that
 * take from each other would never end.
 */
import {
  ApiError,
  type CompiledLabelSelector,
  controllerOf,
  type KubernetesObject,
  type OwnerReference,
} from "@pintle/machinery";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { PlanePlace } from "../kit/served-places.ts";

export interface Claim<Claimed extends KubernetesObject> {
  readonly controller: KubernetesObject;
  readonly selector: CompiledLabelSelector;
  /** Those that the controller controls, and those that nobody does. Others are left out. */
  readonly candidates: readonly Claimed[];
  readonly group: string;
  readonly plural: string;
  readonly writer: PlaneWriter;
  /** Where the controller itself is stored. */
  readonly place: PlanePlace;
}

/** Throws, after all have been tried, where one could not be adopted or let go. */
export async function claimObjects<Claimed extends KubernetesObject>(claim: Claim<Claimed>): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  const errors: unknown[] = [];
  let mayAdopt: Promise<void> | undefined;
  const recheck = () => {
    mayAdopt ??= checkAlive(claim);
    return mayAdopt;
  };
  for (const object of claim.candidates) {
    try {
      if (await claimObject(claim, object, recheck)) claimed.push(object);
    } catch (error) {
      // It is gone, and nobody's.
      if (!ApiError.is(error, "NotFound")) errors.push(error);
    }
  }
  if (errors.length > 0)
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, joinMessages(errors), { cause: errors[0] });
  return claimed;
}

/** The reference that a controller puts on what it makes or adopts. */
export function controllerReference({ apiVersion, kind, metadata }: KubernetesObject): OwnerReference {
  const { name = "", uid = "" } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

async function claimObject<Claimed extends KubernetesObject>(
  { controller, selector, group, plural, writer }: Claim<Claimed>,
  object: Claimed,
  checkMayAdopt: () => Promise<void>,
): Promise<boolean> {
  const { namespace, name, uid = "", labels, deletionTimestamp } = object.metadata;
  const isSelected = selector.matches(labels);
  const isEnding = controller.metadata.deletionTimestamp !== undefined;
  const place = { group, plural, namespace, name };
  const current = controllerOf(object);
  if (current !== undefined) {
    const isOurs = current.uid === controller.metadata.uid;
    if (isOurs && !isSelected && !isEnding) await release(writer, place, uid, controller);
    return isOurs && isSelected;
  }
  if (isEnding || !isSelected || deletionTimestamp !== undefined) return false;
  await checkMayAdopt();
  const ownerReferences = [controllerReference(controller)];
  await writer.patch(place, "strategic", { metadata: { uid, ownerReferences } });
  return true;
}

/** That somebody else has let it go, or that another object has its name, is as good. */
async function release(
  writer: PlaneWriter,
  place: PlanePlace,
  uid: string,
  controller: KubernetesObject,
): Promise<void> {
  const ownerReferences = [{ $patch: "delete", uid: controller.metadata.uid ?? "" }];
  try {
    await writer.patch(place, "strategic", { metadata: { uid, ownerReferences } });
  } catch (error) {
    if (!ApiError.is(error, "NotFound", "Invalid")) throw error;
  }
}

async function checkAlive<Claimed extends KubernetesObject>({
  controller,
  writer,
  place,
}: Claim<Claimed>): Promise<void> {
  const fresh = await writer.get(place);
  const { namespace, name, uid } = controller.metadata;
  const { uid: found, deletionTimestamp } = fresh.metadata;
  if (found !== uid) {
    throw new Error(`original ${controller.kind} ${namespace}/${name} is gone: got uid ${found}, wanted ${uid}`);
  }
  if (deletionTimestamp !== undefined) throw new Error(`${namespace}/${name} has just been deleted`);
}

function joinMessages(errors: readonly unknown[]): string {
  return `[${errors.map((error) => (error instanceof Error ? error.message : String(error))).join(", ")}]`;
}
