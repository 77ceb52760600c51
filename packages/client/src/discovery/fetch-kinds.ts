/**
 * Asks a server which kinds it has: all at once where it can say so, with two requests, and otherwise one group version at a time.
 */
import { ApiError, formatGroupVersion, type GroupVersion, type JsonValue } from "@pintle/machinery";
import type { CallOptions } from "../request/api-request.ts";
import type { Requester } from "../request/requester.ts";
import {
  type DiscoveredKind,
  objectsIn,
  readGroupDiscoveryList,
  readResourceList,
  textOf,
  textsIn,
} from "./discovered-kind.ts";

/** What `/api` and `/apis` say: all kinds, or only the names of the group versions. */
export type Overview =
  | { readonly isComplete: true; readonly kinds: readonly DiscoveredKind[] }
  | { readonly isComplete: false; readonly versions: readonly GroupVersion[] };

const accept = ["v2", "v2beta1"]
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,`)
  .join("")
  .concat("application/json");

export async function fetchOverview(requester: Requester, options: CallOptions): Promise<Overview> {
  const ask = (path: string) => requester.send<JsonValue>({ ...options, method: "GET", path, headers: { accept } });
  const answers = await Promise.all(["/api", "/apis"].map((path) => ignoreMissing(ask(path))));
  if (answers.every((answer) => textOf(answer, "kind") === "APIGroupDiscoveryList")) {
    return { isComplete: true, kinds: answers.flatMap(readGroupDiscoveryList) };
  }
  const [core, groups] = answers;
  const coreVersions = textsIn(core, "versions").map((version) => ({ group: "", version }));
  return { isComplete: false, versions: [...coreVersions, ...objectsIn(groups, "groups").flatMap(versionsOf)] };
}

/** The preferred version first. */
function versionsOf(group: object): GroupVersion[] {
  const { preferredVersion } = group as { readonly preferredVersion?: unknown };
  const names = [preferredVersion, ...objectsIn(group, "versions")].map((version) => textOf(version, "version"));
  return [...new Set(names)]
    .filter((version) => version !== "")
    .map((version) => ({ group: textOf(group, "name"), version }));
}

/** The kinds of one group version; none where the server does not have it. */
export async function fetchVersion(
  requester: Requester,
  { group, version }: GroupVersion,
  options: CallOptions,
): Promise<DiscoveredKind[]> {
  const segments = group === "" ? ["api", version] : ["apis", group, version];
  const path = `/${segments.map(encodeURIComponent).join("/")}`;
  const answer = await ignoreMissing(requester.send<JsonValue>({ ...options, method: "GET", path }));
  return answer === undefined
    ? []
    : readResourceList({ groupVersion: formatGroupVersion({ group, version }), ...(answer as object) });
}

/** A server of an aggregated API has no `/api`, and a group may be gone since it was named. */
async function ignoreMissing(answer: Promise<JsonValue>): Promise<JsonValue | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (ApiError.is(error, "NotFound", "NotAcceptable")) return undefined;
    throw error;
  }
}
