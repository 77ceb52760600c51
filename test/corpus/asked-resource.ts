/** Which of the built-in resources a recorded request is about. */
import { type BuiltInResource, builtInResources } from "@pintle/kinds/tables";

/** `POST /apis/apps/v1/namespaces/{ns}/deployments?dryRun=All` is about Deployments; `undefined` for what is no built-in resource. */
export function askedResource(request: string): BuiltInResource | undefined {
  const [, path = ""] = request.split(" ");
  const [root, ...parts] = (path.split("?")[0] ?? "").split("/").filter((part) => part !== "");
  const [group, version, ...rest] = root === "api" ? ["", ...parts] : parts;
  const find = (plural: string | undefined) =>
    builtInResources.find((each) => each.group === group && each.version === version && each.plural === plural);
  // A namespace has subresources of its own, which are no resources in it.
  const inNamespace = rest[0] === "namespaces" ? find(rest[2]) : undefined;
  return inNamespace ?? find(rest[0]);
}

/** A kind as people say it, with its group where another one has a kind of that name. */
export function kindName({ group, kind }: BuiltInResource): string {
  const groups = new Set(builtInResources.filter((each) => each.kind === kind).map((each) => each.group));
  return groups.size > 1 && group !== "" ? `${kind} (${group})` : kind;
}
