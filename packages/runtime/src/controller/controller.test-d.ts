/** What the compiler says about controllers; each `@ts-expect-error` is a mistake that must not compile. */
import type { PartialObjectMetadata } from "@pintle/client";
import { ConfigMap, Node, Pod } from "@pintle/kinds";
import type { DeepReadonly, ObjectOf } from "@pintle/machinery";
import { controller } from "./controller.ts";
import type { ControllerDefinition } from "./controller-definition.ts";
import { and, generationChanged, hashChanged, labelsChanged, labelsMatch, not, or } from "./predicates.ts";

const built = controller(Pod, {
  predicates: [
    generationChanged,
    or(labelsChanged, not(labelsMatch("app=web"))),
    hashChanged((pod) => pod.spec?.containers),
  ],
  indexes: { node: (pod) => [pod.spec?.nodeName ?? ""] },
})
  .owns(ConfigMap, {
    predicates: [
      and(
        labelsChanged,
        hashChanged((map) => map.data),
      ),
    ],
    matchesEveryOwner: true,
  })
  .watches(Node, (node, change, cache) => {
    const capacity: { readonly [name: string]: unknown } | undefined = node.status?.capacity;
    const before: DeepReadonly<ObjectOf<typeof Node>> | undefined = change.previous;
    return capacity && before
      ? cache.byIndex(Pod, "node", node.metadata.name ?? "").map(({ metadata }) => ({ name: metadata.name ?? "" }))
      : [];
  })
  .watches(
    ConfigMap,
    (map) => {
      const partial: DeepReadonly<PartialObjectMetadata> = map;
      // @ts-expect-error: there is nothing but metadata
      map.data?.text;
      return [{ name: partial.metadata.name ?? "" }];
    },
    { metadataOnly: true },
  )
  .filteredBy(generationChanged)
  .reconcile(async (request, ctx) => {
    const phase: string | undefined = ctx.object?.status?.phase;
    // @ts-expect-error: what comes from the cache is nobody's to change
    if (ctx.object?.spec) ctx.object.spec.nodeName = "x";
    await ctx.client.resource(Pod, { namespace: request.namespace ?? "default" }).get(phase ?? "");
    // @ts-expect-error: the object may be gone
    ctx.object.metadata;
  });

/** A definition of any kind stands where the kind does not matter. */
const anything: ControllerDefinition = built;
const several: readonly ControllerDefinition[] = [built, controller(ConfigMap).reconcile(() => {}), anything];
export const names = several.map(({ name }) => name);

// @ts-expect-error: a request has a name
controller(Pod).watches(Node, (node) => [{ namespace: node.metadata.name ?? "" }]);
// @ts-expect-error: there is no such field
controller(Pod, { indexes: { node: (pod) => [pod.spec?.nodeNames ?? ""] } });
// @ts-expect-error: a function has to say for which objects
controller(Pod).watches(Node);
// @ts-expect-error: without a kind there is nothing to watch
controller();
