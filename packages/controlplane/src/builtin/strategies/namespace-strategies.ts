/**
 * A namespace goes in two steps: a delete marks it as Terminating, and it is gone when whoever empties it has taken its finalizer out of
 * the spec through `finalize`. Without a namespace controller it waits there for ever, as it does on a bare API server.
 */
import type { StrategyRequest } from "@pintle/apiserver";
import { formatTime, getOwn, type JsonObject } from "@pintle/machinery";
import { labelNamespace } from "../defaults/core-defaults.ts";
import { resetFieldsOf } from "../generic-strategy.ts";
import { listAt, objectAt, textAt, textsAt, withField, withValueAt } from "../json-fields.ts";
import type { KindStrategies, Specialize } from "./own-strategies.ts";

const finalizer = "kubernetes";

export function createNamespaceStrategies(): Readonly<Record<string, Specialize>> {
  return { namespaces: specialize };
}

function specialize({ main, views }: KindStrategies): KindStrategies {
  const own = {
    ...main,
    canonicalize: labelNamespace,
    keepsDeleted: (namespace: JsonObject) => listAt(namespace, "spec.finalizers").length > 0,
    beforeDelete: terminate,
  };
  return {
    main: {
      ...own,
      prepareCreate: (namespace) => withField(withFinalizer(namespace), "status", { phase: "Active" }),
      prepareUpdate: (namespace, old) => withFinalizersOf(withField(namespace, "status", getOwn(old, "status")), old),
    },
    views: {
      status: { ...own, ...views.status },
      finalize: {
        ...own,
        prepareUpdate: (namespace, old) => withField(namespace, "status", getOwn(old, "status")),
        resetFields: resetFieldsOf(["v1"], ["status"]),
      },
    },
  };
}

function withFinalizer(namespace: JsonObject): JsonObject {
  const finalizers = textsAt(namespace, "spec.finalizers");
  if (finalizers.includes(finalizer)) return namespace;
  return withValueAt(namespace, "spec.finalizers", [...finalizers, finalizer]);
}

function withFinalizersOf(namespace: JsonObject, old: JsonObject): JsonObject {
  const finalizers = [...listAt(old, "spec.finalizers")];
  const spec = withField(objectAt(namespace, "spec"), "finalizers", finalizers.length > 0 ? finalizers : undefined);
  return withField(namespace, "spec", spec);
}

/** Another object than the given one says that it stays. Unlike other objects it gets no grace period, not even one of zero. */
function terminate(namespace: JsonObject, { context }: StrategyRequest): JsonObject {
  if (textAt(namespace, "metadata.deletionTimestamp") === "") {
    const marked = withValueAt(namespace, "metadata.deletionTimestamp", formatTime(context.clock.now()));
    return withValueAt(marked, "status.phase", "Terminating");
  }
  return listAt(namespace, "spec.finalizers").length > 0 ? { ...namespace } : namespace;
}
