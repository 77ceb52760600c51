/** The containers of a Pod template in the cells of a Table. */
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, textAt } from "../builtin/json-fields.ts";

/** The names and the images of the containers of a Pod's spec, each in the order in which they stand there. */
export function containerCells(object: JsonObject, podSpecPath: string): readonly [names: string, images: string] {
  const containers = objectsAt(object, `${podSpecPath}.containers`);
  return [
    containers.map((container) => textAt(container, "name")).join(","),
    containers.map((container) => textAt(container, "image")).join(","),
  ];
}
