/** The flags of `pintle up`: its own, and those of kube-apiserver that mean the same here, under the same names. */

import type { Profile } from "@pintle/controlplane";
import type { Command } from "commander";
import { Option } from "commander";
import { usualFolder } from "../running/data-folder.ts";

/** What `@pintle/controlplane` knows; help and complaints do not load it. */
export const profiles: readonly Profile[] = ["apiserver", "core", "workloads"];
export const storages: readonly string[] = ["memory"];
/** As the plane itself has it. */
export const maxNodes = 3_000;
export const usualNodes = 1;

/** As they were written; lists are split at commas and may come in several pieces. */
export interface UpFlags {
  readonly profile: string;
  readonly nodes?: string;
  readonly kubeletConfig?: string;
  readonly bind: string;
  readonly storage: string;
  readonly serviceClusterIpRange: string;
  readonly detach?: true;
  readonly dataDir: string;
  readonly kubeconfig?: string;
  /** Said by `--detach` to the plane in the background: the file that its output goes to. */
  readonly loggedTo?: string;
  readonly clientCaFile?: string;
  readonly tokenAuthFile?: string;
  readonly authenticationTokenWebhookConfigFile?: string;
  readonly authenticationTokenWebhookVersion: string;
  readonly authenticationTokenWebhookCacheTtl: string;
  readonly requestheaderClientCaFile?: string;
  readonly requestheaderAllowedNames?: readonly string[];
  readonly requestheaderUsernameHeaders?: readonly string[];
  readonly requestheaderUidHeaders?: readonly string[];
  readonly requestheaderGroupHeaders?: readonly string[];
  readonly requestheaderExtraHeadersPrefix?: readonly string[];
  readonly anonymousAuth: boolean | string;
  readonly serviceAccountIssuer?: readonly string[];
  readonly serviceAccountKeyFile?: readonly string[];
  readonly serviceAccountSigningKeyFile?: string;
  readonly authorizationMode: readonly string[];
  readonly authorizationWebhookConfigFile?: string;
  readonly authorizationWebhookVersion: string;
  readonly authorizationWebhookCacheAuthorizedTtl: string;
  readonly authorizationWebhookCacheUnauthorizedTtl: string;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  readonly auditPolicyFile?: string;
  readonly auditLogPath?: string;
  readonly auditLogMaxsize: string;
  readonly auditLogMaxbackup: string;
  readonly auditLogMaxage: string;
}

/** Adds a list to what came before; what stands there without being said does not count then. */
function addAll(text: string, before: readonly string[] | undefined): readonly string[] {
  const items = text.split(",").map((item) => item.trim());
  return before === undefined || usual.has(before) ? items : [...before, ...items];
}

const usualModes: readonly string[] = ["RBAC"];
const nothing: readonly string[] = [];
const usual: ReadonlySet<readonly string[]> = new Set([usualModes, nothing]);

const list = (flags: string, description: string) => new Option(flags, description).argParser(addAll);

/** A file is one, whatever commas are in its name. */
const addOne = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text];

export function addUpFlags(command: Command): Command {
  command
    .optionsGroup("The plane:")
    .option("--profile <name>", "what acts on its objects: workloads, core, apiserver; see below", "workloads")
    .option("--nodes <number>", `simulated nodes of the profile workloads, up to ${maxNodes} (default: ${usualNodes})`)
    .option("--kubelet-config <file>", "how those nodes behave: stages and images, YAML or JSON")
    .option("--bind <host:port>", "where it listens; port 0 is any that is free", "127.0.0.1:0")
    .option("--storage <name>", `where objects are kept: ${storages.join(", ")}`, "memory")
    .option(
      "--service-cluster-ip-range <cidr>",
      "where Services get their addresses from, an IPv4 range",
      "10.0.0.0/24",
    )
    .optionsGroup("The process:")
    .option(
      "--detach",
      "run in the background: the command ends when the plane is ready, and pintle down ends the plane",
    )
    .option("--data-dir <folder>", "its kubeconfig, its log, and who has it; one plane at a time", usualFolder)
    .option("--kubeconfig <file>", "where the administrator's kubeconfig is written (default: in the folder above)")
    .addOption(new Option("--logged-to <file>").hideHelp());
  addAuthenticationFlags(command);
  addAuthorizationFlags(command);
  return command
    .optionsGroup("What passes admission, with kube-apiserver's names:")
    .addOption(
      list("--enable-admission-plugins <names>", "plugins to ask beside the usual ones").default(nothing, "none"),
    )
    .addOption(list("--disable-admission-plugins <names>", "usual plugins not to ask").default(nothing, "none"))
    .optionsGroup("What is written down, with kube-apiserver's names:")
    .option("--audit-policy-file <file>", "which requests are written down, and how much of them")
    .option("--audit-log-path <file>", "where to, an event a line; - is stdout")
    .option("--audit-log-maxsize <megabytes>", "a log that grows beyond this is put aside; 0 for never", "0")
    .option("--audit-log-maxbackup <count>", "how many of those put aside are kept; 0 for all", "0")
    .option("--audit-log-maxage <days>", "how long those put aside are kept; 0 for ever", "0");
}

function addAuthenticationFlags(command: Command): void {
  command
    .optionsGroup("Who is believed, with kube-apiserver's names:")
    .option("--client-ca-file <file>", "authorities whose client certificates are believed, PEM")
    .option("--token-auth-file <file>", 'users with tokens, CSV: token,user,uid,"group1,group2"')
    .option("--authentication-token-webhook-config-file <file>", "a kubeconfig for who is asked about other tokens")
    .option("--authentication-token-webhook-version <version>", "of the reviews sent: v1 or v1beta1", "v1beta1")
    .option("--authentication-token-webhook-cache-ttl <duration>", "how long an answer counts", "2m0s")
    .option("--requestheader-client-ca-file <file>", "the authority of front proxies whose headers are believed, PEM")
    .addOption(list("--requestheader-allowed-names <names>", "common names of such proxies; any unless said"))
    .addOption(list("--requestheader-username-headers <names>", "X-Remote-User, nothing else"))
    .addOption(list("--requestheader-uid-headers <names>", "X-Remote-Uid, nothing else"))
    .addOption(list("--requestheader-group-headers <names>", "X-Remote-Group, nothing else"))
    .addOption(list("--requestheader-extra-headers-prefix <names>", "X-Remote-Extra-, nothing else"))
    .option("--anonymous-auth [boolean]", "whether requests without a credential are let in as nobody", true)
    .addOption(
      new Option(
        "--service-account-issuer <name>",
        "what tokens of service accounts are issued as; repeated, the others are believed (default: https://kubernetes.default.svc)",
      ).argParser(addOne),
    )
    .addOption(
      new Option(
        "--service-account-key-file <file>",
        "keys by which such tokens are believed, PEM; may repeat",
      ).argParser(addOne),
    )
    .option(
      "--service-account-signing-key-file <file>",
      "the key that signs such tokens, PEM; one is made unless said",
    );
}

function addAuthorizationFlags(command: Command): void {
  command
    .optionsGroup("Who may do what, with kube-apiserver's names:")
    .addOption(
      list("--authorization-mode <modes>", "who decides, in order: AlwaysAllow, AlwaysDeny, RBAC, Webhook").default(
        usualModes,
        "RBAC",
      ),
    )
    .option("--authorization-webhook-config-file <file>", "a kubeconfig for who is asked in mode Webhook")
    .option("--authorization-webhook-version <version>", "of the reviews sent: v1 or v1beta1", "v1beta1")
    .option("--authorization-webhook-cache-authorized-ttl <duration>", "how long a yes counts", "5m0s")
    .option("--authorization-webhook-cache-unauthorized-ttl <duration>", "how long a no counts", "30s");
}
