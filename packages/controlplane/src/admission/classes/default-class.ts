/** The class for those who name none: the newest that is marked as such, and of several the first by name. */
import { readTimeMs } from "@pintle/apiserver";
import { compareUtf8, getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, textAt, valueAt } from "../../builtin/json-fields.ts";

export function defaultClassOf(classes: readonly JsonObject[], marks: readonly string[]): string | undefined {
  const marked = classes.filter((one) => {
    const annotations = objectAt(one, "metadata.annotations");
    return marks.some((mark) => getOwn(annotations, mark) === "true");
  });
  const madeMs = (one: JsonObject) => readTimeMs(valueAt(one, "metadata.creationTimestamp")) ?? 0;
  const name = (one: JsonObject) => textAt(one, "metadata.name");
  const [newest] = marked.toSorted(
    (left, right) => madeMs(right) - madeMs(left) || compareUtf8(name(left), name(right)),
  );
  return newest && name(newest);
}
