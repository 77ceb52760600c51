/** Leases and nodes drop what is not there (yet, or any more); Secrets keep their type, and ServiceAccounts name Secrets by nothing but their names. */
import { Buffer } from "node:buffer";
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { changeField, changeItems, objectAt, textAt, withField } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

export const configurationStrategies: Readonly<Record<string, Specialize>> = {
  secrets: ({ main, views }) => ({
    main: {
      ...main,
      prepareUpdate: (secret, old) =>
        textAt(secret, "type") === "" ? withField(secret, "type", textAt(old, "type")) : secret,
      warnCreate: warnOfPair,
      warnUpdate: warnOfPair,
    },
    views,
  }),
  "leases.coordination.k8s.io": ({ main, views }) => ({
    main: {
      ...main,
      prepareCreate: (lease, request) => dropElection(main.prepareCreate?.(lease, request) ?? lease),
      prepareUpdate: (lease, old, request) => dropElection(main.prepareUpdate?.(lease, old, request) ?? lease),
    },
    views,
  }),
  nodes: ({ main, views }) => ({
    main: {
      ...main,
      prepareCreate: (node, request) => dropConfiguration(main.prepareCreate?.(node, request) ?? node),
      prepareUpdate: (node, old, request) => dropConfiguration(main.prepareUpdate?.(node, old, request) ?? node),
    },
    views,
  }),
  serviceaccounts: ({ main, views }) => ({
    main: { ...main, prepareCreate: nameSecretsOnly, prepareUpdate: nameSecretsOnly, warnCreate: warnOfMounts },
    views,
  }),
};

/** Elections that the server coordinates are behind a feature gate that is closed. */
function dropElection(lease: JsonObject): JsonObject {
  return changeField(lease, "spec", (spec) =>
    withField(withField(spec, "strategy", undefined), "preferredHolder", undefined),
  );
}

/** Kubelets were configured by it once. */
function dropConfiguration(node: JsonObject): JsonObject {
  return changeField(node, "spec", (spec) => withField(spec, "configSource", undefined));
}

const enforceAnnotation = "kubernetes.io/enforce-mountable-secrets";

/** A pair that cannot be read is kept, for whoever completes it later. */
function warnOfPair(secret: JsonObject): string[] {
  if (textAt(secret, "type") !== "kubernetes.io/tls") return [];
  const data = objectAt(secret, "data");
  const isPem = (key: string) => {
    const text = data[key];
    return typeof text === "string" && Buffer.from(text, "base64").includes("-----BEGIN ");
  };
  const missing = isPem("tls.crt") ? (isPem("tls.key") ? undefined : "key") : "certificate";
  return missing === undefined ? [] : [`tls: failed to find any PEM data in ${missing} input`];
}

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
