/** The metadata of custom resources: Go has a type for it, whatever the schema says, and reads it before anything else. */
import { shapeOfType } from "@pintle/kinds/tables";
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { dropUnknownFields, type KnownFields } from "../registry/drop-unknown-fields.ts";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import { GoTypeError } from "../wire/typed/type-errors.ts";

const metadataType = "meta/v1.ObjectMeta";
const metadataShape = shapeOfType(metadataType);

/** The object with metadata of the right types and without fields that metadata has not. Throws a `GoTypeError`. */
export function readCustomMetadata(object: JsonObject): KnownFields {
  const metadata = getOwn(object, "metadata");
  if (metadata === undefined || metadata === null) return { object, unknownFields: [] };
  if (!isJsonObject(metadata)) {
    throw new GoTypeError(`json: cannot unmarshal ${jsonTypeWord(metadata)} into Go value of type v1.ObjectMeta`);
  }
  const { unknownFields } = dropUnknownFields(metadata, metadataShape);
  return {
    object: { ...object, metadata: normalizeBuiltIn(metadata, metadataType) },
    unknownFields: unknownFields.map((path) => `metadata.${path}`),
  };
}
