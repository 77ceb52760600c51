/** The fields that nobody owns: they say which object it is, or the server keeps them itself. */
import { FieldSet } from "./field-set.ts";
import { fieldNamesPath } from "./path-element.ts";

export const unownedFields: FieldSet = FieldSet.of(
  fieldNamesPath("apiVersion"),
  fieldNamesPath("kind"),
  fieldNamesPath("metadata"),
  fieldNamesPath("metadata", "name"),
  fieldNamesPath("metadata", "namespace"),
  fieldNamesPath("metadata", "creationTimestamp"),
  fieldNamesPath("metadata", "selfLink"),
  fieldNamesPath("metadata", "uid"),
  fieldNamesPath("metadata", "clusterName"),
  fieldNamesPath("metadata", "generation"),
  fieldNamesPath("metadata", "managedFields"),
  fieldNamesPath("metadata", "resourceVersion"),
);
