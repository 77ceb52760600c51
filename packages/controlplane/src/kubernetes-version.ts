/** The Kubernetes that the plane is: what `/version` says, and what clients compare theirs with. */
import type { VersionInfo } from "@pintle/apiserver";

export const kubernetesVersion: VersionInfo = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.3+pintle",
  gitCommit: "unknown",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: `${process.platform}/${process.arch === "x64" ? "amd64" : process.arch}`,
};
