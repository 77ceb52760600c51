/** How a container is asked whether it has started, lives and can be sent requests: Kubernetes' Probe, in full. */
import { z } from "zod";
import { rule } from "./rules.ts";
import { int32, int64, portOrName } from "./scalars.ts";

const count = () => int32().min(0).optional();
const header = () => z.object({ name: z.string(), value: z.string() });
const described = () =>
  z.object({
    exec: z.object({ command: z.array(z.string()).min(1) }).optional(),
    grpc: z.object({ port: int32().min(1).max(65_535), service: z.string().optional() }).optional(),
    httpGet: z
      .object({
        port: portOrName(),
        path: z.string().optional(),
        host: z.string().optional(),
        scheme: z.enum(["HTTP", "HTTPS"]).optional(),
        httpHeaders: z.array(header()).optional(),
      })
      .optional(),
    tcpSocket: z.object({ port: portOrName(), host: z.string().optional() }).optional(),
    ...{ initialDelaySeconds: count(), periodSeconds: count(), timeoutSeconds: count() },
    ...{ successThreshold: count(), failureThreshold: count() },
    terminationGracePeriodSeconds: int64().min(1).optional(),
  });

/** A probe, with one way to ask. In a list it has a rule for each item: `.max(…)` says to the API server how many there may be. */
export function probe(): ReturnType<typeof described> {
  return rule(described(), {
    rule: "[has(self.exec), has(self.grpc), has(self.httpGet), has(self.tcpSocket)].exists_one(way, way)",
    message: "has to have one of exec, grpc, httpGet and tcpSocket",
  });
}
