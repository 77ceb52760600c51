/** All rules by `plural.group`, and how strategies come by them. */
import type { Strategy } from "@pintle/apiserver";
import type { KindStrategies } from "../strategies/own-strategies.ts";
import { accessRules } from "./access-rules.ts";
import { apiServiceRules } from "./api-service-rules.ts";
import { attachmentRules } from "./attachment-rules.ts";
import { autoscalerRules } from "./autoscaler-rules.ts";
import { certificateRules } from "./certificate-rules.ts";
import { claimRules } from "./claim-rules.ts";
import { configurationRules } from "./configuration-rules.ts";
import { csiRules } from "./csi-rules.ts";
import { deviceClaimRules } from "./device-claim-rules.ts";
import { endpointRules } from "./endpoint-rules.ts";
import { flowSchemaRules } from "./flow-schema-rules.ts";
import { ingressClassRules } from "./ingress-class-rules.ts";
import { ipRules } from "./ip-rules.ts";
import { jobRules } from "./job-rules.ts";
import { limitRules } from "./limit-rules.ts";
import { networkRules } from "./network-rules.ts";
import { nodeRules } from "./node-rules.ts";
import { persistentVolumeRules } from "./persistent-volume-rules.ts";
import { podRules } from "./pod-rules.ts";
import { policyRules } from "./policy-rules.ts";
import { priorityLevelRules } from "./priority-level-rules.ts";
import { quotaRules } from "./quota-rules.ts";
import { resourceSliceRules } from "./resource-slice-rules.ts";
import type { KindRules } from "./rules.ts";
import { schedulingRules } from "./scheduling-rules.ts";
import { serviceRules } from "./service-rules.ts";
import { smallRules } from "./small-rules.ts";
import { storageClassRules } from "./storage-class-rules.ts";
import { webhookConfigurationRules } from "./webhook-configuration-rules.ts";
import { workloadRules } from "./workload-rules.ts";

const rules: ReadonlyMap<string, KindRules> = new Map(
  Object.entries({
    ...configurationRules,
    ...podRules,
    ...workloadRules,
    ...jobRules,
    ...serviceRules,
    ...accessRules,
    ...smallRules,
    ...ingressClassRules,
    ...schedulingRules,
    ...flowSchemaRules,
    ...priorityLevelRules,
    ...autoscalerRules,
    ...claimRules,
    ...limitRules,
    ...quotaRules,
    ...ipRules,
    ...certificateRules,
    ...endpointRules,
    ...networkRules,
    ...nodeRules,
    ...persistentVolumeRules,
    ...attachmentRules,
    ...csiRules,
    ...storageClassRules,
    ...deviceClaimRules,
    ...resourceSliceRules,
    ...apiServiceRules,
    ...webhookConfigurationRules,
    ...policyRules,
  }),
);

/** The strategies of a resource with its rules. */
export function withRules(name: string, { main, views }: KindStrategies): KindStrategies {
  const found = rules.get(name);
  if (!found) return { main, views };
  const { validate, validateUpdate = validate && ((object, _old, request) => validate(object, request)) } = found;
  const checked = Object.entries(views).map(([view, strategy]): [string, Strategy] => {
    const check = found.views?.[view];
    return [view, check ? { ...strategy, validateUpdate: check } : strategy];
  });
  return {
    main: { ...main, ...(validate && { validateCreate: validate }), ...(validateUpdate && { validateUpdate }) },
    views: Object.fromEntries(checked),
  };
}
