/** Templates of objects that are named after something else: they carry labels and annotations, and no more of metadata. */
import { FieldError, type FieldPath, type JsonObject, validateAnnotations, validateLabels } from "@pintle/machinery";
import { textMap } from "./label-selectors.ts";

export function validateClaimMetadata(metadata: JsonObject, path: FieldPath): FieldError[] {
  const others = Object.entries(metadata).filter(([key, value]) => {
    const isSet = value !== null && value !== undefined && value !== "";
    return isSet && key !== "labels" && key !== "annotations";
  });
  return [
    ...validateAnnotations(textMap(metadata, "annotations"), path.child("annotations")),
    ...validateLabels(textMap(metadata, "labels"), path.child("labels")),
    // The server makes the names from Go's.
    ...others.map(([key]) => FieldError.forbidden(path.child(key === "uid" ? "uID" : key), "cannot be set")),
  ];
}
