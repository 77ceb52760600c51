// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The tables of types by group and version, as text. */
import { types as admissionV1 } from "./admission/v1.ts";
import { types as admissionregistrationV1 } from "./admissionregistration/v1.ts";
import { types as apidiscoveryV2 } from "./apidiscovery/v2.ts";
import { types as apiextensionsV1 } from "./apiextensions/v1.ts";
import { types as apiregistrationV1 } from "./apiregistration/v1.ts";
import { types as appsV1 } from "./apps/v1.ts";
import { types as authenticationV1 } from "./authentication/v1.ts";
import { types as authorizationV1 } from "./authorization/v1.ts";
import { types as autoscalingV1 } from "./autoscaling/v1.ts";
import { types as autoscalingV2 } from "./autoscaling/v2.ts";
import { types as batchV1 } from "./batch/v1.ts";
import { types as certificatesV1 } from "./certificates/v1.ts";
import { types as coordinationV1 } from "./coordination/v1.ts";
import { types as coreV1 } from "./core/v1.ts";
import { types as discoveryV1 } from "./discovery/v1.ts";
import { types as eventsV1 } from "./events/v1.ts";
import { types as flowcontrolV1 } from "./flowcontrol/v1.ts";
import { types as metaV1 } from "./meta/v1.ts";
import { types as networkingV1 } from "./networking/v1.ts";
import { types as nodeV1 } from "./node/v1.ts";
import { types as policyV1 } from "./policy/v1.ts";
import { types as rbacV1 } from "./rbac/v1.ts";
import { types as resourceV1 } from "./resource/v1.ts";
import { types as schedulingV1 } from "./scheduling/v1.ts";
import { types as storageV1 } from "./storage/v1.ts";

export const typeTables: Readonly<Record<string, string>> = {
  "admission/v1": admissionV1,
  "admissionregistration/v1": admissionregistrationV1,
  "apidiscovery/v2": apidiscoveryV2,
  "apiextensions/v1": apiextensionsV1,
  "apiregistration/v1": apiregistrationV1,
  "apps/v1": appsV1,
  "authentication/v1": authenticationV1,
  "authorization/v1": authorizationV1,
  "autoscaling/v1": autoscalingV1,
  "autoscaling/v2": autoscalingV2,
  "batch/v1": batchV1,
  "certificates/v1": certificatesV1,
  "coordination/v1": coordinationV1,
  "core/v1": coreV1,
  "discovery/v1": discoveryV1,
  "events/v1": eventsV1,
  "flowcontrol/v1": flowcontrolV1,
  "meta/v1": metaV1,
  "networking/v1": networkingV1,
  "node/v1": nodeV1,
  "policy/v1": policyV1,
  "rbac/v1": rbacV1,
  "resource/v1": resourceV1,
  "scheduling/v1": schedulingV1,
  "storage/v1": storageV1,
};
