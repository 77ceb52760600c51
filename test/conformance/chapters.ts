/** Which chapters there are, and on which servers they run. A chapter is a folder of test files beside this one. */
import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { startRealControlPlane } from "../real/control-plane.ts";
import type { ServerDescription } from "./client.ts";
import { startOwnControlPlane } from "./own-control-plane.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** What a server has to bring: `apiserver` is envtest's (no controllers), `core` collects garbage, `workloads` runs Deployments and such. */
export type Profile = "apiserver" | "core" | "workloads";

export interface Chapter {
  readonly name: string;
  readonly title: string;
  readonly profile: Profile;
  /** Where its files are, if not beside this one under its name. */
  readonly folder?: string;
  /** Which of its files run, by name, if not all. */
  readonly files?: readonly string[];
}

export const chapters: readonly Chapter[] = [
  { name: "discovery", title: "discovery and OpenAPI", profile: "apiserver" },
  { name: "crud", title: "create, get, update, delete", profile: "apiserver" },
  { name: "field-validation", title: "field validation, dry-run, generateName", profile: "apiserver" },
  { name: "lists", title: "lists, pages and resourceVersion", profile: "apiserver" },
  { name: "watch", title: "watch", profile: "apiserver" },
  { name: "patches", title: "JSON, merge and strategic patch", profile: "apiserver" },
  { name: "server-side-apply", title: "server-side apply", profile: "apiserver" },
  { name: "crds", title: "custom resource definitions", profile: "apiserver" },
  { name: "tables", title: "Table and PartialObjectMetadata", profile: "apiserver" },
  { name: "admission", title: "admission webhooks and policies", profile: "apiserver" },
  { name: "identity", title: "authentication, authorization, impersonation, tokens", profile: "apiserver" },
  { name: "wire", title: "bad bodies, limits, content negotiation", profile: "apiserver" },
  {
    name: "built-in-kinds",
    title: "defaults, immutable fields and validation of built-in kinds",
    profile: "apiserver",
  },
  { name: "aggregation", title: "aggregated API servers", profile: "apiserver" },
  { name: "deletion", title: "finalizers, propagation, garbage collection, namespaces", profile: "core" },
  { name: "workloads", title: "workload controllers", profile: "workloads" },
];

/** The servers that can be judged. A chapter's tests learn nothing of which one they talk to. */
export const servers: Record<string, (profile: Profile) => Promise<Omit<ServerDescription, "name"> & AsyncDisposable>> =
  {
    real: (profile) => startRealControlPlane({ controllers: profile !== "apiserver", users: testUsers }),
    pintle: (profile) => startOwnControlPlane(testUsers, { profile }),
  };

/** Users without rights of their own; a test grants what it needs. */
export const testUsers = [
  { name: "alice", groups: ["developers"] },
  { name: "bob", groups: ["developers"] },
  { name: "eve", groups: [] },
] as const;

export function filesOf({ name, folder = here + name, files }: Chapter): string[] {
  return globSync("*.test.ts", { cwd: folder })
    .filter((path) => files === undefined || files.includes(fileName(path)))
    .toSorted()
    .map((path) => `${folder}/${path}`);
}

/** How people call a file of a chapter. */
export function fileName(path: string): string {
  return basename(path, ".test.ts");
}
