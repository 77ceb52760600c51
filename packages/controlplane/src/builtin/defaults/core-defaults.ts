/** The defaults of the core group beside pods and services. */
import { Buffer } from "node:buffer";
import { getOwn, isJsonObject, type JsonObject, setOwn } from "@pintle/machinery";
import {
  changeField,
  changeItems,
  objectAt,
  textAt,
  textsAt,
  withDefaults,
  withField,
  withMissing,
  withValueAt,
} from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";

export const coreDefaults: Readonly<Record<string, Defaulter>> = {
  "core/v1.Secret": (secret) => withDefaults(encodeTexts(secret), { type: "Opaque" }),
  "core/v1.Namespace": labelNamespace,
  "core/v1.NamespaceStatus": (status) => withDefaults(status, { phase: "Active" }),
  "core/v1.NodeSpec": completeNodeSpec,
  "core/v1.NodeStatus": (status) => withDefaults(status, { allocatable: getOwn(status, "capacity") }),
  "core/v1.PersistentVolume": completeVolume,
  "core/v1.PersistentVolumeClaim": (claim) => withPhase(claim),
  "core/v1.PersistentVolumeClaimSpec": (spec) => withMissing(spec, { volumeMode: "Filesystem" }),
  "core/v1.ReplicationController": completeController,
  "core/v1.LimitRangeItem": completeLimits,
  "core/v1.Endpoints": (endpoints) =>
    changeItems(endpoints, "subsets", (subset) =>
      changeItems(subset, "ports", (port) => withDefaults(port, { protocol: "TCP" })),
    ),
};

/** What was given as text goes over to the data, which is in base64; it is never read back. */
function encodeTexts(secret: JsonObject): JsonObject {
  const texts = getOwn(secret, "stringData");
  if (!isJsonObject(texts)) return secret;
  const data: JsonObject = { ...objectAt(secret, "data") };
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === "string") setOwn(data, key, Buffer.from(text, "utf8").toString("base64"));
  }
  return withField(withField(secret, "stringData", undefined), "data", data);
}

/** Namespaces can be selected by their name; one that is still to be named gets the label when it is. */
export function labelNamespace(namespace: JsonObject): JsonObject {
  const name = textAt(namespace, "metadata.name");
  if (name === "") return namespace;
  const labels = withField(objectAt(namespace, "metadata.labels"), "kubernetes.io/metadata.name", name);
  return withValueAt(namespace, "metadata.labels", labels);
}

/** The single range is the first of the list, and goes before it where the two differ. */
function completeNodeSpec(spec: JsonObject): JsonObject {
  const [first = ""] = textsAt(spec, "podCIDRs");
  const range = textAt(spec, "podCIDR");
  if (range === first) return spec;
  return range === "" ? withField(spec, "podCIDR", first) : withField(spec, "podCIDRs", [range]);
}

function withPhase(object: JsonObject): JsonObject {
  return withField(object, "status", withDefaults(objectAt(object, "status"), { phase: "Pending" }));
}

function completeVolume(volume: JsonObject): JsonObject {
  return changeField(withPhase(volume), "spec", (spec) =>
    withMissing(withDefaults(spec, { persistentVolumeReclaimPolicy: "Retain" }), { volumeMode: "Filesystem" }),
  );
}

/** The labels of the template are good enough for the controller itself and its selector. */
function completeController(controller: JsonObject): JsonObject {
  const labels = objectAt(controller, "spec.template.metadata.labels");
  if (Object.keys(labels).length === 0) return controller;
  const hasSelector = Object.keys(objectAt(controller, "spec.selector")).length > 0;
  const hasLabels = Object.keys(objectAt(controller, "metadata.labels")).length > 0;
  const selecting = hasSelector ? controller : withValueAt(controller, "spec.selector", labels);
  return hasLabels ? selecting : withValueAt(selecting, "metadata.labels", labels);
}

/** For containers, a missing limit is the maximum, and a missing request the limit or else the minimum. */
function completeLimits(item: JsonObject): JsonObject {
  if (item.type !== "Container") return item;
  const limits = withDefaults(objectAt(item, "default"), entriesOf(item, "max"));
  const requests = withDefaults(withDefaults(objectAt(item, "defaultRequest"), limits), entriesOf(item, "min"));
  const limited = Object.keys(limits).length === 0 ? item : withField(item, "default", limits);
  return Object.keys(requests).length === 0 ? limited : withField(limited, "defaultRequest", requests);
}

function entriesOf(item: JsonObject, key: string): JsonObject {
  const value = getOwn(item, key);
  return isJsonObject(value) ? value : {};
}
