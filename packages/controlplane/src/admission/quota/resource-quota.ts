/**
 * Nothing comes about that the quotas of its namespace cannot pay for.
 *
 * What is used stands in the status of a quota, and is changed by compare-and-swap before the object is stored: of two writers who want
 * the last of something, one loses. Who is charged and then not stored is repaid by the controller that counts again, as in Kubernetes.
 */
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  decodeStored,
  encodeStored,
  type Storage,
} from "@pintle/apiserver";
import { ApiError, formatGroupResource, type JsonObject } from "@pintle/machinery";
import { textAt, withValueAt } from "../../builtin/json-fields.ts";
import { writeResources } from "../resources/resource-list.ts";
import type { StoredObjects } from "../stored-objects.ts";
import { type Charge, chargeQuotas } from "./charge-quotas.ts";
import type { QuotaEvaluator } from "./evaluator.ts";
import { findEvaluator } from "./quota-evaluators.ts";

/** So often a quota is charged anew that others have charged meanwhile. */
const maxAttempts = 20;

export function createResourceQuota(storage: Storage, objects: StoredObjects): AdmissionPlugin {
  /** The quotas that somebody else came first with, as they are now. */
  async function store(charges: readonly Charge[]): Promise<readonly JsonObject[]> {
    const overtaken: JsonObject[] = [];
    for (const { quota, used } of charges) {
      const key = `/registry/resourcequotas/${textAt(quota, "metadata.namespace")}/${textAt(quota, "metadata.name")}`;
      const revision = Number(textAt(quota, "metadata.resourceVersion"));
      const changed = withValueAt(quota, "status.used", writeResources(used));
      const result = await storage.swap(key, revision, encodeStored(changed, "declared"));
      // A quota that is gone bounds nothing.
      if (!result.isDone && result.current) overtaken.push(decodeStored(result.current));
    }
    return overtaken;
  }

  async function evaluate(attributes: AdmissionAttributes, evaluator: QuotaEvaluator): Promise<void> {
    let quotas = await objects.list("resourcequotas", attributes.namespace);
    for (let attempt = 1; quotas.length > 0; attempt += 1) {
      const charges = chargeQuotas(quotas, evaluator, attributes);
      if (attributes.isDryRun || charges.length === 0) return;
      if (attempt > maxAttempts) throw overtakenTooOften(charges);
      // Those that have been charged stay so; only the others are judged again.
      quotas = await store(charges);
    }
  }

  return {
    async validate(attributes) {
      const { endpoint, operation, namespace } = attributes;
      if (operation !== "CREATE" && operation !== "UPDATE") return;
      if (namespace === "" || formatGroupResource(endpoint.groupResource) === "namespaces") return;
      const evaluator = findEvaluator(endpoint.groupResource);
      if (evaluator?.isConcerned(attributes)) await evaluate(attributes, evaluator);
    },
  };
}

function overtakenTooOften(charges: readonly Charge[]): ApiError {
  const name = textAt(charges[0]?.quota ?? {}, "metadata.name");
  const why = "the object has been modified; please apply your changes to the latest version and try again";
  return ApiError.conflict({ group: "", resource: "resourcequotas" }, name, why);
}
