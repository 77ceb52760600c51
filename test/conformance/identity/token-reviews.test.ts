import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { authenticationPath, createRobot, type Robot } from "./subjects.ts";

const client = connect();
let robot: Robot;
before(async () => {
  robot = await createRobot(client, await client.namespace());
});
after(() => client.close());

const issuer = "https://kubernetes.default.svc";
const reviews = `${authenticationPath}/tokenreviews`;
const review = (spec: Json): Promise<Answer> => client.create(reviews, { spec });

async function vaultToken(): Promise<string> {
  const path = `/api/v1/namespaces/${robot.namespace}/serviceaccounts/${robot.name}/token`;
  return (await client.create(path, { spec: { audiences: ["vault", "billing"] } })).body.status.token;
}

test("a TokenReview of a user's token says who he is and for whom the token is", async () => {
  const { alice } = client.server.tokens;
  assertAnswer(await review({ token: alice }), 201, {
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { uid: undefined, resourceVersion: undefined, creationTimestamp: undefined },
    spec: { token: alice },
    status: {
      authenticated: true,
      user: { username: "alice", uid: "alice", groups: ["developers", "system:authenticated"], extra: undefined },
      audiences: [issuer],
      error: undefined,
    },
  });
});

test("a TokenReview of a ServiceAccount's token gives its user, uid, groups and extra", async () => {
  assertAnswer(await review({ token: robot.token }), 201, {
    status: {
      authenticated: true,
      user: {
        username: robot.user,
        uid: robot.uid,
        groups: ["system:serviceaccounts", `system:serviceaccounts:${robot.namespace}`, "system:authenticated"],
        extra: { "authentication.kubernetes.io/credential-id": [/^JTI=/] },
      },
      audiences: [issuer],
    },
  });
});

test("an unknown token is a successful review that says no", async () => {
  assertAnswer(await review({ token: "nobodys-token" }), 201, {
    status: { authenticated: undefined, user: {}, audiences: undefined, error: "invalid bearer token" },
  });
});

test("a review with audiences gives those that the token has too, in the order asked for", async () => {
  const token = await vaultToken();
  const vault = await review({ token, audiences: ["vault"] });
  assertAnswer(vault, 201, { status: { authenticated: true, audiences: ["vault"] } });
  const several = await review({ token, audiences: ["billing", "other", "vault"] });
  assertAnswer(several, 201, { status: { authenticated: true, audiences: ["billing", "vault"] } });
});

test("a token for other audiences than those asked for is refused, and the error names both", async () => {
  const token = await vaultToken();
  for (const [audiences, wanted] of [
    [undefined, issuer],
    [["other"], "other"],
  ] as const) {
    const error = `[invalid bearer token, token audiences ["vault" "billing"] is invalid for the target audiences ["${wanted}"]]`;
    assertAnswer(await review({ token, audiences }), 201, { status: { authenticated: undefined, error } });
  }
});

test("a user's token has only the API server as audience", async () => {
  const token = client.server.tokens.alice;
  assertAnswer(await review({ token, audiences: ["other"] }), 201, {
    status: { authenticated: undefined, error: "invalid bearer token" },
  });
  assertAnswer(await review({ token, audiences: ["other", issuer] }), 201, {
    status: { authenticated: true, audiences: [issuer] },
  });
});

test("a review without a token is a BadRequest", async () => {
  const message = "token is required for TokenReview in authentication";
  assertStatus(await review({}), 400, "BadRequest", message);
  assertStatus(await client.create(reviews, {}), 400, "BadRequest", message);
});

test("reviewing tokens takes a right", async () => {
  const message =
    'tokenreviews.authentication.k8s.io is forbidden: User "alice" cannot create resource "tokenreviews" in API group ' +
    '"authentication.k8s.io" at the cluster scope';
  const spec = { token: robot.token };
  assertStatus(await client.create(reviews, { spec }, {}, { as: "alice" }), 403, "Forbidden", message);
});

test("a dry run reviews as well, since nothing is ever stored", async () => {
  const spec = { token: robot.token };
  const answer = await client.create(reviews, { spec }, { dryRun: "All" });
  assertAnswer(answer, 201, { status: { authenticated: true, user: { username: robot.user } } });
});
