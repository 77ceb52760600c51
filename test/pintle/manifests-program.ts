/**
 * A program that was installed by its manifests, on a plane, and runs with the rights that they give it and no others: what is applied is what
 * `config/default` holds. Its pods are this process, and its Service leads here.
 */
import { createServer } from "node:net";
import type { Client } from "@pintle/client";
import { ClusterRole, ClusterRoleBinding, CustomResourceDefinition, Role, ServiceAccount } from "@pintle/kinds";
import { ApiError, type Logger } from "@pintle/machinery";
import { createAccessFilter } from "@pintle/runtime";
import { type ManifestOptions, manifestsOf, type ProgramParts, type RunningOperators, startOperators } from "pintle";
import { defaultObjects, type FoundObject } from "./manifests-objects.ts";
import { type AuditedPlane, eventually } from "./manifests-planes.ts";

export interface InstalledProgram {
  readonly namespace: string;
  /** As the server has it in its audit log. */
  readonly user: string;
  /** What the account was given. */
  readonly roles: readonly FoundObject[];
  /** With `isOld` the server is taken for one that cannot begin a watch with what there is. */
  start(options?: { readonly isOld?: boolean }): Promise<RunningOperators & { readonly metricsAddress: string }>;
  /** A token of another account, to read metrics with. */
  scraperToken(): Promise<string>;
}

const manager = { fieldManager: "test", force: true } as const;

export async function installProgram(
  plane: AuditedPlane,
  parts: ProgramParts,
  options: ManifestOptions,
  logger: Logger,
): Promise<InstalledProgram> {
  const { name } = options;
  const metricsReader = `${name}-metrics-reader`;
  const namespace = options.namespace ?? `${name}-system`;
  const admin = plane.connect();
  const webhookPort = await freePort();
  const objects = defaultObjects(await manifestsOf(parts, options)).map((object) => leadHere(object, webhookPort));
  for (const object of objects) await apply(admin, object);
  await untilEstablished(admin, objects);
  const token = await tokenOf(admin, namespace, name);
  return {
    namespace,
    user: `system:serviceaccount:${namespace}:${name}`,
    roles: objects.filter(({ kind, metadata }) => isRole(kind) && metadata.name !== metricsReader),
    async start({ isOld = false } = {}) {
      const own = plane.connect({ token, namespace });
      const client = isOld ? own.intercept({ beforeSend: refuseInitialEvents }) : own;
      const metricsPort = await freePort();
      const running = await startOperators(parts, {
        client,
        logger,
        name,
        ...(options.watchNamespaces && { namespaces: options.watchNamespaces }),
        leaderElection: { name: `${name}.pintle.dev`, namespace },
        metrics: {
          bindAddress: `127.0.0.1:${metricsPort}`,
          certificate: "self-signed",
          filter: createAccessFilter({ client, logger }),
        },
        webhooks: { by: "service", port: webhookPort },
      });
      return Object.assign(running, { metricsAddress: `127.0.0.1:${metricsPort}` });
    },
    async scraperToken() {
      await admin.resource(ServiceAccount, { namespace }).apply({ metadata: { name: "scraper" } }, manager);
      await admin.resource(ClusterRoleBinding).apply(
        {
          metadata: { name: "scraper" },
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metricsReader },
          subjects: [{ kind: "ServiceAccount", name: "scraper", namespace }],
        },
        manager,
      );
      return await tokenOf(admin, namespace, "scraper");
    },
  };
}

export function isRole(kind: string): boolean {
  return kind === ClusterRole.kind || kind === Role.kind;
}

/** Applies anything, also what was defined a moment ago. */
export async function apply(client: Client, object: FoundObject): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const place = metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
  await client.resource({ apiVersion, kind }, place).apply(object as never, manager);
}

/** A pod takes longer to start than a definition to be served; this process does not. */
async function untilEstablished(admin: Client, objects: readonly FoundObject[]): Promise<void> {
  for (const { kind, metadata } of objects) {
    if (kind !== CustomResourceDefinition.kind) continue;
    await eventually(`definition ${metadata.name}`, async () => {
      const { status } = await admin.resource(CustomResourceDefinition).get(metadata.name ?? "");
      return (status?.conditions ?? []).some(({ type, status: is }) => type === "Established" && is === "True");
    });
  }
}

/** API servers of tests find no pods: a Service of the same name leads to this machine, where the program listens on a port of its own. */
function leadHere(object: FoundObject, port: number): FoundObject {
  const text = JSON.stringify(object);
  if (object.kind === "Service" && object.metadata.name?.endsWith("-webhook")) {
    return { ...object, spec: { type: "ExternalName", externalName: "localhost" } };
  }
  const callers = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "CustomResourceDefinition"];
  if (!callers.includes(object.kind)) return object;
  return JSON.parse(text, (key, value) => (key === "service" ? { ...value, port } : value)) as FoundObject;
}

/** As servers before 1.32 answer, and newer ones that were told not to. */
function refuseInitialEvents({
  query = [],
}: {
  readonly query?: Iterable<readonly [string, string]> | undefined;
}): void {
  for (const [name, value] of query) {
    if (name !== "sendInitialEvents" || value !== "true") continue;
    const message = "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled";
    throw new ApiError({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      reason: "Invalid",
      code: 422,
      message,
    });
  }
}

async function tokenOf(admin: Client, namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const body = new TextEncoder().encode(JSON.stringify({ spec: { audiences: [] } }));
  const headers = { "content-type": "application/json" };
  const answer = await admin.raw({ method: "POST", path, headers, body });
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return (JSON.parse(Buffer.concat(chunks).toString("utf8")) as { status: { token: string } }).status.token;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
