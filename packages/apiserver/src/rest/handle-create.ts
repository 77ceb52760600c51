/** POST to a collection. */
import { createObject } from "../registry/create-object.ts";
import { metadataText } from "../registry/object-metadata.ts";
import { dedupeOwnerReferences } from "../registry/owner-references.ts";
import { inNamespaceOf, withoutSystemFields } from "../registry/prepare-metadata.ts";
import { toStorageVersion } from "../registry/resource-endpoint.ts";
import { admissionAttributes } from "../registry/write-call.ts";
import { bodyTypeOf, optionsObject, readBodyOf, writeCallOf } from "./calls.ts";
import { decodeBody } from "./decode-body.ts";
import { recordManager } from "./managed-fields.ts";
import { type RestResult, resultOf } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";
import { readWriteOptions } from "./write-options.ts";

export async function handleCreate(call: RestCall): Promise<RestResult> {
  const { endpoint, context, server } = call;
  const options = readWriteOptions(call.request, "CreateOptions");
  const decoded = decodeBody(bodyTypeOf(endpoint), await readBodyOf(call, options));
  context.audit?.noteObject(decoded);
  const placed = inNamespaceOf(withoutSystemFields(decoded), endpoint.isNamespaced ? context.info.namespace : "");
  const { strategy } = endpoint.resource;
  const managed = recordManager(
    { endpoint, strategy, context, manager: options.manager, subresource: "" },
    undefined,
    placed,
  );
  const name = metadataText(managed, "name");
  const write = writeCallOf(call, {
    name,
    isDryRun: options.isDryRun,
    options: optionsObject("CreateOptions", options),
  });
  const single = dedupeOwnerReferences(toStorageVersion(endpoint, managed), context.warnings, false);
  const attributes = admissionAttributes(write, "CREATE", single, undefined, name);
  const admitted = (await server.admission.mutate(attributes)) ?? single;
  const object = dedupeOwnerReferences(admitted, context.warnings, true);
  const outcome = await createObject(write, object);
  return resultOf(outcome, 201);
}
