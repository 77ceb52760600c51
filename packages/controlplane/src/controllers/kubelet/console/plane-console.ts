/** The console of a plane's pods, which finds them where they are stored. */
import type { Pod } from "@pintle/kinds";
import { ApiError, type Clock } from "@pintle/machinery";
import type { ObjectAccess } from "../../../builtin/built-in-options.ts";
import type { KubeletOptions } from "../kubelet-stage.ts";
import { createPodConsole, type PodConsole } from "./pod-console.ts";

export function createPlaneConsole(
  objects: ObjectAccess,
  clock: Clock,
  { images = [] }: KubeletOptions = {},
): PodConsole {
  return createPodConsole({
    images,
    clock,
    async findPod(namespace, name) {
      try {
        return (await objects.get({ group: "", plural: "pods", namespace, name })) as unknown as Pod;
      } catch (error) {
        if (ApiError.is(error, "NotFound")) return undefined;
        throw error;
      }
    },
  });
}
