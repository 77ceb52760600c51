/** Containers: named once, with an image, ports that exist, and volumes that the pod has. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validatePortName,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkOneOf, checkPort, invalidAll } from "./checks.ts";
import { validateEnvFrom, validateEnvironment } from "./environment-rules.ts";
import { validateMounts } from "./mount-rules.ts";
import { validateLifecycle, validateProbes } from "./probe-rules.ts";
import { validateResources } from "./resource-rules.ts";
import { checkInitResize, validateInitRestart, validateResizePolicy, validateRestart } from "./restart-rules.ts";
import { validateContainerSecurity } from "./security-rules.ts";

const protocols = ["SCTP", "TCP", "UDP"];

export function validateContainers(
  spec: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  path: FieldPath,
): FieldError[] {
  const containers = objectsAt(spec, "containers");
  if (containers.length === 0) return [FieldError.required(path, "")];
  const names = new Set<string>();
  const graceSeconds = numberAt(spec, "terminationGracePeriodSeconds");
  const errors = containers.flatMap((container, index) => {
    const at = path.index(index);
    return [
      ...validateContainer(container, spec, volumes, at),
      ...checkDuplicate(textAt(container, "name"), names, at),
      ...validateLifecycle(container, graceSeconds, at),
      ...validateProbes(container, graceSeconds, at),
      ...validateRestart(container, at),
    ];
  });
  return [...errors, ...checkPortConflicts(containers, path)];
}

export function validateInitContainers(
  spec: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  path: FieldPath,
): FieldError[] {
  const names = new Set(objectsAt(spec, "containers").map((container) => textAt(container, "name")));
  const graceSeconds = numberAt(spec, "terminationGracePeriodSeconds");
  return objectsAt(spec, "initContainers").flatMap((container, index) => {
    const at = path.index(index);
    const isSidecar = container.restartPolicy === "Always";
    const hooks = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"];
    return [
      ...validateContainer(container, spec, volumes, at),
      ...validateInitRestart(container, at),
      ...checkDuplicate(textAt(container, "name"), names, at, true),
      ...checkPortConflicts([container], path),
      ...(isSidecar
        ? [...validateLifecycle(container, graceSeconds, at), ...validateProbes(container, graceSeconds, at)]
        : hooks
            .filter((hook) => isJsonObject(getOwn(container, hook)))
            .map((hook) =>
              FieldError.forbidden(at.child(hook), "may not be set for init containers without restartPolicy=Always"),
            )),
      ...checkInitResize(container, at),
    ];
  });
}

const notEphemeral = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
];

/** Containers that are added for debugging: without what would have to be planned. */
export function validateEphemeralContainers(
  spec: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  path: FieldPath,
): FieldError[] {
  const containers = objectsAt(spec, "ephemeralContainers");
  if (containers.length === 0) return [];
  const others = new Set(["containers", "initContainers"].flatMap((list) => objectsAt(spec, list)).map(nameOf));
  const names = new Set(others);
  const detail = "cannot be set for an Ephemeral Container";
  const at = path.child("ephemeralContainers");
  return containers.flatMap((container, index) => {
    const target = textAt(container, "targetContainerName");
    const place = at.index(index);
    return [
      ...validateContainer(container, spec, volumes, place),
      ...checkDuplicate(nameOf(container), names, place),
      ...(target === "" || others.has(target) ? [] : [FieldError.notFound(place.child("targetContainerName"), target)]),
      ...notEphemeral
        .filter((key) => isSet(container, key))
        .map((key) => FieldError.forbidden(place.child(key), detail)),
      ...objectsAt(container, "volumeMounts").flatMap((mount, number) =>
        ["subPath", "subPathExpr"]
          .filter((key) => textAt(mount, key) !== "")
          .map((key) => FieldError.forbidden(place.child("volumeMounts").index(number).child(key), detail)),
      ),
    ];
  });
}

function nameOf(container: JsonObject): string {
  return textAt(container, "name");
}

/** Resources are always there, and count where they say something. */
function isSet(container: JsonObject, key: string): boolean {
  if (key === "resources") return Object.keys(objectAt(container, key)).length > 0;
  return container[key] !== undefined && container[key] !== null;
}

/** A missing name is told once, and counts as a name for containers that run alone. */
function checkDuplicate(name: string, names: Set<string>, path: FieldPath, isInit = false): FieldError[] {
  if (names.has(name)) return [FieldError.duplicate(path.child("name"), name)];
  if (name !== "" || !isInit) names.add(name);
  return [];
}

function validateContainer(
  container: JsonObject,
  spec: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  path: FieldPath,
): FieldError[] {
  const name = textAt(container, "name");
  return [
    ...(name === ""
      ? [FieldError.required(path.child("name"), "")]
      : invalidAll(path.child("name"), name, validateDns1123Label(name))),
    ...checkImage(textAt(container, "image"), path.child("image")),
    ...checkOneOf(container, "terminationMessagePolicy", path, ["File", "FallbackToLogsOnError"]),
    ...validatePorts(objectsAt(container, "ports"), path.child("ports")),
    ...validateEnvironment(objectsAt(container, "env"), path.child("env")),
    ...validateEnvFrom(objectsAt(container, "envFrom"), path.child("envFrom")),
    ...validateMounts(container, volumes, path),
    ...checkOneOf(container, "imagePullPolicy", path, ["Always", "IfNotPresent", "Never"]),
    ...validateResources(objectAt(container, "resources"), spec, path.child("resources")),
    ...validateResizePolicy(container, textAt(spec, "restartPolicy"), path),
    ...validateContainerSecurity(container.securityContext, spec.hostUsers !== false, path.child("securityContext")),
  ];
}

/** Blanks around an image are told for pods alone, which is where they hurt; templates have been there before the check. */
function checkImage(image: string, path: FieldPath): FieldError[] {
  if (image === "") return [FieldError.required(path, "")];
  if (image === image.trim()) return [];
  const isPod = /^spec\.(containers|initContainers|ephemeralContainers)/.test(String(path));
  if (!isPod) return [];
  return [FieldError.invalid(path, image, "must not have leading or trailing whitespace")];
}

function validatePorts(ports: readonly JsonObject[], path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const at = path.index(index);
    const number = numberAt(port, "containerPort") ?? 0;
    const hostPort = numberAt(port, "hostPort") ?? 0;
    return [
      ...checkPortName(textAt(port, "name"), names, at.child("name")),
      ...(number === 0
        ? [FieldError.required(at.child("containerPort"), "")]
        : checkPort(number, at.child("containerPort"))),
      ...(hostPort === 0 ? [] : checkPort(hostPort, at.child("hostPort"))),
      ...checkOneOf(port, "protocol", at, protocols),
    ];
  });
}

function checkPortName(name: string, names: Set<string>, path: FieldPath): FieldError[] {
  if (name === "") return [];
  const complaints = validatePortName(name);
  if (complaints.length > 0) return invalidAll(path, name, complaints);
  if (names.has(name)) return [FieldError.duplicate(path, name)];
  names.add(name);
  return [];
}

function checkPortConflicts(containers: readonly JsonObject[], path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap((container, index) =>
    objectsAt(container, "ports").flatMap((port, place) => {
      const hostPort = numberAt(port, "hostPort") ?? 0;
      const text = `${textAt(port, "protocol")}/${textAt(port, "hostIP")}/${hostPort}`;
      if (hostPort === 0) return [];
      if (taken.has(text)) {
        return [FieldError.duplicate(path.index(index).child("ports").index(place).child("hostPort"), text)];
      }
      taken.add(text);
      return [];
    }),
  );
}

/** On the network of the host both ports are the same. */
export function checkHostPorts(containers: readonly JsonObject[], path: FieldPath): FieldError[] {
  return containers.flatMap((container, index) =>
    objectsAt(container, "ports").flatMap((port, place) => {
      const hostPort = numberAt(port, "hostPort") ?? 0;
      if (hostPort === (numberAt(port, "containerPort") ?? 0)) return [];
      const at = path.index(index).child("ports").index(place).child("hostPort");
      return [FieldError.invalid(at, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}
