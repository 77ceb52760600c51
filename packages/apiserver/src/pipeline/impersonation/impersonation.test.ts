import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError } from "@pintle/machinery";
import type { AccessQuestion, Authorizer } from "../authorizer.ts";
import { impersonate } from "../filters/impersonate.ts";
import { readRequestInfo } from "../read-request-info.ts";
import type { RequestContext, UserInfo } from "../request-context.ts";
import type { ServerRequest } from "../server-request.ts";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Somebody who may do what the list says, in the form `verb resource.group name`. */
function caller(user: UserInfo, ...rights: readonly string[]) {
  const asked: string[] = [];
  const authorizer: Authorizer = async ({ request }: AccessQuestion) => {
    const { verb, resource, subresource, group, name } = request;
    const what = `${resource}${subresource === "" ? "" : `/${subresource}`}${group === "" ? "" : `.${group}`}`;
    const question = request.isResource ? `${verb} ${what} ${name}` : `${verb} ${request.path}`;
    asked.push(question);
    return { decision: rights.includes(question) ? "allow" : "no-opinion" };
  };
  const filter = impersonate(authorizer);
  const become = async (headers: Headers): Promise<UserInfo> => {
    const info = readRequestInfo("GET", "/api/v1/namespaces/a/pods/one", new URLSearchParams());
    const context = { user, info } as RequestContext;
    const single = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(",")]);
    const repeated = Object.entries(headers).filter(([, value]) => Array.isArray(value));
    const request = {
      headers: Object.fromEntries(single),
      repeatedHeaders: Object.fromEntries(repeated),
    } as ServerRequest;
    await filter(async (behind) => {
      const left = Object.keys(behind.headers).filter((name) => behind.headers[name]);
      assert.deepEqual(
        left.filter((name) => name.startsWith("impersonate-")),
        [],
      );
      return { status: 200, headers: {} };
    })(request, context);
    return context.user;
  };
  return { asked, become };
}

const robot: UserInfo = { name: "system:serviceaccount:a:robot", groups: [] };
const bob = { "impersonate-user": "bob" };
const doAsBob = "impersonate-on:user-info:get pods one";

function assertForbidden(becoming: Promise<UserInfo>, message: RegExp): Promise<void> {
  return assert.rejects(becoming, (error) => {
    assert.ok(ApiError.is(error, "Forbidden"));
    assert.match(String(error), message);
    return true;
  });
}

describe("the old way", () => {
  test("takes impersonate on the user, and on every group, uid and extra value", async () => {
    const rights = [
      "impersonate users bob",
      "impersonate groups dev",
      "impersonate uids.authentication.k8s.io 7",
      "impersonate userextras/scopes.authentication.k8s.io read",
    ];
    const all = {
      ...bob,
      "impersonate-group": ["dev"],
      "impersonate-uid": "7",
      "impersonate-extra-scopes": ["read"],
    };
    assert.deepEqual(await caller(robot, ...rights).become(all), {
      name: "bob",
      uid: "7",
      groups: ["dev", "system:authenticated"],
      extra: { scopes: ["read"] },
    });
    for (const missing of rights) {
      const others = rights.filter((right) => right !== missing);
      await assertForbidden(caller(robot, ...others).become(all), /cannot impersonate/);
    }
    const more = { ...all, "impersonate-extra-scopes": ["read", "write"] };
    await assertForbidden(caller(robot, ...rights).become(more), /cannot impersonate/);
  });

  test("leads to system:masters only for who may take that group", async () => {
    const masters = { ...bob, "impersonate-group": ["system:masters"] };
    await assertForbidden(caller(robot, "impersonate users bob").become(masters), /cannot impersonate/);
    const { become } = caller(robot, "impersonate users bob", "impersonate groups system:masters");
    assert.deepEqual((await become(masters)).groups, ["system:masters", "system:authenticated"]);
  });

  test("is complained of first by who came that way before", async () => {
    const { become } = caller(robot, "impersonate users bob");
    await assertForbidden(become({ "impersonate-user": "carol" }), /cannot impersonate-on:user-info:get/);
    await become(bob);
    await assertForbidden(become({ "impersonate-user": "carol" }), /users "carol" is forbidden/);
  });
});

describe("the constrained way", () => {
  test("takes the right to be somebody and the right to do this as somebody", async () => {
    const beBob = "impersonate:user-info users.authentication.k8s.io bob";
    assert.equal((await caller(robot, doAsBob, beBob).become(bob)).name, "bob");
    await assertForbidden(caller(robot, beBob).become(bob), /cannot impersonate-on:user-info:get resource "pods"/);
    await assertForbidden(caller(robot, doAsBob).become(bob), /cannot impersonate:user-info resource "users"/);
  });

  test("never leads to system:masters or to the empty group, whatever one may do", async () => {
    const rights = [doAsBob, "impersonate:user-info users.authentication.k8s.io bob"];
    for (const group of ["system:masters", ""]) {
      const right = `impersonate:user-info groups.authentication.k8s.io ${group}`;
      const becoming = caller(robot, ...rights, right).become({ ...bob, "impersonate-group": [group] });
      await assertForbidden(becoming, /group is not allowed$/);
    }
  });

  test("asks once for four groups or more, and one by one where that is not allowed", async () => {
    const rights = [doAsBob, "impersonate:user-info users.authentication.k8s.io bob"];
    const four = { ...bob, "impersonate-group": ["a", "b", "c", "d"] };
    const all = caller(robot, ...rights, "impersonate:user-info groups.authentication.k8s.io *");
    await all.become(four);
    assert.equal(all.asked.length, 3);
    await assertForbidden(caller(robot, ...rights).become(four), /"a" is forbidden/);
  });

  test("takes extra only under keys with a domain and without empty values", async () => {
    const rights = [doAsBob, "impersonate:user-info users.authentication.k8s.io bob"];
    const { become } = caller(robot, ...rights, "impersonate:user-info userextras/acme.com/x.authentication.k8s.io 1");
    assert.deepEqual((await become({ ...bob, "impersonate-extra-acme.com%2fx": "1" })).extra, { "acme.com/x": ["1"] });
    for (const [key, complaint] of [
      ["scopes", /must be a domain-prefixed path/],
      ["_%2fx", /RFC 1123 subdomain/],
      ["acme.com%2f%20", /Invalid path/],
      ["acme.com%2f%41", /non-lowercase key/],
    ] as const) {
      await assertForbidden(become({ ...bob, [`impersonate-extra-${key}`]: "1" }), complaint);
    }
    await assertForbidden(become({ ...bob, "impersonate-extra-acme.com%2fx": "" }), /empty string value/);
  });

  test("has one mode for nodes, one for accounts and one for the rest", async () => {
    const node = caller(
      robot,
      "impersonate-on:arbitrary-node:get pods one",
      "impersonate:arbitrary-node nodes.authentication.k8s.io n1",
    );
    assert.deepEqual((await node.become({ "impersonate-user": "system:node:n1" })).groups, [
      "system:nodes",
      "system:authenticated",
    ]);
    const account = caller(
      robot,
      "impersonate-on:serviceaccount:get pods one",
      "impersonate:serviceaccount serviceaccounts.authentication.k8s.io x",
    );
    assert.deepEqual((await account.become({ "impersonate-user": "system:serviceaccount:b:x" })).groups, [
      "system:serviceaccounts",
      "system:serviceaccounts:b",
      "system:authenticated",
    ]);
    const withGroup = { "impersonate-user": "system:node:n1", "impersonate-group": ["system:nodes"] };
    await assertForbidden(node.become(withGroup), /cannot impersonate resource "users"|cannot impersonate-on/);
  });

  test("lets an account be the node it runs on, by the one right for whatever node that is", async () => {
    const extra = { "authentication.kubernetes.io/node-name": ["n1"] };
    const rights = [
      "impersonate-on:associated-node:get pods one",
      "impersonate:associated-node nodes.authentication.k8s.io *",
    ];
    const onNode = caller({ ...robot, extra }, ...rights);
    assert.equal((await onNode.become({ "impersonate-user": "system:node:n1" })).name, "system:node:n1");
    const other = /cannot impersonate-on:arbitrary-node:get/;
    await assertForbidden(
      caller({ ...robot, extra }, ...rights).become({ "impersonate-user": "system:node:n2" }),
      other,
    );
    const person = { name: "jane", groups: [], extra };
    await assertForbidden(caller(person, ...rights).become({ "impersonate-user": "system:node:n1" }), other);
  });
});

describe("the headers", () => {
  test("are none at all when the user is empty, and a BadRequest with anything else beside it", async () => {
    const { become, asked } = caller(robot);
    assert.equal(await become({ "impersonate-user": "" }), robot);
    await assert.rejects(become({ "impersonate-group": ["g", "h"] }), {
      message:
        'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"g", "h"}, Extra:map[string][]string(nil)} ' +
        "without impersonating a user name",
    });
    assert.deepEqual(asked, []);
  });

  test("that name the anonymous, or system:unauthenticated, lead to nobody known", async () => {
    const nobody = await caller(robot, "impersonate users system:anonymous").become({
      "impersonate-user": "system:anonymous",
    });
    assert.deepEqual(nobody.groups, ["system:unauthenticated"]);
    const rights = ["impersonate users bob", "impersonate groups system:unauthenticated"];
    const group = { ...bob, "impersonate-group": ["system:unauthenticated"] };
    assert.deepEqual((await caller(robot, ...rights).become(group)).groups, ["system:unauthenticated"]);
  });
});
