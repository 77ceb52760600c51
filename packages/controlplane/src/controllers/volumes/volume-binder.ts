/**
 * Says of volumes what is to be had: one that no claim is bound to is available, one whose claim is gone is released.
 *
 * Claims are bound to volumes by nobody here, as nothing could be stored in them.
 */
import type { PersistentVolume, PersistentVolumeClaim } from "@pintle/kinds";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";

const byClaim = "claim-reference";

export const volumeBinder: PlaneController = {
  name: "persistent-volume-binder",

  async start(context) {
    const volumes = await context.objects.follow<PersistentVolume>("", "persistentvolumes");
    const claims = await context.objects.follow<PersistentVolumeClaim>("", "persistentvolumeclaims");
    volumes.addIndex(byClaim, ({ spec }) =>
      spec?.claimRef ? [`${spec.claimRef.namespace}/${spec.claimRef.name}`] : [],
    );
    const writer = context.writer("persistent-volume-binder");
    return runPlaneController({
      ...{ name: "volumes", context },
      sources: [
        sourceOf(volumes),
        sourceOf(claims, ({ key }) => volumes.byIndex(byClaim, key).map(({ metadata }) => metadata.name ?? "")),
      ],
      async sync(name) {
        const volume = volumes.getByKey(name);
        if (!volume) return undefined;
        const { namespace = "", name: claimName = "", uid } = volume.spec?.claimRef ?? {};
        const claim = claims.get(namespace, claimName);
        const phase = phaseOf(volume, claim?.metadata.uid === uid);
        if (phase === undefined || phase === volume.status?.phase) return undefined;
        const place = { group: "", plural: "persistentvolumes", name };
        await writer.updateStatus(place, { ...volume, status: { ...volume.status, phase } } as PersistentVolume);
        return undefined;
      },
    });
  },
};

/** `undefined` where somebody else has to say. */
function phaseOf({ spec }: PersistentVolume, isClaimThere: boolean): string | undefined {
  // A claim that is only named is one that the volume is kept for.
  if (!spec?.claimRef?.uid) return "Available";
  return isClaimThere ? undefined : "Released";
}
