/** PUT of an object, or of a view of it such as its status. */
import type { JsonObject } from "@pintle/machinery";
import { changeObject } from "../registry/change-object.ts";
import { metadataText } from "../registry/object-metadata.ts";
import { dedupeOwnerReferences } from "../registry/owner-references.ts";
import { checkNameOfUrl, inNamespaceOf } from "../registry/prepare-metadata.ts";
import { fromStorageVersion, toStorageVersion } from "../registry/resource-endpoint.ts";
import type { Strategy } from "../registry/strategy.ts";
import { admissionAttributes } from "../registry/write-call.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { awaitedConversionsOf, awaiting } from "./awaited-conversions.ts";
import { bodyTypeOf, optionsObject, readBodyOf, writeCallOf } from "./calls.ts";
import { decodeBody } from "./decode-body.ts";
import { recordManager } from "./managed-fields.ts";
import { type RestResult, resultOf } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";
import { readWriteOptions } from "./write-options.ts";

export async function handleUpdate(call: RestCall, view?: Strategy): Promise<RestResult> {
  const { endpoint, context, server } = call;
  const { name, namespace, subresource } = context.info;
  const options = readWriteOptions(call.request, "UpdateOptions");
  const decoded = decodeBody(bodyTypeOf(endpoint), await readBodyOf(call, options));
  context.audit?.noteObject(decoded);
  checkNameOfUrl(decoded, name);
  const placed = inNamespaceOf(decoded, endpoint.isNamespaced ? namespace : "");
  const strategy = view ?? endpoint.resource.strategy;
  const updated = dedupeOwnerReferences(placed, context.warnings, false);
  const optionsSeen = optionsObject("UpdateOptions", options);
  const write = writeCallOf(call, { name, isDryRun: options.isDryRun, options: optionsSeen, strategy });

  const { manager } = options;
  const conversions = awaitedConversionsOf(endpoint);
  async function transform(existing: JsonObject | undefined): Promise<JsonObject> {
    if (!existing) await authorizeCreate(call);
    const live = existing && fromStorageVersion(endpoint, existing);
    const managed = await awaiting(conversions, () =>
      recordManager({ endpoint, strategy, context, manager, subresource, ...conversions }, live, updated),
    );
    const proposed = toStorageVersion(endpoint, managed);
    const operation = existing ? "UPDATE" : "CREATE";
    const admitted = await server.admission.mutate(admissionAttributes(write, operation, proposed, existing, name));
    return dedupeOwnerReferences(admitted ?? proposed, context.warnings, true);
  }

  const uid = metadataText(decoded, "uid");
  const { outcome, isCreated } = await changeObject(write, { transform, uid });
  return resultOf(outcome, isCreated ? 201 : 200);
}
