/** What this operator puts into the pods of every box, as an example: something that prepares, and a database beside. */
import type { Inject } from "./containers.ts";

export const inject: Inject = {
  initContainers: [{ name: "init-container", image: "busybox:1.36", command: ["sh", "-c", "echo prepared"] }],
  containers: [{ name: "db-container", image: "busybox:1.36", command: ["tail", "-f", "/dev/null"] }],
};
