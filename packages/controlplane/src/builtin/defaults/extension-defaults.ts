/** The defaults of what extends the API: webhooks, policies, CRDs and aggregated APIs. */
import type { JsonObject } from "@pintle/machinery";
import { changeField, listAt, objectsAt, textAt, withDefaults, withField, withValueAt } from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";

const webhookPort: Defaulter = (reference) => withDefaults(reference, { port: 443 });
const failing: Defaulter = (spec) => withDefaults(spec, { failurePolicy: "Fail" });
const matching = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };
const webhook = { failurePolicy: "Fail", ...matching, timeoutSeconds: 10 };

export const extensionDefaults: Readonly<Record<string, Defaulter>> = {
  "admissionregistration/v1.ValidatingWebhook": (hook) => withDefaults(hook, webhook),
  "admissionregistration/v1.MutatingWebhook": (hook) => withDefaults(hook, { ...webhook, reinvocationPolicy: "Never" }),
  "admissionregistration/v1.RuleWithOperations": (rule) => withDefaults(rule, { scope: "*" }),
  "admissionregistration/v1.NamedRuleWithOperations": (rule) => withDefaults(rule, { scope: "*" }),
  "admissionregistration/v1.ServiceReference": webhookPort,
  "admissionregistration/v1.MatchResources": (resources) => withDefaults(resources, matching),
  "admissionregistration/v1.ValidatingAdmissionPolicySpec": failing,
  "admissionregistration/v1.MutatingAdmissionPolicySpec": failing,
  "apiextensions/v1.ServiceReference": webhookPort,
  "apiregistration/v1.ServiceReference": webhookPort,
  "apiextensions/v1.CustomResourceDefinition": completeDefinition,
};

function completeDefinition(definition: JsonObject): JsonObject {
  const named = changeField(definition, "spec", (spec) =>
    withDefaults(completeNames(spec), { conversion: { strategy: "None" } }),
  );
  if (listAt(named, "status.storedVersions").length > 0) return named;
  const stored = objectsAt(named, "spec.versions").find((version) => version.storage === true);
  return stored ? withValueAt(named, "status.storedVersions", [textAt(stored, "name")]) : named;
}

function completeNames(spec: JsonObject): JsonObject {
  return changeField(spec, "names", (names) => {
    const kind = textAt(names, "kind");
    const single = names.singular ? names : withField(names, "singular", kind === "" ? undefined : kind.toLowerCase());
    return kind === "" ? single : withDefaults(single, { listKind: `${kind}List` });
  });
}
