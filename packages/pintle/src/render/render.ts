/**
 * What an operator would make of an object, without a cluster: the same `desired` and the same `status`, for `pintle render` and for unit tests.
 *
 * ```ts
 * const { children, status } = await render(modelBoxes, ModelBox({ metadata: { name: "a" }, spec: {} }));
 * ```
 *
 * The object is completed and judged first as an API server would do it, by its schema with all rules and by the operator's admission: what
 * would be refused is an `ApiError` that names the fields.
 */
import type { DynamicManifest } from "@pintle/client";
import type { DeepInput, JsonObject, ObjectMeta } from "@pintle/machinery";
import type { Operator } from "../operator/operator-definition.ts";

export interface RenderOptions {
  /** Whatever else there is: what the operator reads, and children of the object as they are. Nothing unless said. */
  readonly objects?: readonly ObjectToRender[];
}

/** What a kind has built, an object as the API gave it, or any other manifest. */
export type ObjectToRender = DynamicManifest | KindManifest;

interface KindManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: DeepInput<ObjectMeta> | undefined;
}

/** Plain JSON, all of it; the same for the same objects, whenever it is made. */
export interface Rendering {
  /** As it was completed, in the version that the operator works with, and with its status. */
  readonly object: RenderedObject;
  /** What is applied, in this order. */
  readonly children: readonly RenderedObject[];
  readonly status: JsonObject;
  /** What the operator's admission warns of, for whoever wrote the object. */
  readonly warnings: readonly string[];
}

export interface RenderedObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: JsonObject;
}

export async function render(
  operator: Operator,
  object: ObjectToRender,
  options: RenderOptions = {},
): Promise<Rendering> {
  // What is needed for it, schemas and their rules above all, is loaded by those who render.
  const { renderObject } = await import("./render-object.ts");
  return await renderObject(operator, object, options.objects ?? []);
}
