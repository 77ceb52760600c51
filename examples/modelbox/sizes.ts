/** What the sizes mean, for each container of a box. */
import type { Box } from "./model-box.ts";

const sizes = {
  small: { requests: { cpu: "100m", memory: "128Mi" }, limits: { cpu: "250m", memory: "256Mi" } },
  medium: { requests: { cpu: "250m", memory: "512Mi" }, limits: { cpu: "1", memory: "1Gi" } },
  large: { requests: { cpu: "1", memory: "2Gi" }, limits: { cpu: "4", memory: "8Gi" } },
} as const;

/** Without a size and without resources there are no limits. */
export function resourcesOf({ spec: { size = "custom", resources } }: Box) {
  return size === "custom" ? resources : sizes[size];
}
