/** ConfigMaps hold what they are given; Secrets keep their type, and ServiceAccounts name Secrets by nothing but their names. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { changeItems, textAt, withField } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

export const configurationStrategies: Readonly<Record<string, Specialize>> = {
  secrets: ({ main, views }) => ({
    main: {
      ...main,
      prepareUpdate: (secret, old) =>
        textAt(secret, "type") === "" ? withField(secret, "type", textAt(old, "type")) : secret,
    },
    views,
  }),
  serviceaccounts: ({ main, views }) => ({
    main: { ...main, prepareCreate: nameSecretsOnly, prepareUpdate: nameSecretsOnly, warnCreate: warnOfMounts },
    views,
  }),
};

const enforceAnnotation = "kubernetes.io/enforce-mountable-secrets";

function nameSecretsOnly(account: JsonObject): JsonObject {
  return changeItems(account, "secrets", (secret) => {
    const isName = Object.keys(secret).every((key) => key === "name");
    return isName ? secret : secret.name === undefined ? {} : { name: secret.name };
  });
}

function warnOfMounts(account: JsonObject): string[] {
  const { metadata } = account;
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  if (!isJsonObject(annotations) || !Object.hasOwn(annotations, enforceAnnotation)) return [];
  return [
    `metadata.annotations[${enforceAnnotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ];
}
