/** Who acts in this chapter: users with rights that a test grants, and the question to the server whom it sees. */
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { type Client, type RequestOptions, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

export const rbacPath = "/apis/rbac.authorization.k8s.io/v1";
export const authenticationPath = "/apis/authentication.k8s.io/v1";
export const authorizationPath = "/apis/authorization.k8s.io/v1";

/** A ServiceAccount of a test's own. Rights across namespaces go to one of these: the users of the server are shared by all tests. */
export interface Robot {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  /** As which it is known to RBAC: `system:serviceaccount:namespace:name`. */
  readonly user: string;
  /** For `as`. */
  readonly token: string;
}

export async function createRobot(client: Client, namespace: string): Promise<Robot> {
  const name = uniqueName("robot");
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const account = await client.create(path, { metadata: { name } });
  assertAnswer(account, 201);
  const answer = await client.create(`${path}/${name}/token`, {});
  assertAnswer(answer, 201);
  return {
    name,
    namespace,
    uid: account.body.metadata.uid,
    user: `system:serviceaccount:${namespace}:${name}`,
    token: answer.body.status.token,
  };
}

export interface Subject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: string;
  readonly namespace?: string;
}

export const user = (name: string): Subject => ({ kind: "User", name });

/** Grants the rules in one namespace and waits until the server has noticed. Gives the name of the Role and of its RoleBinding. */
export async function grant(client: Client, namespace: string, subject: Subject, rules: Json[]): Promise<string> {
  const metadata = { name: uniqueName("grant") };
  const path = `${rbacPath}/namespaces/${namespace}`;
  assertAnswer(await client.create(`${path}/roles`, { metadata, rules }), 201);
  const roleRef = { kind: "Role", name: metadata.name };
  assertAnswer(await client.create(`${path}/rolebindings`, { metadata, subjects: [subject], roleRef }), 201);
  await untilAllowed(client, subject, rules[0], namespace);
  return metadata.name;
}

/** The same for the whole cluster. */
export async function grantEverywhere(client: Client, subject: Subject, rules: Json[]): Promise<string> {
  const metadata = { name: uniqueName("grant") };
  assertAnswer(await client.create(`${rbacPath}/clusterroles`, { metadata, rules }), 201);
  const roleRef = { kind: "ClusterRole", name: metadata.name };
  const bindings = `${rbacPath}/clusterrolebindings`;
  assertAnswer(await client.create(bindings, { metadata, subjects: [subject], roleRef }), 201);
  await untilAllowed(client, subject, rules[0]);
  return metadata.name;
}

/** Authorization follows the RBAC objects a moment later. */
async function untilAllowed(client: Client, subject: Subject, rule: Json, namespace?: string): Promise<void> {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs } = rule;
  const [resource, subresource] = String(resources[0]).split("/");
  const attributes =
    resources.length === 0
      ? { nonResourceAttributes: { path: nonResourceURLs[0], verb: verbs[0] } }
      : {
          resourceAttributes: {
            namespace,
            group: apiGroups[0],
            resource,
            subresource,
            name: resourceNames[0],
            verb: verbs[0],
          },
        };
  const spec = { ...whoIs(subject), ...attributes };
  await eventually(async () => {
    assertAnswer(await client.create(`${authorizationPath}/subjectaccessreviews`, { spec }), 201, {
      status: { allowed: true },
    });
  });
}

function whoIs({ kind, name, namespace }: Subject): Json {
  if (kind === "Group") return { groups: [name] };
  return { user: kind === "User" ? name : `system:serviceaccount:${namespace}:${name}` };
}

/** Asks the server whom it takes the caller for. */
export function whoAmI(client: Client, options: RequestOptions): Promise<Answer> {
  return client.create(`${authenticationPath}/selfsubjectreviews`, {}, {}, options);
}

/** The `userInfo` of a caller who was let in. */
export function assertCaller(answer: Answer, userInfo: Json): void {
  assertAnswer(answer, 201, { kind: "SelfSubjectReview", status: { userInfo } });
}
