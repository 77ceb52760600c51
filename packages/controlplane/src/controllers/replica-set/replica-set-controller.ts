/** Keeps as many pods as each ReplicaSet wants. */
import type { Pod, ReplicaSet } from "@pintle/kinds";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { controllersConcerned, indexByController } from "../workload/controlled-objects.ts";
import { OwnWrites } from "../workload/own-writes.ts";
import { createPodControl } from "../workload/pod-control.ts";
import { ReplicaSetSync } from "./replica-set-sync.ts";

const name = "replicaset-controller";

export const replicaSetController: PlaneController = {
  name,
  async start(context) {
    const sets = await context.objects.follow<ReplicaSet>("apps", "replicasets");
    const pods = await context.objects.follow<Pod>("", "pods");
    indexByController(pods);
    indexByController(sets);
    const writer = context.writer(name);
    const podControl = createPodControl(writer, context.events(name));
    const ownWrites = new OwnWrites(pods);
    const syncing = new ReplicaSetSync({ sets, pods, writer, podControl, ownWrites, clock: context.clock });
    const controller = runPlaneController({
      name,
      context,
      sources: [sourceOf(sets), sourceOf(pods, (change) => controllersConcerned(sets, "ReplicaSet", change))],
      sync: (key) => syncing.sync(key),
    });
    return {
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        ownWrites[Symbol.dispose]();
      },
    };
  },
};
