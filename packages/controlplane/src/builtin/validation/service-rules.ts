/** Services: ports that can be told apart, and fields that mean something for the type. */
import {
  FieldError,
  fieldPath,
  getOwn,
  type JsonObject,
  validateDns1123Subdomain,
  validateLabels,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { isExternallyAccessible, isHeadless, needsHealthPort } from "../services/service-fields.ts";
import { checkCidr, checkEndpointIp, checkLegacyIp } from "./addresses.ts";
import {
  checkLabel,
  checkOneOf,
  checkOneOfIfSet,
  checkPort,
  checkPortOrName,
  checkQualifiedName,
  invalidAll,
} from "./checks.ts";
import { validateClusterIps } from "./cluster-ips.ts";
import { textMap } from "./label-selectors.ts";
import { validateServiceStatus } from "./load-balancer-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

export const serviceRules: Readonly<Record<string, KindRules>> = {
  services: {
    validate: (service) => validateService(service, undefined),
    validateUpdate: (service, old) => [...keepClass(service, old), ...validateService(service, objectAt(old, "spec"))],
    views: { status: validateServiceStatus },
  },
};

function validateService(service: JsonObject, old: JsonObject | undefined): FieldError[] {
  const spec = objectAt(service, "spec");
  const ports = objectsAt(spec, "ports");
  const isExternal = spec.type === "ExternalName";
  return [
    ...(ports.length === 0 && !isHeadless(spec) && !isExternal ? [FieldError.required(path.child("ports"), "")] : []),
    ...checkType(spec),
    ...checkPorts(ports),
    ...validateLabels(textMap(spec, "selector"), path.child("selector")),
    ...checkOneOf(spec, "sessionAffinity", path, ["ClientIP", "None"]),
    ...checkAffinity(spec),
    ...validateClusterIps(spec, old),
    ...textsAt(spec, "externalIPs").flatMap((ip, index) => {
      const at = path.child("externalIPs").index(index);
      const malformed = checkLegacyIp(ip, at);
      return malformed.length > 0 ? malformed : checkEndpointIp(ip, at);
    }),
    ...checkOneOf(spec, "type", path, types),
    ...checkNodePorts(spec, ports),
    ...checkUnique(ports),
    ...checkBalancer(service, spec),
    ...checkTraffic(spec),
  ];
}

function checkType(spec: JsonObject): FieldError[] {
  const type = textAt(spec, "type");
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(spec)) {
    const detail = `may not be set to 'None' for ${type} services`;
    return [FieldError.invalid(path.child("clusterIPs").index(0), "None", detail)];
  }
  if (type !== "ExternalName") return [];
  const name = textAt(spec, "externalName").replace(/\.$/, "");
  return [
    ...["clusterIPs", "ipFamilies", "ipFamilyPolicy"]
      .filter((key) => getOwn(spec, key) !== undefined)
      .map((key) => FieldError.forbidden(path.child(key), "may not be set for ExternalName services")),
    ...(name === ""
      ? [FieldError.required(path.child("externalName"), "")]
      : invalidAll(path.child("externalName"), name, validateDns1123Subdomain(name))),
  ];
}

function checkPorts(ports: readonly JsonObject[]): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const at = path.child("ports").index(index);
    const name = textAt(port, "name");
    const errors = checkLabel(port, "name", at);
    if (name === "" && ports.length > 1) errors.push(FieldError.required(at.child("name"), ""));
    if (name !== "" && names.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    names.add(name);
    return [
      ...errors,
      ...checkPort(numberAt(port, "port") ?? 0, at.child("port")),
      ...checkOneOf(port, "protocol", at, ["SCTP", "TCP", "UDP"]),
      ...checkPortOrName(port.targetPort, at.child("targetPort")),
      ...checkQualifiedName(port, "appProtocol", at),
    ];
  });
}

function checkAffinity(spec: JsonObject): FieldError[] {
  const at = path.child("sessionAffinityConfig", "clientIP", "timeoutSeconds");
  const seconds = numberAt(spec, "sessionAffinityConfig.clientIP.timeoutSeconds");
  if (spec.sessionAffinity !== "ClientIP" || seconds === undefined) return [];
  return seconds > 0 && seconds <= 86_400
    ? []
    : [FieldError.invalid(at, seconds, "must be greater than 0 and less than 86400")];
}

function checkNodePorts(spec: JsonObject, ports: readonly JsonObject[]): FieldError[] {
  if (spec.type !== "ClusterIP") return [];
  return ports.flatMap((port, index) => {
    const at = path.child("ports").index(index).child("nodePort");
    return numberAt(port, "nodePort") ? [FieldError.forbidden(at, "may not be used when `type` is 'ClusterIP'")] : [];
  });
}

/** The server prints its own struct of the port, with nothing in it but what counts. */
function checkUnique(ports: readonly JsonObject[]): FieldError[] {
  const [nodePorts, numbers] = [new Set<string>(), new Set<string>()];
  const shared = ports.flatMap((port, index) => {
    const nodePort = numberAt(port, "nodePort") ?? 0;
    const key = `${port.protocol} ${nodePort}`;
    const isTaken = nodePort !== 0 && nodePorts.has(key);
    nodePorts.add(key);
    return isTaken ? [FieldError.duplicate(path.child("ports").index(index).child("nodePort"), nodePort)] : [];
  });
  const same = ports.flatMap((port, index) => {
    const key = `${port.protocol} ${port.port}`;
    const isTaken = numbers.has(key);
    numbers.add(key);
    return isTaken
      ? [new StructError("FieldValueDuplicate", path.child("ports").index(index), printPort(port), "")]
      : [];
  });
  return [...shared, ...same];
}

function printPort({ protocol = "", port = 0 }: JsonObject): JsonObject {
  return { Name: "", Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}

const rangesAnnotation = "service.beta.kubernetes.io/load-balancer-source-ranges";

function checkBalancer(service: JsonObject, spec: JsonObject): FieldError[] {
  const isBalanced = spec.type === "LoadBalancer";
  const ranges = textsAt(spec, "loadBalancerSourceRanges");
  const errors: FieldError[] = [];
  const at = path.child("LoadBalancerSourceRanges");
  if (ranges.length > 0) {
    if (!isBalanced) errors.push(FieldError.forbidden(at, onlyBalanced));
    errors.push(...ranges.flatMap((range, index) => checkCidr(range.trim(), at.index(index))));
  } else errors.push(...checkRangesAnnotation(service, isBalanced));
  if (spec.allocateLoadBalancerNodePorts !== undefined && !isBalanced) {
    errors.push(FieldError.forbidden(path.child("allocateLoadBalancerNodePorts"), onlyBalanced));
  }
  if (spec.loadBalancerClass === undefined) return errors;
  if (!isBalanced) return [...errors, FieldError.forbidden(path.child("loadBalancerClass"), onlyBalanced)];
  return [...errors, ...checkQualifiedName(spec, "loadBalancerClass", path)];
}

function checkRangesAnnotation(service: JsonObject, isBalanced: boolean): FieldError[] {
  const text = objectAt(service, "metadata.annotations")[rangesAnnotation];
  if (typeof text !== "string") return [];
  const at = fieldPath("metadata", "annotations").key(rangesAnnotation);
  const ranges = text.trim() === "" ? [] : text.split(",");
  return [
    ...(isBalanced ? [] : [FieldError.forbidden(at, onlyBalanced)]),
    ...ranges.flatMap((range) => checkCidr(range.trim(), at)),
  ];
}

function checkTraffic(spec: JsonObject): FieldError[] {
  const policy = textAt(spec, "externalTrafficPolicy");
  const health = numberAt(spec, "healthCheckNodePort") ?? 0;
  const at = path.child("healthCheckNodePort");
  const outside = isExternallyAccessible(spec)
    ? checkOneOf(spec, "externalTrafficPolicy", path, ["Cluster", "Local"])
    : policy === ""
      ? []
      : [
          FieldError.invalid(
            path.child("externalTrafficPolicy"),
            policy,
            "may only be set for externally-accessible services",
          ),
        ];
  const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [
    ...outside,
    ...(health !== 0 && !needsHealthPort(spec) ? [FieldError.invalid(at, health, detail)] : []),
    ...checkOneOfIfSet(spec, "internalTrafficPolicy", path, ["Cluster", "Local"]),
    ...checkOneOfIfSet(spec, "trafficDistribution", path, ["PreferClose", "PreferSameZone", "PreferSameNode"]),
  ];
}

function keepClass(service: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [objectAt(service, "spec"), objectAt(old, "spec")];
  const isBoth = spec.type === "LoadBalancer" && before.type === "LoadBalancer";
  // The server looks at the class when it compares, and again with the rest.
  if (spec.type !== "LoadBalancer" && spec.loadBalancerClass !== undefined) {
    return [FieldError.forbidden(path.child("loadBalancerClass"), onlyBalanced)];
  }
  if (!isBoth || spec.loadBalancerClass === before.loadBalancerClass) return [];
  return [
    FieldError.invalid(path.child("loadBalancerClass"), spec.loadBalancerClass ?? null, "may not change once set"),
  ];
}
