/** All checks of pod security, by level and by the minor of Kubernetes from which on they count. */
import {
  checkAppArmor,
  checkDefaultCapabilities,
  checkHostNamespaces,
  checkHostPathVolumes,
  checkHostPorts,
  checkHostProcess,
  checkPrivileged,
  checkProbeHosts,
  checkProcMount,
  checkSeLinux,
  checkSysctls,
} from "./baseline-checks.ts";
import type { SecuredPod, SecurityCheck, Violation } from "./pod-fields.ts";
import {
  checkCapabilitiesDropped,
  checkNoEscalation,
  checkNonRoot,
  checkUserIsNotRoot,
  checkVolumeTypes,
  offWindows,
  ofHostUsers,
} from "./restricted-checks.ts";
import { checkSeccompAnnotations, checkSeccompIsSet, checkSeccompProfile } from "./seccomp-checks.ts";
import type { LevelVersion } from "./security-policy.ts";

interface VersionedCheck {
  /** The checks by the minor that brought them; each replaces the one before it. */
  readonly since: readonly (readonly [minor: number, check: SecurityCheck])[];
  /** The baseline check that a restricted one makes needless. */
  readonly covers?: string;
}

const seLinuxTypes = ["", "container_t", "container_init_t", "container_kvm_t"];
const firstSysctls = [
  ...["kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies"],
  ...["net.ipv4.ping_group_range", "net.ipv4.ip_unprivileged_port_start"],
];
const sysctlsOf27 = [...firstSysctls, "net.ipv4.ip_local_reserved_ports"];
const sysctlsOf29 = [
  ...[...sysctlsOf27, "net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout"],
  ...["net.ipv4.tcp_keepalive_intvl", "net.ipv4.tcp_keepalive_probes"],
];
const sysctlsOf32 = [...sysctlsOf29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

/** In the order in which violations are told. */
const baseline: ReadonlyMap<string, VersionedCheck> = new Map([
  ["appArmorProfile", { since: [[0, checkAppArmor]] }],
  ["capabilities", { since: [[0, checkDefaultCapabilities]] }],
  ["hostNamespaces", { since: [[0, checkHostNamespaces]] }],
  ["hostPathVolumes", { since: [[0, checkHostPathVolumes]] }],
  ["hostPorts", { since: [[0, checkHostPorts]] }],
  ["hostProbesAndHostLifecycle", { since: [[34, checkProbeHosts]] }],
  ["privileged", { since: [[0, checkPrivileged]] }],
  [
    "procMount",
    {
      since: [
        [0, checkProcMount],
        [35, ofHostUsers(checkProcMount)],
      ],
    },
  ],
  [
    "seLinuxOptions",
    {
      since: [
        [0, checkSeLinux(seLinuxTypes)],
        [31, checkSeLinux([...seLinuxTypes, "container_engine_t"])],
      ],
    },
  ],
  [
    "seccompProfile",
    {
      since: [
        [0, checkSeccompAnnotations],
        [19, checkSeccompProfile],
      ],
    },
  ],
  [
    "sysctls",
    {
      since: [
        [0, checkSysctls(firstSysctls)],
        [27, checkSysctls(sysctlsOf27)],
        [29, checkSysctls(sysctlsOf29)],
        [32, checkSysctls(sysctlsOf32)],
      ],
    },
  ],
  ["windowsHostProcess", { since: [[0, checkHostProcess]] }],
]);

/** Added to those of the baseline. */
const restricted: readonly VersionedCheck[] = [
  {
    since: [
      [8, checkNoEscalation],
      [25, offWindows(checkNoEscalation)],
    ],
  },
  {
    since: [
      [22, checkCapabilitiesDropped],
      [25, offWindows(checkCapabilitiesDropped)],
    ],
    covers: "capabilities",
  },
  { since: [[35, checkProcMount]], covers: "procMount" },
  { since: [[0, checkVolumeTypes]], covers: "hostPathVolumes" },
  {
    since: [
      [0, checkNonRoot],
      [35, ofHostUsers(checkNonRoot)],
    ],
  },
  {
    since: [
      [23, checkUserIsNotRoot],
      [35, ofHostUsers(checkUserIsNotRoot)],
    ],
  },
  {
    since: [
      [19, checkSeccompIsSet],
      [25, offWindows(checkSeccompIsSet)],
    ],
    covers: "seccompProfile",
  },
];

/** What of the pod is forbidden at a level; nothing is at the privileged one. */
export function findViolations(
  { level, minor = Number.POSITIVE_INFINITY }: LevelVersion,
  pod: SecuredPod,
): Violation[] {
  if (level === "privileged") return [];
  const added = level === "restricted" ? restricted.filter((check) => checkOf(check, minor) !== undefined) : [];
  const covered = new Set(added.map(({ covers }) => covers));
  const kept = [...baseline].flatMap(([name, check]) => (covered.has(name) ? [] : [check]));
  return [...kept, ...added].flatMap((check) => checkOf(check, minor)?.(pod) ?? []);
}

function checkOf({ since }: VersionedCheck, minor: number): SecurityCheck | undefined {
  return since.findLast(([first]) => first <= minor)?.[1];
}

/** `host namespaces, privileged` */
export function formatReasons(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(", ");
}

/** `host namespaces (hostNetwork=true), privileged (…)` */
export function formatViolations(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => (detail === "" ? reason : `${reason} (${detail})`)).join(", ");
}
