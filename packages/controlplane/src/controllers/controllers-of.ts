/** Which controllers a profile runs, in the order in which they start. */
import { clusterRoleAggregation } from "./cluster-role-aggregation/cluster-role-aggregation.ts";
import type { ControllerParts } from "./controller-parts.ts";
import { deploymentController } from "./deployment/deployment-controller.ts";
import { disruptionController } from "./disruption/disruption-controller.ts";
import { endpointSliceController } from "./endpoints/endpoint-slice-controller.ts";
import { endpointsController } from "./endpoints/endpoints-controller.ts";
import { sliceMirroringController } from "./endpoints/slice-mirroring-controller.ts";
import { garbageCollector } from "./garbage-collector/garbage-collector.ts";
import type { PlaneController } from "./kit/plane-controller.ts";
import { namespaceController } from "./namespace/namespace-controller.ts";
import { createNodeControllers } from "./nodes/node-controllers.ts";
import { taintEvictionController } from "./nodes/taint-eviction.ts";
import { podGarbageCollector } from "./pod-gc/pod-gc.ts";
import type { Profile } from "./profile.ts";
import { replicaSetController } from "./replica-set/replica-set-controller.ts";
import { resourceQuotaController } from "./resource-quota/resource-quota-controller.ts";
import { serviceAccountController } from "./service-account/default-accounts.ts";
import { createRootCaPublisher } from "./service-account/root-ca-publisher.ts";
import { createTokenController } from "./service-account/token-controller.ts";
import { claimProtectionController } from "./volumes/claim-protection.ts";
import { volumeBinder } from "./volumes/volume-binder.ts";
import { volumeProtectionController } from "./volumes/volume-protection.ts";

export function controllersOf(profile: Profile, parts: ControllerParts): readonly PlaneController[] {
  if (profile === "apiserver") return [];
  return profile === "core" ? coreControllers(parts) : [...coreControllers(parts), ...workloadControllers(parts)];
}

function coreControllers(parts: ControllerParts): readonly PlaneController[] {
  return [
    garbageCollector,
    namespaceController,
    clusterRoleAggregation,
    serviceAccountController,
    createRootCaPublisher(parts.rootCa),
    createTokenController(parts),
    claimProtectionController,
    volumeProtectionController,
    volumeBinder,
  ];
}

function workloadControllers(parts: ControllerParts): readonly PlaneController[] {
  return [
    ...createNodeControllers(parts),
    podGarbageCollector,
    taintEvictionController,
    replicaSetController,
    deploymentController,
    endpointSliceController,
    endpointsController,
    sliceMirroringController,
    disruptionController,
    resourceQuotaController,
  ];
}
