/**
 * A small operator for tests: a FooBar asks for a number of ConfigMaps with a text, gets a finalizer, and tells in its status how far it is.
 * It does six sorts of writes, so that there is something to be interrupted between.
 */
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, CustomResourceDefinition } from "@pintle/kinds";
import {
  ApiError,
  addFinalizer,
  type DeepReadonly,
  defineKind,
  hasFinalizer,
  isControlledBy,
  type ObjectOf,
  removeFinalizer,
  setControllerReference,
} from "@pintle/machinery";
import { type ControllerDefinition, controller, type ReconcileContext } from "@pintle/runtime";
import type { RuntimePlane } from "./plane.ts";

export const FooBar = defineKind({
  group: "samples.dev",
  version: "v1",
  kind: "FooBar",
  plural: "foobars",
  scope: "Namespaced",
  subresources: ["status"],
})<{ spec: { copies: number; text: string }; status?: { ready?: number; observedGeneration?: number } }>();

export type FooBarObject = DeepReadonly<ObjectOf<typeof FooBar>>;

const finalizer = "samples.dev/copies";
const label = "samples.dev/foobar";

export const foobarDefinition = CustomResourceDefinition({
  metadata: { name: "foobars.samples.dev" },
  spec: {
    group: "samples.dev",
    scope: "Namespaced",
    names: { plural: "foobars", singular: "foobar", kind: "FooBar", listKind: "FooBarList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["copies", "text"],
                properties: { copies: { type: "integer" }, text: { type: "string" } },
              },
              status: {
                type: "object",
                properties: { ready: { type: "integer" }, observedGeneration: { type: "integer", format: "int64" } },
              },
            },
          },
        },
      },
    ],
  },
});

/** Resolves when they are served. */
export async function installFooBars({ client, clock }: RuntimePlane): Promise<void> {
  await client.resource(CustomResourceDefinition).create(foobarDefinition);
  await clock.settle();
}

export function copyName(name: string, index: number): string {
  return `${name}-${index}`;
}

/** A new value each time, as a program makes it when it starts. */
export function foobarController(workers = 1): ControllerDefinition<typeof FooBar> {
  return controller(FooBar).owns(ConfigMap).withOptions({ workers }).reconcile(reconcile);
}

type Context = ReconcileContext<typeof FooBar>;

async function reconcile(_request: unknown, ctx: Context): Promise<void> {
  const foobar = ctx.object;
  if (foobar === undefined) return;
  if (foobar.metadata.deletionTimestamp !== undefined) return await finalize(foobar, ctx);
  if (!hasFinalizer(foobar, finalizer)) await ctx.client.resource(FooBar).update(addFinalizer(foobar, finalizer));
  for (let index = 0; index < foobar.spec.copies; index += 1) await ensureCopy(foobar, index, ctx);
  for (const copy of copiesOf(foobar, ctx).slice(foobar.spec.copies)) await deleteCopy(copy, ctx);
  const status = { ready: foobar.spec.copies, observedGeneration: foobar.metadata.generation ?? 0 };
  if (foobar.status?.ready === status.ready && foobar.status.observedGeneration === status.observedGeneration) return;
  const { namespace, name = "" } = foobar.metadata;
  await ctx.client.resource(FooBar, placeOf(namespace)).status.patch(name, { merge: { status } });
}

async function ensureCopy(foobar: FooBarObject, index: number, { client, cache }: Context): Promise<void> {
  const { namespace = "default", name: owner = "" } = foobar.metadata;
  const name = copyName(owner, index);
  const maps = client.resource(ConfigMap, { namespace });
  const data = { text: foobar.spec.text };
  const found = cache.get(ConfigMap, { namespace, name });
  if (found === undefined) {
    const child = ConfigMap({ metadata: { namespace, name, labels: { [label]: owner } }, data });
    try {
      await maps.create(setControllerReference(foobar, child));
    } catch (error) {
      // Another life made it, and died before the answer came.
      if (!ApiError.is(error, "AlreadyExists")) throw error;
      if (!isControlledBy(await maps.get(name), foobar)) throw error;
    }
  } else if (found.data?.text !== foobar.spec.text) await maps.patch(name, { merge: { data } });
}

async function finalize(foobar: FooBarObject, ctx: Context): Promise<void> {
  for (const copy of copiesOf(foobar, ctx)) await deleteCopy(copy, ctx);
  if (hasFinalizer(foobar, finalizer)) {
    await ignoreNotFound(ctx.client.resource(FooBar).update(removeFinalizer(foobar, finalizer)));
  }
}

type ConfigMapObject = DeepReadonly<ObjectOf<typeof ConfigMap>>;

function copiesOf({ metadata }: FooBarObject, { cache }: Context): readonly ConfigMapObject[] {
  const { namespace = "default", name = "" } = metadata;
  const copies = cache.list(ConfigMap, { namespace, labelSelector: `${label}=${name}` });
  return copies.toSorted((left, right) => ((left.metadata.name ?? "") < (right.metadata.name ?? "") ? -1 : 1));
}

async function deleteCopy({ metadata }: ConfigMapObject, { client }: Context): Promise<void> {
  const { namespace, name = "", uid } = metadata;
  const preconditions = uid === undefined ? {} : { preconditions: { uid } };
  await ignoreNotFound(client.resource(ConfigMap, placeOf(namespace)).delete(name, preconditions));
}

function placeOf(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}
