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
import { validatePodAnnotations } from "./pod-annotation-rules.ts";
import { validatePodSpec } from "./pod-spec-rules.ts";

/** What is said of a template's metadata; the server says it of StatefulSets twice. */
export function validateTemplateMetadata(template: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...validateLabels(textMap(template, "metadata.labels"), path.child("labels")),
    ...validateAnnotations(textMap(template, "metadata.annotations"), path.child("annotations")),
    ...validatePodAnnotations(template, path.child("annotations")),
  ];
}

export function validateTemplate(template: JsonObject, path: FieldPath): FieldError[] {
  const isEphemeral = listAt(template, "spec.ephemeralContainers").length > 0;
  return [
    ...validateTemplateMetadata(template, path),
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
