/** How containers are asked whether they live, and what is done when they start and stop. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { numberAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkNotNegative, checkPort, checkPortOrName, requireText } from "./checks.ts";

export function validateProbes(container: JsonObject, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  return ["livenessProbe", "readinessProbe", "startupProbe"].flatMap((key) => {
    const probe = getOwn(container, key);
    if (!isJsonObject(probe)) return [];
    const at = path.child(key);
    const threshold = numberAt(probe, "successThreshold");
    const grace = numberAt(probe, "terminationGracePeriodSeconds");
    const errors = validateProbe(probe, graceSeconds, at);
    if (key !== "readinessProbe" && threshold !== 1) {
      errors.push(FieldError.invalid(at.child("successThreshold"), threshold, "must be 1"));
    }
    if (key === "readinessProbe" && grace !== undefined) {
      const detail = "must not be set for readinessProbes";
      errors.push(FieldError.invalid(at.child("terminationGracePeriodSeconds"), grace, detail));
    }
    return errors;
  });
}

const counts = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"];

function validateProbe(probe: JsonObject, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  const grace = numberAt(probe, "terminationGracePeriodSeconds");
  return [
    ...validateHandler(probe, graceSeconds, path),
    ...checkNotNegative(probe, path, ...counts),
    ...(grace !== undefined && grace <= 0
      ? [FieldError.invalid(path.child("terminationGracePeriodSeconds"), grace, "must be greater than 0")]
      : []),
  ];
}

export function validateLifecycle(
  container: JsonObject,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  const lifecycle = getOwn(container, "lifecycle");
  if (!isJsonObject(lifecycle)) return [];
  return ["postStart", "preStop"].flatMap((key) => {
    const handler = getOwn(lifecycle, key);
    return isJsonObject(handler) ? validateHandler(handler, graceSeconds, path.child("lifecycle", key)) : [];
  });
}

const handlers = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"];

function validateHandler(handler: JsonObject, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  const given = handlers.filter((key) => isJsonObject(getOwn(handler, key)));
  const [first, ...others] = given;
  if (first === undefined) return [FieldError.required(path, "must specify a handler type")];
  const action = handler[first] as JsonObject;
  return [
    ...validateAction(first, action, graceSeconds, path.child(first)),
    ...others.map((key) => FieldError.forbidden(path.child(key), "may not specify more than 1 handler type")),
  ];
}

function validateAction(
  key: string,
  action: JsonObject,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  switch (key) {
    case "exec":
      return textsAt(action, "command").length === 0 ? [FieldError.required(path.child("command"), "")] : [];
    case "httpGet":
      return validateHttpGet(action, path);
    case "tcpSocket":
      return checkPortOrName(action.port, path.child("port"));
    case "grpc":
      return checkPort(numberAt(action, "port") ?? 0, path.child("port"));
    default:
      return validateSleep(numberAt(action, "seconds") ?? 0, graceSeconds, path);
  }
}

function validateSleep(seconds: number, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  if (graceSeconds === undefined || (seconds >= 0 && seconds <= graceSeconds)) return [];
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  return [FieldError.invalid(path, seconds, detail)];
}

const headerComplaint =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

function validateHttpGet(action: JsonObject, path: FieldPath): FieldError[] {
  const scheme = textAt(action, "scheme");
  return [
    ...requireText(action, "path", path),
    ...checkPortOrName(action.port, path.child("port")),
    ...(scheme === "HTTP" || scheme === "HTTPS"
      ? []
      : [FieldError.notSupported(path.child("scheme"), scheme, ["HTTP", "HTTPS"])]),
    ...objectsAt(action, "httpHeaders").flatMap((header) => {
      const name = textAt(header, "name");
      const isName = /^[-A-Za-z0-9]+$/.test(name);
      return isName ? [] : [FieldError.invalid(path.child("httpHeaders"), name, headerComplaint)];
    }),
  ];
}
