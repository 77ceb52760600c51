/** What no pod may do that is not trusted with its node. */
import { getOwn, isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import { numberAt, objectsAt, textAt, textsAt, valueAt } from "../../builtin/json-fields.ts";
import {
  containersOf,
  isSet,
  nameContainers,
  nameSetters,
  namesOf,
  partsAt,
  plural,
  quoteAll,
  type SecurityCheck,
  sortedSet,
} from "./pod-fields.ts";

const defaultCapabilities: ReadonlySet<string> = new Set([
  ...["AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE"],
  ...["SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"],
]);

export const checkDefaultCapabilities: SecurityCheck = (pod) => {
  const others = (container: JsonObject) =>
    textsAt(container, "securityContext.capabilities.add").filter((name) => !defaultCapabilities.has(name));
  const bad = containersOf(pod).filter((container) => others(container).length > 0);
  if (bad.length === 0) return undefined;
  const names = quoteAll(sortedSet(bad.flatMap(others)));
  const detail = `${nameContainers(bad)} must not include ${names} in securityContext.capabilities.add`;
  return { reason: "non-default capabilities", detail };
};

export const checkHostNamespaces: SecurityCheck = ({ spec }) => {
  const shared = ["hostNetwork", "hostPID", "hostIPC"].filter((key) => getOwn(spec, key) === true);
  if (shared.length === 0) return undefined;
  return { reason: "host namespaces", detail: shared.map((key) => `${key}=true`).join(", ") };
};

export const checkHostPathVolumes: SecurityCheck = ({ spec }) => {
  const bad = objectsAt(spec, "volumes").filter((volume) => isSet(volume, "hostPath"));
  if (bad.length === 0) return undefined;
  return { reason: "hostPath volumes", detail: `${plural("volume", bad.length)} ${quoteAll(namesOf(bad))}` };
};

export const checkHostPorts: SecurityCheck = (pod) => {
  const portsOf = (container: JsonObject) =>
    objectsAt(container, "ports").flatMap((port) => {
      const hostPort = numberAt(port, "hostPort") ?? 0;
      return hostPort === 0 ? [] : [String(hostPort)];
    });
  const bad = containersOf(pod).filter((container) => portsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const ports = sortedSet(bad.flatMap(portsOf));
  const use = bad.length === 1 ? "uses" : "use";
  return {
    reason: "hostPort",
    detail: `${nameContainers(bad)} ${use} ${plural("hostPort", ports.length)} ${ports.join(", ")}`,
  };
};

const handlers = ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle.postStart", "lifecycle.preStop"];
const hostPaths = handlers.flatMap((handler) => [`${handler}.httpGet.host`, `${handler}.tcpSocket.host`]);

export const checkProbeHosts: SecurityCheck = (pod) => {
  const hostsOf = (container: JsonObject) =>
    hostPaths.map((path) => textAt(container, path)).filter((host) => host !== "");
  const bad = containersOf(pod).filter((container) => hostsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const [names, hosts] = [sortedSet(namesOf(bad)), sortedSet(bad.flatMap(hostsOf))];
  const use = names.length === 1 ? "uses" : "use";
  const reason = "probe or lifecycle host";
  const who = `${plural("container", names.length)} ${quoteAll(names)}`;
  return { reason, detail: `${who} ${use} ${plural(reason, hosts.length)} ${quoteAll(hosts)}` };
};

export const checkPrivileged: SecurityCheck = (pod) => {
  const bad = containersOf(pod).filter((container) => valueAt(container, "securityContext.privileged") === true);
  if (bad.length === 0) return undefined;
  return { reason: "privileged", detail: `${nameContainers(bad)} must not set securityContext.privileged=true` };
};

export const checkProcMount: SecurityCheck = (pod) => {
  const mountOf = (container: JsonObject) => textAt(container, "securityContext.procMount") || "Default";
  const bad = containersOf(pod).filter((container) => mountOf(container) !== "Default");
  if (bad.length === 0) return undefined;
  const mounts = quoteAll(sortedSet(bad.map(mountOf)));
  return { reason: "procMount", detail: `${nameContainers(bad)} must not set securityContext.procMount to ${mounts}` };
};

/** Types beyond the given ones, and any user or role, are forbidden. */
export function checkSeLinux(allowedTypes: readonly string[]): SecurityCheck {
  return (pod) => {
    const { own, ofContainers } = partsAt(pod, "seLinuxOptions");
    const typeOf = (options: JsonObject) => textAt(options, "type");
    const isBad = (options: JsonObject) =>
      !allowedTypes.includes(typeOf(options)) || textAt(options, "user") !== "" || textAt(options, "role") !== "";
    const isPodBad = own !== undefined && isBad(own);
    const bad = ofContainers.filter(([, options]) => isBad(options));
    const all = [...(isPodBad ? [own] : []), ...bad.map(([, options]) => options)];
    if (all.length === 0) return undefined;
    const types = sortedSet(all.map(typeOf).filter((type) => !allowedTypes.includes(type)));
    const found = [
      ...(types.length > 0 ? [`${plural("type", types.length)} ${quoteAll(types)}`] : []),
      ...["user", "role"]
        .filter((key) => all.some((options) => textAt(options, key) !== ""))
        .map((key) => `${key} may not be set`),
    ];
    const who = nameSetters(
      isPodBad,
      bad.map(([container]) => container),
    );
    const detail = `${who} set forbidden securityContext.seLinuxOptions: ${found.join("; ")}`;
    return { reason: "seLinuxOptions", detail };
  };
}

export function checkSysctls(allowed: readonly string[]): SecurityCheck {
  return ({ spec }) => {
    const bad = namesOf(objectsAt(spec, "securityContext.sysctls")).filter((name) => !allowed.includes(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };
}

export const checkHostProcess: SecurityCheck = (pod) => {
  const { own, ofContainers } = partsAt(pod, "windowsOptions");
  const isBad = (options: JsonObject | undefined) => isJsonObject(options) && options.hostProcess === true;
  const bad = ofContainers.filter(([, options]) => isBad(options)).map(([container]) => container);
  const who = nameSetters(isBad(own), bad);
  if (who === "") return undefined;
  return { reason: "hostProcess", detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` };
};

const appArmorAnnotation = "container.apparmor.security.beta.kubernetes.io/";

export const checkAppArmor: SecurityCheck = (pod) => {
  const { own, ofContainers } = partsAt(pod, "appArmorProfile");
  const typeOf = (profile: JsonObject) => textAt(profile, "type");
  const isBad = (profile: JsonObject) => typeOf(profile) !== "RuntimeDefault" && typeOf(profile) !== "Localhost";
  const isPodBad = own !== undefined && isBad(own);
  const bad = ofContainers.filter(([, profile]) => isBad(profile));
  const types = sortedSet([...(isPodBad ? [typeOf(own)] : []), ...bad.map(([, profile]) => typeOf(profile))]);
  const annotations = sortedSet(
    Object.entries(pod.annotations).flatMap(([key, value]) => {
      const isBadValue = key.startsWith(appArmorAnnotation) && !isAppArmorAllowed(String(value));
      return isBadValue ? [`${key}=${quoteGo(String(value))}`] : [];
    }),
  );
  const values = [...types, ...annotations];
  if (values.length === 0) return undefined;
  const who = [
    nameSetters(
      isPodBad,
      bad.map(([container]) => container),
    ),
    annotations.length > 0 ? plural("annotation", annotations.length) : "",
  ].filter((part) => part !== "");
  const detail = `${who.join(" and ")} must not set AppArmor profile type to ${quoteAll(values)}`;
  return { reason: plural("forbidden AppArmor profile", values.length), detail };
};

function isAppArmorAllowed(profile: string): boolean {
  return profile === "" || profile === "runtime/default" || profile.startsWith("localhost/");
}
