/** What is called how. */
import type { Box } from "./model-box.ts";

/** Of the Service and of the business container. */
export function nameOf({ spec, metadata }: Box): string {
  return spec.name ?? metadata.name ?? "";
}

/** By which the pods of a box are found. */
export function labelsOf({ metadata: { name = "" } }: Box) {
  return { modelbox: name };
}

/** The same, as a text. */
export function selectorOf(box: Box): string {
  return `modelbox=${labelsOf(box).modelbox}`;
}
