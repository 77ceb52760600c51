/** Templates of pods, wherever they stand. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  type JsonObject,
  validateAnnotations,
  validateLabels,
} from "@pintle/machinery";
import { listAt, objectAt } from "../json-fields.ts";
import { textMap } from "./label-selectors.ts";
import { validatePodSpec } from "./pod-spec-rules.ts";

export function validateTemplate(template: JsonObject, path: FieldPath): FieldError[] {
  const isEphemeral = listAt(template, "spec.ephemeralContainers").length > 0;
  return [
    ...validateLabels(textMap(template, "metadata.labels"), path.child("labels")),
    ...validateAnnotations(textMap(template, "metadata.annotations"), path.child("annotations")),
    ...validatePodSpec(objectAt(template, "spec"), path.child("spec")),
    ...(isEphemeral && getOwn(template, "spec") !== undefined
      ? [
          FieldError.forbidden(
            path.child("spec", "ephemeralContainers"),
            "ephemeral containers not allowed in pod template",
          ),
        ]
      : []),
  ];
}
