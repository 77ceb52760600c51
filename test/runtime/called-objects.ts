/** Objects that make an API server call a webhook, and what they trust, for tests of certificates. */
import { X509Certificate } from "node:crypto";
import type { Client } from "@pintle/client";
import { CustomResourceDefinition, ValidatingWebhookConfiguration } from "@pintle/kinds";
import type { ServingCertificate } from "@pintle/runtime";

export const configurationName = "checks";
export const definitionName = "boxes.test.pintle.dev";

export interface WebhookAddress {
  readonly service?: { readonly namespace: string; readonly name: string };
  readonly url?: string;
  readonly caBundle?: string;
}

/** Two versions that only the webhook tells apart; v2 is stored. */
export function boxDefinition(webhook: WebhookAddress) {
  const version = (name: string, storage: boolean) => ({
    ...{ name, storage, served: true },
    schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  });
  return CustomResourceDefinition({
    metadata: { name: definitionName },
    spec: {
      group: "test.pintle.dev",
      names: { plural: "boxes", singular: "box", kind: "Box", listKind: "BoxList" },
      scope: "Namespaced",
      versions: [version("v1", false), version("v2", true)],
      conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: webhook } },
    },
  });
}

/** Asks about ConfigMaps with the label `checked`. */
export function checkConfiguration(webhook: WebhookAddress) {
  return ValidatingWebhookConfiguration({
    metadata: { name: configurationName },
    webhooks: [
      {
        name: "checks.pintle.dev",
        clientConfig: webhook,
        rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] }],
        objectSelector: { matchLabels: { checked: "yes" } },
        failurePolicy: "Fail",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        timeoutSeconds: 10,
      },
    ],
  });
}

/** What the two objects trust, PEM; empty for what is not there or trusts nobody in particular. */
export async function trustedBundles(client: Client): Promise<readonly [checks: string, boxes: string]> {
  const checks = await client.resource(ValidatingWebhookConfiguration).get(configurationName);
  const boxes = await client.resource(CustomResourceDefinition).get(definitionName);
  const decode = (bundle = "") => Buffer.from(bundle, "base64").toString("utf8");
  const conversion = boxes.spec.conversion?.webhook?.clientConfig?.caBundle;
  return [decode(checks.webhooks?.[0]?.clientConfig.caBundle), decode(conversion)];
}

export function certificatesIn(bundle: string): X509Certificate[] {
  const blocks = bundle.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Whether who trusts the bundle believes the certificate at that time. */
export function isBelieved({ cert }: ServingCertificate, bundle: string, nowMs: number): boolean {
  const leaf = new X509Certificate(cert);
  const isGood = (each: X509Certificate) => each.validFromDate.getTime() <= nowMs && nowMs < each.validToDate.getTime();
  return (
    isGood(leaf) && certificatesIn(bundle).some((ca) => isGood(ca) && leaf.checkIssued(ca) && leaf.verify(ca.publicKey))
  );
}
