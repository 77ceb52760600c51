/** Rolls out Deployments. */
import type { Deployment, Pod, ReplicaSet } from "@pintle/kinds";
import { controllerOf } from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { controllersConcerned, indexByController, resolveController } from "../workload/controlled-objects.ts";
import { DeploymentSync } from "./deployment-sync.ts";

const name = "deployment-controller";

export const deploymentController: PlaneController = {
  name,
  async start(context) {
    const deployments = await context.objects.follow<Deployment>("apps", "deployments");
    const sets = await context.objects.follow<ReplicaSet>("apps", "replicasets");
    const pods = await context.objects.follow<Pod>("", "pods");
    indexByController(sets);
    indexByController(pods);
    const { clock } = context;
    const [writer, events] = [context.writer(name), context.events(name)];
    const syncing = new DeploymentSync({ deployments, sets, pods, writer, events, clock });
    return runPlaneController({
      name,
      context,
      sources: [
        sourceOf(deployments),
        sourceOf(sets, (change) => controllersConcerned(deployments, "Deployment", change)),
        sourceOf(pods, (change) => recreatedAfter(deployments, sets, change)),
      ],
      sync: (key) => syncing.sync(key),
    });
  },
};

/** A Deployment that recreates its pods waits for the last of them to go. */
function recreatedAfter(
  deployments: FollowedResource<Deployment>,
  sets: FollowedResource<ReplicaSet>,
  { type, object }: PlaneChange<Pod>,
): readonly string[] {
  if (type !== "delete") return [];
  const { namespace } = object.metadata;
  const set = resolveController(sets, "ReplicaSet", namespace, controllerOf(object));
  const deployment = set && resolveController(deployments, "Deployment", namespace, controllerOf(set));
  return deployment?.spec?.strategy?.type === "Recreate" ? [keyOf(deployment)] : [];
}
