/**
 * The objects that make API servers ask the webhooks of a program: one MutatingWebhookConfiguration and one ValidatingWebhookConfiguration, or
 * fewer where there is nothing to complete or to judge.
 *
 * Whatever is asked about fails while nobody answers (`failurePolicy: Fail`): an object that nobody has looked at is worse than one that comes
 * later. So that a program can always be started again, what it needs for that itself, the pods of its namespace for example, is not asked about.
 */
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@pintle/kinds/admissionregistration/v1";
import { type AnyKind, type ManifestOf, UsageError } from "@pintle/machinery";
import { admissionPathOf } from "@pintle/runtime/declarations";
import { type ProgramParts, programNameOf } from "../run/program-parts.ts";
import { type Admission, admissionsOf } from "./admissions-of.ts";
import { clientConfigAt, type WebhookPlace } from "./webhook-place.ts";

export interface WebhookConfigurationOptions {
  /** Of the program, and of both configurations: that of the first operator unless said. */
  readonly name?: string;
  /** Where the program itself lives: that of the Service unless said. */
  readonly ownNamespace?: string;
}

export type WebhookConfiguration =
  | ManifestOf<typeof MutatingWebhookConfiguration>
  | ManifestOf<typeof ValidatingWebhookConfiguration>;

export function webhookConfigurations(
  parts: ProgramParts,
  place: WebhookPlace,
  options: WebhookConfigurationOptions = {},
): readonly WebhookConfiguration[] {
  const ownNamespace = options.ownNamespace ?? ("service" in place ? place.service.namespace : undefined);
  const rules = rulesOf(admissionsOf(parts));
  const metadata = { name: options.name ?? programNameOf(parts) };
  const webhooks = (purpose: Purpose) => {
    const chosen = rules.filter((rule) => rule.purpose === purpose);
    checkNames(chosen);
    return chosen.map((rule) => webhookOf(rule, place, ownNamespace));
  };
  const [mutating, validating] = [webhooks("mutate"), webhooks("validate")];
  const reinvoked = mutating.map((webhook) => ({ ...webhook, reinvocationPolicy: "IfNeeded" as const }));
  return [
    ...(mutating.length > 0 ? [MutatingWebhookConfiguration({ metadata, webhooks: reinvoked })] : []),
    ...(validating.length > 0 ? [ValidatingWebhookConfiguration({ metadata, webhooks: validating })] : []),
  ];
}

type Purpose = "mutate" | "validate";
type Operation = "CREATE" | "UPDATE" | "DELETE";

/** One webhook of a configuration: everything that is asked on one path. */
interface Rule {
  readonly purpose: Purpose;
  readonly name: string;
  readonly kind: AnyKind;
  readonly path: string;
  readonly operations: ReadonlySet<Operation>;
}

function rulesOf(admissions: readonly Admission[]): readonly Rule[] {
  const byPath = new Map<string, Rule>();
  for (const rule of admissions.flatMap(rulesOfOne)) {
    const found = byPath.get(rule.path);
    const operations = new Set([...(found?.operations ?? []), ...rule.operations]);
    byPath.set(rule.path, { ...rule, operations });
  }
  return [...byPath.values()];
}

function rulesOfOne({ kind, name, options }: Admission): readonly Rule[] {
  const { operations = ["CREATE", "UPDATE"], deletes = false } = options;
  const rule = (purpose: Purpose, also: readonly Operation[] = []): Rule => ({
    ...{ purpose, kind, path: admissionPathOf(purpose, kind, options.paths) },
    ...{ name: webhookNameOf(name, kind), operations: new Set([...operations, ...also]) },
  });
  return [
    ...(options.default ? [rule("mutate")] : []),
    ...(options.validate ? [rule("validate", deletes ? ["DELETE"] : [])] : []),
  ];
}

/** `modelbox.model.github.com`. A name needs three parts, which those of built-in groups do not have: `pod.core.pintle.dev`. */
function webhookNameOf(name: string, { group }: AnyKind): string {
  const full = `${name}.${group || "core"}`;
  return full.split(".").length < 3 ? `${full}.pintle.dev` : full;
}

function checkNames(rules: readonly Rule[]): void {
  const seen = new Set<string>();
  for (const { name, kind } of rules) {
    if (seen.has(name)) {
      throw new UsageError(
        "PINTLE_WEBHOOK_NAME_TAKEN",
        `two webhooks are called ${name}: give one of those for ${kind.kind} another name, defineWebhook(${kind.kind}, { name: "…" })`,
      );
    }
    seen.add(name);
  }
}

const operationOrder: readonly Operation[] = ["CREATE", "UPDATE", "DELETE"];

function webhookOf({ name, kind, path, operations }: Rule, place: WebhookPlace, ownNamespace: string | undefined) {
  const { group, version, plural, scope } = kind;
  return {
    name,
    clientConfig: clientConfigAt(place, path),
    rules: [
      {
        ...{ apiGroups: [group], apiVersions: [version], resources: [plural], scope },
        operations: operationOrder.filter((operation) => operations.has(operation)),
      },
    ],
    // An object that is written in another version of its kind is converted, and asked about just the same.
    matchPolicy: "Equivalent" as const,
    failurePolicy: "Fail" as const,
    sideEffects: "None" as const,
    // Whoever writes waits for it: a webhook that does not answer must not hold up everybody for long.
    timeoutSeconds: 5,
    admissionReviewVersions: ["v1"],
    ...(ownNamespace !== undefined && isNeededToStart(kind) && { matchConditions: [sparing(ownNamespace)] }),
  };
}

/** Whatever Kubernetes itself works with in a namespace, and the namespace: pods, their Secrets, Leases, Events. */
function isNeededToStart({ group, kind, scope }: AnyKind): boolean {
  const isBuiltIn = !group.includes(".") || group.endsWith(".k8s.io");
  return isBuiltIn && (scope === "Namespaced" || kind === "Namespace");
}

/** Neither the program nor what the cluster itself is made of waits for a program that has not started. */
function sparing(namespace: string): { name: string; expression: string } {
  const spared = [...new Set([namespace, "kube-system"])].map((name) => JSON.stringify(name)).join(", ");
  return { name: "not-in-our-own-namespace", expression: `!(request.namespace in [${spared}])` };
}
