/** How the control plane itself stores the recorded objects: what it must find in its storage, made by creating them one by one. */
import { createApiServer, createMemoryStorage } from "@pintle/apiserver";
import { createSeededRandom, createVirtualClock, type Logger } from "@pintle/machinery";
import { bootstrapObjects } from "../../packages/controlplane/src/bootstrap/generated/objects.ts";
import { formatPlaneError, requestJson } from "../../packages/controlplane/src/bootstrap/request-json.ts";
import { createBuiltInResources } from "../../packages/controlplane/src/builtin/built-in-resources.ts";
import { createObjectAccess } from "../../packages/controlplane/src/object-access.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const unused = async (): Promise<never> => {
  throw new Error("nobody asks this while objects are created");
};

/** One a line: the key, a space, the JSON, with an empty uid and the time 0 in place of what each start makes anew. */
export async function recordStoredObjects(): Promise<string[]> {
  const clock = createVirtualClock({ start: 0 });
  const random = createSeededRandom(1);
  const storage = createMemoryStorage({ clock });
  const server = createApiServer({
    storage,
    clock,
    random,
    logger: silent,
    resources: createBuiltInResources({
      clock,
      random,
      objects: createObjectAccess(
        storage,
        () => server.loopback,
        () => "v1",
      ),
      reviews: { mayAccess: unused, authenticate: unused, rulesOf: unused, audiences: [], issueToken: unused },
    }),
    version: {} as never,
    openApi: {} as never,
    authenticator: async () => undefined,
    authorizer: async () => ({ decision: "no-opinion" }),
  });
  for (const { path, objects } of bootstrapObjects) {
    for (const object of objects) {
      const { namespace } = object.metadata as { namespace?: string };
      const target = namespace === undefined ? path : path.replace(/\/([^/]+)$/, `/namespaces/${namespace}/$1`);
      const { status, body } = await requestJson(server.loopback, "POST", target, object);
      if (status !== 201) throw new Error(formatPlaneError(`POST ${target}`, body));
    }
  }
  const { entries } = await storage.list({ prefix: "/registry/" });
  await storage.close();
  return entries.map(({ key, value }) => `${key} ${withoutUid(Buffer.from(value).toString("utf8"))}`);
}

function withoutUid(text: string): string {
  return text.replace(/"uid":"[^"]*"/, '"uid":""');
}
