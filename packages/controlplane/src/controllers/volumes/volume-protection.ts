/** Keeps a volume that is being deleted as long as a claim is bound to it. */
import type { PersistentVolume } from "@pintle/kinds";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { protectObject } from "./protect-object.ts";

export const volumeProtectionController: PlaneController = {
  name: "pv-protection-controller",

  async start(context) {
    const volumes = await context.objects.follow<PersistentVolume>("", "persistentvolumes");
    const writer = context.writer("pv-protection-controller");
    return runPlaneController({
      ...{ name: "pvprotection", context },
      sources: [sourceOf(volumes)],
      async sync(name) {
        const volume = volumes.getByKey(name);
        const place = { group: "", plural: "persistentvolumes", name };
        if (!volume) return undefined;
        await protectObject(
          writer,
          place,
          volume,
          "kubernetes.io/pv-protection",
          () => volume.status?.phase === "Bound",
        );
        return undefined;
      },
    });
  },
};
