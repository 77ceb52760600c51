/** Keeps a claim that is being deleted until no pod on a node uses it any more. */
import type { PersistentVolumeClaim, Pod, Volume } from "@pintle/kinds";
import type { PlaneChange } from "../kit/followed-resource.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { isPodTerminal } from "../workload/pod-state.ts";
import { protectObject } from "./protect-object.ts";

const byClaim = "persistent-volume-claim";

export const claimProtectionController: PlaneController = {
  name: "pvc-protection-controller",

  async start(context) {
    const claims = await context.objects.follow<PersistentVolumeClaim>("", "persistentvolumeclaims");
    const pods = await context.objects.follow<Pod>("", "pods");
    pods.addIndex(byClaim, claimKeysOf);
    const writer = context.writer("pvc-protection-controller");
    return runPlaneController({
      ...{ name: "pvcprotection", context },
      sources: [sourceOf(claims), sourceOf(pods, (change) => (mayRelease(change) ? claimKeysOf(change.object) : []))],
      async sync(key) {
        const claim = claims.getByKey(key);
        if (!claim) return undefined;
        const { namespace, name } = claim.metadata;
        const place = { group: "", plural: "persistentvolumeclaims", namespace, name };
        await protectObject(writer, place, claim, "kubernetes.io/pvc-protection", () =>
          pods.byIndex(byClaim, key).some((pod) => isUsedBy(claim, pod)),
        );
        return undefined;
      },
    });
  },
};

/** Pods that are on their node and go on are no reason to look at a claim. */
function mayRelease({ type, object: pod }: PlaneChange<Pod>): boolean {
  return type === "delete" || isPodTerminal(pod) || (pod.spec?.nodeName ?? "") === "";
}

function claimKeysOf(pod: Pod): readonly string[] {
  const names = (pod.spec?.volumes ?? []).map((volume) => claimNameOf(pod, volume)).filter((name) => name !== "");
  return names.map((name) => `${pod.metadata.namespace}/${name}`);
}

/** The claim of an ephemeral volume is named after its pod. */
function claimNameOf({ metadata }: Pod, { name, persistentVolumeClaim, ephemeral }: Volume): string {
  return persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata.name}-${name}` : "");
}

/** A pod that is on no node cannot get a claim that is going; one that has ended lets go of what was made for it alone. */
function isUsedBy(claim: PersistentVolumeClaim, pod: Pod): boolean {
  if ((pod.spec?.nodeName ?? "") === "") return false;
  const { deletionTimestamp, deletionGracePeriodSeconds, uid } = pod.metadata;
  const isShutDown = deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0;
  const isForPod = (claim.metadata.ownerReferences ?? []).some((owner) => owner.controller && owner.uid === uid);
  return (pod.spec?.volumes ?? []).some((volume) => {
    if (claimNameOf(pod, volume) !== claim.metadata.name) return false;
    return volume.ephemeral ? !isShutDown && isForPod : true;
  });
}
