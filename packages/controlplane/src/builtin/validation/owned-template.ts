/** The template of pods that a workload owns: its labels are selected, and its pods never end by themselves. */
import { FieldError, type FieldPath, fieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { numberAt, objectAt, textAt } from "../json-fields.ts";
import { isEmptySelector, selects, textMap } from "./label-selectors.ts";
import { validateTemplate } from "./template-rules.ts";

const path = fieldPath("spec");

/** The template of pods that never end by themselves, and are found by the selector. */
export function validateOwnedTemplate(spec: JsonObject, kind: string): FieldError[] {
  const template = objectAt(spec, "template");
  const templatePath = path.child("template");
  return [
    ...checkLabels(spec, template, templatePath),
    ...validateTemplate(template, templatePath),
    ...checkEndless(template, templatePath, kind),
  ];
}

function checkLabels(spec: JsonObject, template: JsonObject, templatePath: FieldPath): FieldError[] {
  const selector = getOwn(spec, "selector");
  const labels = textMap(template, "metadata.labels");
  if (isJsonObject(selector) && isEmptySelector(selector)) return [];
  const isSelected = isJsonObject(selector) ? selects(selector, labels) : false;
  return isSelected === false ? [mismatch(template, templatePath)] : [];
}

export function mismatch(template: JsonObject, templatePath: FieldPath): FieldError {
  const labels = getOwn(objectAt(template, "metadata"), "labels") ?? null;
  return FieldError.invalid(
    templatePath.child("metadata", "labels"),
    labels,
    "`selector` does not match template `labels`",
  );
}

export function checkEndless(template: JsonObject, templatePath: FieldPath, kind: string): FieldError[] {
  const policy = textAt(template, "spec.restartPolicy");
  const spec = templatePath.child("spec");
  return [
    ...(policy === "Always" ? [] : [FieldError.notSupported(spec.child("restartPolicy"), policy, ["Always"])]),
    ...(numberAt(template, "spec.activeDeadlineSeconds") === undefined
      ? []
      : [
          FieldError.forbidden(
            spec.child("activeDeadlineSeconds"),
            `activeDeadlineSeconds in ${kind} is not Supported`,
          ),
        ]),
  ];
}

export function isReadable(spec: JsonObject): boolean {
  const selector = getOwn(spec, "selector");
  return !isJsonObject(selector) || selects(selector, {}) !== undefined;
}
