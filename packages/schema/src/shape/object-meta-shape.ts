/** The shape of metadata, which no definition spells out. */
import type { Field, Shape } from "@pintle/machinery";

const text: Field = { shape: { type: "scalar", scalar: "string" } };
const number: Field = { shape: { type: "scalar", scalar: "number" } };
const boolean: Field = { shape: { type: "scalar", scalar: "boolean" } };
const time: Field = { shape: { type: "scalar" } };
const texts: Field = { shape: { type: "map", values: text.shape } };

const ownerReference: Shape = {
  type: "map",
  map: "atomic",
  fields: {
    apiVersion: text,
    blockOwnerDeletion: boolean,
    controller: boolean,
    kind: text,
    name: text,
    uid: text,
  },
};

const managedFields: Shape = {
  type: "map",
  fields: {
    apiVersion: text,
    fieldsType: text,
    fieldsV1: { shape: { type: "map", values: { type: "any" } } },
    manager: text,
    operation: text,
    subresource: text,
    time,
  },
};

export const objectMetaShape: Shape = {
  type: "map",
  fields: {
    annotations: texts,
    creationTimestamp: time,
    deletionGracePeriodSeconds: number,
    deletionTimestamp: time,
    finalizers: { shape: { type: "list", list: "set", items: text.shape, patch: { strategies: ["merge"] } } },
    generateName: text,
    generation: number,
    labels: texts,
    managedFields: { shape: { type: "list", list: "atomic", items: managedFields } },
    name: text,
    namespace: text,
    ownerReferences: {
      shape: {
        type: "list",
        list: "map",
        keys: ["uid"],
        items: ownerReference,
        patch: { strategies: ["merge"], mergeKey: "uid" },
      },
    },
    resourceVersion: text,
    selfLink: text,
    uid: text,
  },
};
