/** The limit ranges of a namespace: containers that say nothing get their defaults, and nobody gets more or less than they allow. */
import { type AdmissionAttributes, type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import { getOwn, type JsonObject, type JsonValue } from "@pintle/machinery";
import {
  changeField,
  changeItems,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
  withField,
  withValueAt,
} from "../builtin/json-fields.ts";
import { joinComplaints } from "./join-complaints.ts";
import {
  type Amounts,
  complainOfLargerRequest,
  complainOfLess,
  complainOfMore,
  complainOfRatio,
  type Limit,
} from "./limit-constraints.ts";
import { askedByPod } from "./resources/pod-resources.ts";
import { noResources, readResources, sortedNames } from "./resources/resource-list.ts";
import type { StoredObjects } from "./stored-objects.ts";

const annotation = "kubernetes.io/limit-ranger";

export function createLimitRanger(objects: StoredObjects): AdmissionPlugin {
  const rangesOf = async (attributes: AdmissionAttributes) =>
    limitedKindOf(attributes) === undefined ? [] : objects.list("limitranges", attributes.namespace);
  return {
    async mutate(attributes) {
      const { object } = attributes;
      if (!object || limitedKindOf(attributes) !== "pods") return object;
      return (await rangesOf(attributes)).reduce(withDefaults, object);
    },
    async validate(attributes) {
      const { object } = attributes;
      if (!object) return;
      const kind = limitedKindOf(attributes);
      for (const range of await rangesOf(attributes)) {
        const limits = objectsAt(range, "spec.limits");
        const complaints = limits.flatMap((limit) =>
          kind === "pods" ? judgePod(limit, object) : judgeClaim(limit, object),
        );
        if (complaints.length > 0) throw forbidRequest(attributes, joinComplaints(complaints));
      }
    },
  };
}

/** What a pod needs is decided when it is made, and again when it is resized. Whatever is being deleted is let go. */
function limitedKindOf({ endpoint, subresource, operation, old }: AdmissionAttributes): string | undefined {
  const { group, resource } = endpoint.groupResource;
  if (group !== "" || (operation !== "CREATE" && operation !== "UPDATE")) return undefined;
  if (old && valueAt(old, "metadata.deletionTimestamp") !== undefined) return undefined;
  if (resource === "pods") {
    const isResize = operation === "UPDATE" && subresource === "resize";
    return isResize || (operation === "CREATE" && subresource === "") ? resource : undefined;
  }
  return resource === "persistentvolumeclaims" && subresource === "" ? resource : undefined;
}

function withDefaults(pod: JsonObject, range: JsonObject): JsonObject {
  const own = objectsAt(range, "spec.limits").filter((limit) => textAt(limit, "type") === "Container");
  const defaultsAt = (key: string) => new Map(own.flatMap((limit) => Object.entries(objectAt(limit, key))));
  const defaults = { requests: defaultsAt("defaultRequest"), limits: defaultsAt("default") };
  const notes: string[] = [];
  const complete = (title: string) => (container: JsonObject) => {
    const [requested, requests] = completeAmounts(container, "requests", defaults.requests);
    const [limited, limits] = completeAmounts(requested, "limits", defaults.limits);
    const name = textAt(container, "name");
    if (requests.length > 0) notes.push(`${requests.join(", ")} request for ${title} ${name}`);
    if (limits.length > 0) notes.push(`${limits.join(", ")} limit for ${title} ${name}`);
    return limited;
  };
  const completed = changeField(pod, "spec", (spec) =>
    changeItems(changeItems(spec, "containers", complete("container")), "initContainers", complete("init container")),
  );
  if (notes.length === 0) return pod;
  const annotations = withField(
    objectAt(completed, "metadata.annotations"),
    annotation,
    `LimitRanger plugin set: ${notes.join("; ")}`,
  );
  return withValueAt(completed, "metadata.annotations", annotations);
}

/** The container with the amounts that it lacked, and their names. */
function completeAmounts(
  container: JsonObject,
  need: string,
  defaults: ReadonlyMap<string, JsonValue | undefined>,
): [JsonObject, readonly string[]] {
  const amounts = objectAt(container, `resources.${need}`);
  const lacking = sortedNames(defaults).filter((name) => getOwn(amounts, name) === undefined);
  if (lacking.length === 0) return [container, []];
  const completed = lacking.reduce((list, name) => withField(list, name, defaults.get(name)), amounts);
  return [withValueAt(container, `resources.${need}`, completed), lacking];
}

function judgePod(limit: JsonObject, pod: JsonObject): string[] {
  const type = textAt(limit, "type");
  if (type === "Pod") return judge(limit, { requests: askedByPod(pod, "requests"), limits: askedByPod(pod, "limits") });
  if (type !== "Container") return [];
  return ["spec.containers", "spec.initContainers"]
    .flatMap((path) => objectsAt(pod, path))
    .flatMap((container) =>
      judge(limit, {
        requests: readResources(container, "resources.requests"),
        limits: readResources(container, "resources.limits"),
      }),
    );
}

function judge(limit: JsonObject, amounts: Amounts): string[] {
  return [
    ...complaintsOf(limit, "min", (one) => complainOfLess(one, amounts)),
    ...complaintsOf(limit, "max", (one) => complainOfMore(one, amounts)),
    ...complaintsOf(limit, "maxLimitRequestRatio", (one) => complainOfRatio(one, amounts)),
  ];
}

function judgeClaim(limit: JsonObject, claim: JsonObject): string[] {
  if (textAt(limit, "type") !== "PersistentVolumeClaim") return [];
  const amounts = { requests: readResources(claim, "spec.resources.requests"), limits: noResources };
  return [
    ...complaintsOf(limit, "min", (one) => complainOfLess(one, amounts)),
    ...complaintsOf(limit, "max", (one) => complainOfLargerRequest(one, amounts)),
  ];
}

function complaintsOf(limit: JsonObject, bound: string, complain: (limit: Limit) => string | undefined): string[] {
  const bounds = readResources(limit, bound);
  return sortedNames(bounds).flatMap((resource) => {
    const enforced = bounds.get(resource);
    return (enforced && complain({ type: textAt(limit, "type"), resource, enforced })) ?? [];
  });
}
