/** How Kubernetes finds out whether the business container lives and can be sent requests: as is said, or by connecting to its first port. */
import type { Box } from "./model-box.ts";

export function probesOf({ spec: { probes, livenessProbe, readinessProbe, ports = [] } }: Box) {
  // Nobody can connect to UDP.
  const first = ports.find(({ protocol }) => protocol === "TCP");
  if (probes === "none" || first === undefined) return { livenessProbe, readinessProbe };
  const tcpSocket = { port: first.targetPort ?? first.port };
  return {
    // A container that is slow is first sent nothing more, and long after that started anew.
    livenessProbe: livenessProbe ?? { tcpSocket, periodSeconds: 10, failureThreshold: 6 },
    readinessProbe: readinessProbe ?? { tcpSocket, periodSeconds: 5, failureThreshold: 3 },
  };
}
