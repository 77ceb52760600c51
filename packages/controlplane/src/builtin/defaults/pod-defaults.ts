/** The defaults of pods and of what stands in them, wherever a pod's template stands. */
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import {
  changeField,
  changeItems,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  withDefaults,
  withField,
} from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";
import { defaultPullPolicy } from "./image-tag.ts";
import { completePodResources } from "./pod-resource-defaults.ts";

/** What a kubelet writes when nobody says what: 0644 in octal. */
const fileMode = 420;
const modeOnly: Defaulter = (source) => withDefaults(source, { defaultMode: fileMode });

export const podDefaults: Readonly<Record<string, Defaulter>> = {
  "core/v1.Pod": completePod,
  "core/v1.PodSpec": completePodSpec,
  "core/v1.PodStatus": completePodStatus,
  "core/v1.Container": completeContainer,
  "core/v1.EphemeralContainer": completeContainer,
  "core/v1.Probe": completeProbe,
  "core/v1.HTTPGetAction": (action) => withDefaults(action, { path: "/", scheme: "HTTP" }),
  "core/v1.ObjectFieldSelector": (selector) => withDefaults(selector, { apiVersion: "v1" }),
  "core/v1.Volume": completeVolume,
  "core/v1.SecretVolumeSource": modeOnly,
  "core/v1.ConfigMapVolumeSource": modeOnly,
  "core/v1.DownwardAPIVolumeSource": modeOnly,
  "core/v1.ProjectedVolumeSource": modeOnly,
  // What is behind a feature gate that is closed is dropped without a word.
  "core/v1.VolumeProjection": (source) =>
    withField(withField(source, "clusterTrustBundle", undefined), "podCertificate", undefined),
  "core/v1.ServiceAccountTokenProjection": (token) => withDefaults(token, { expirationSeconds: 3600 }),
  // Any kind of path, which is an empty text that is there.
  "core/v1.HostPathVolumeSource": (path) => (path.type === undefined ? { ...path, type: "" } : path),
};

/** Only pods themselves get these, not the templates of workloads. */
function completePod(pod: JsonObject): JsonObject {
  return changeField(pod, "spec", (spec) => {
    const requested = changeContainers(spec, requestLimits);
    const linked = withDefaults(completePodResources(withTime(requested)), { enableServiceLinks: true });
    return spec.hostNetwork === true ? changeContainers(linked, openHostPorts) : linked;
  });
}

/** A time to end that has run out before it begins is a second. */
function withTime(spec: JsonObject): JsonObject {
  const seconds = numberAt(spec, "terminationGracePeriodSeconds") ?? 0;
  return seconds < 0 ? withField(spec, "terminationGracePeriodSeconds", 1) : spec;
}

function changeContainers(spec: JsonObject, change: Defaulter): JsonObject {
  return changeItems(changeItems(spec, "containers", change), "initContainers", change);
}

/** Who limits a resource and requests none of it requests what it is limited to. */
function requestLimits(container: JsonObject): JsonObject {
  return changeField(container, "resources", (resources) => {
    const limits = getOwn(resources, "limits");
    if (!isJsonObject(limits)) return resources;
    const requests = withDefaults(objectAt(resources, "requests"), limits);
    return Object.keys(requests).length === 0 ? resources : withField(resources, "requests", requests);
  });
}

function openHostPorts(container: JsonObject): JsonObject {
  return changeItems(container, "ports", (port) => {
    const hostPort = numberAt(port, "hostPort") || numberAt(port, "containerPort");
    return hostPort === undefined ? port : withField(port, "hostPort", hostPort);
  });
}

/** The account has two names, of which the older one is only kept for old readers. */
function completePodSpec(spec: JsonObject): JsonObject {
  const account = textAt(spec, "serviceAccountName") || textAt(spec, "serviceAccount");
  const named = account === "" ? spec : { ...spec, serviceAccountName: account, serviceAccount: account };
  // Groups of pods are behind a feature gate that is closed.
  return withDefaults(withField(named, "schedulingGroup", undefined), {
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: "default-scheduler",
  });
}

/** The single address is the first of the list, and goes before it where the two differ. */
function completePodStatus(status: JsonObject): JsonObject {
  const [first] = objectsAt(status, "podIPs");
  const [ip, listed] = [textAt(status, "podIP"), first ? textAt(first, "ip") : ""];
  if (ip === listed) return status;
  return ip === "" ? withField(status, "podIP", listed) : withField(status, "podIPs", [{ ip }]);
}

function completeContainer(container: JsonObject): JsonObject {
  return withDefaults(withoutStopSignal(container), {
    imagePullPolicy: defaultPullPolicy(textAt(container, "image")),
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  });
}

/** Signals to stop are behind a feature gate that is closed. */
function withoutStopSignal(container: JsonObject): JsonObject {
  const { lifecycle } = container;
  if (!isJsonObject(lifecycle) || lifecycle.stopSignal === undefined) return container;
  const rest = withField(lifecycle, "stopSignal", undefined);
  return withField(container, "lifecycle", Object.keys(rest).length === 0 ? undefined : rest);
}

function completeProbe(probe: JsonObject): JsonObject {
  const counts = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  return Object.entries(counts).reduce(
    (completed, [key, count]) => (numberAt(probe, key) ? completed : withField(completed, key, count)),
    probe,
  );
}

function completeVolume(volume: JsonObject): JsonObject {
  const hasSource = Object.keys(volume).some((key) => key !== "name" && isJsonObject(getOwn(volume, key)));
  if (!hasSource) return withField(volume, "emptyDir", {});
  return changeField(volume, "image", (image) =>
    withDefaults(image, { pullPolicy: defaultPullPolicy(textAt(image, "reference")) }),
  );
}
