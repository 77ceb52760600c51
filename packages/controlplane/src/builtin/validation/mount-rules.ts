/** Where containers mount the volumes of their pod. */
import { FieldError, type FieldPath, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkOneOfIfSet, requireText } from "./checks.ts";

export function validateMounts(
  container: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  path: FieldPath,
): FieldError[] {
  const devices = objectsAt(container, "volumeDevices");
  const places = new Set<string>();
  const at = path.child("volumeMounts");
  const mounts = objectsAt(container, "volumeMounts").flatMap((mount, index) => {
    const [name, mountPath] = [textAt(mount, "name"), textAt(mount, "mountPath")];
    const errors = requireText(mount, "name", at.index(index));
    if (!volumes.has(name)) errors.push(FieldError.notFound(at.index(index).child("name"), name));
    errors.push(...requireText(mount, "mountPath", at.index(index)));
    if (places.has(mountPath)) {
      errors.push(FieldError.invalid(at.index(index).child("mountPath"), mountPath, "must be unique"));
    }
    places.add(mountPath);
    return [
      ...errors,
      ...checkDevices(mount, devices, at.index(index)),
      ...checkSubPaths(mount, at, at.index(index)),
      ...checkPropagation(mount, container, at),
      ...checkRecursion(mount, at),
    ];
  });
  return [...mounts, ...validateDevices(container, volumes, path.child("volumeDevices"))];
}

function checkDevices(mount: JsonObject, devices: readonly JsonObject[], path: FieldPath): FieldError[] {
  const [name, mountPath] = [textAt(mount, "name"), textAt(mount, "mountPath")];
  const errors: FieldError[] = [];
  if (devices.some((device) => device.name === name)) {
    errors.push(FieldError.invalid(path.child("name"), name, "must not already exist in volumeDevices"));
  }
  if (devices.some((device) => device.devicePath === mountPath)) {
    errors.push(
      FieldError.invalid(path.child("mountPath"), mountPath, "must not already exist as a path in volumeDevices"),
    );
  }
  return errors;
}

/** The server leaves the index out of some of these paths. */
function checkSubPaths(mount: JsonObject, path: FieldPath, at: FieldPath): FieldError[] {
  const [subPath, expression] = [textAt(mount, "subPath"), textAt(mount, "subPathExpr")];
  const errors = subPath === "" ? [] : checkDescending(subPath, path.child("subPath"));
  if (expression !== "") {
    if (subPath !== "") {
      errors.push(
        FieldError.invalid(at.child("subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive"),
      );
    }
    errors.push(...checkDescending(expression, path.child("subPathExpr")));
  }
  return errors;
}

function checkPropagation(mount: JsonObject, container: JsonObject, path: FieldPath): FieldError[] {
  const errors = checkOneOfIfSet(mount, "mountPropagation", path, ["Bidirectional", "HostToContainer", "None"]);
  if (mount.mountPropagation !== "Bidirectional" || objectAt(container, "securityContext").privileged === true) {
    return errors;
  }
  const detail = "Bidirectional mount propagation is available only to privileged containers";
  return [...errors, FieldError.forbidden(path.child("mountPropagation"), detail)];
}

function checkRecursion(mount: JsonObject, path: FieldPath): FieldError[] {
  const mode = mount.recursiveReadOnly;
  if (mode === undefined || mode === "Disabled") return [];
  const errors = checkOneOfIfSet(mount, "recursiveReadOnly", path, ["Disabled", "Enabled", "IfPossible"]);
  if (errors.length > 0) return errors;
  const at = path.child("recursiveReadOnly");
  if (mount.readOnly !== true) errors.push(FieldError.forbidden(at, "may only be specified when readOnly is true"));
  if (mount.mountPropagation !== undefined && mount.mountPropagation !== "None") {
    const detail = "may only be specified when mountPropagation is None or not specified";
    errors.push(FieldError.forbidden(at, detail));
  }
  return errors;
}

/** A path that stays below where it begins. */
export function checkDescending(text: string, path: FieldPath): FieldError[] {
  const errors = text.startsWith("/") ? [FieldError.invalid(path, text, "must be a relative path")] : [];
  return [...errors, ...checkNoBacksteps(text, path)];
}

export function checkNoBacksteps(text: string, path: FieldPath): FieldError[] {
  const climbs = text.split("/").includes("..");
  return climbs ? [FieldError.invalid(path, text, "must not contain '..'")] : [];
}

/** The same for files that volumes make, which must not begin like what the kubelet hides. */
export function checkUnreserved(text: string, path: FieldPath): FieldError[] {
  const errors = checkDescending(text, path);
  if (text.startsWith("..") && !text.startsWith("../")) {
    errors.push(FieldError.invalid(path, text, "must not start with '..'"));
  }
  return errors;
}

function validateDevices(
  container: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  path: FieldPath,
): FieldError[] {
  const mounts = objectsAt(container, "volumeMounts");
  const [names, places] = [new Set<string>(), new Set<string>()];
  return objectsAt(container, "volumeDevices").flatMap((device, index) => {
    const at = path.index(index);
    const [name, devicePath] = [textAt(device, "name"), textAt(device, "devicePath")];
    const errors = requireText(device, "name", at);
    if (names.has(name)) errors.push(FieldError.invalid(at.child("name"), name, "must be unique"));
    if (name !== "") names.add(name);
    const volume = volumes.get(name);
    if (volume === undefined) errors.push(FieldError.notFound(at.child("name"), name));
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      const detail = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
      errors.push(FieldError.invalid(at.child("name"), name, detail));
    }
    errors.push(...requireText(device, "devicePath", at));
    if (places.has(devicePath)) errors.push(FieldError.invalid(at.child("devicePath"), devicePath, "must be unique"));
    if (checkNoBacksteps(devicePath, at).length > 0) {
      errors.push(FieldError.invalid(at.child("devicePath"), devicePath, "can not contain backsteps ('..')"));
    } else places.add(devicePath);
    if (mounts.some((mount) => mount.name === name)) {
      errors.push(FieldError.invalid(at.child("name"), name, "must not already exist in volumeMounts"));
    }
    if (mounts.some((mount) => mount.mountPath === devicePath)) {
      errors.push(
        FieldError.invalid(at.child("devicePath"), devicePath, "must not already exist as a path in volumeMounts"),
      );
    }
    return errors;
  });
}
