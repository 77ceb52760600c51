import { after, before, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, configMapsIn, labelRule, make, subdomainRule } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
let roles: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
  roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
});
after(() => client.close());

test("the name of most kinds is a DNS subdomain", async () => {
  for (const name of ["a", "1", "a-b", "a.b-c.1", "a".repeat(253)])
    assertAnswer(await client.create(configMaps, { metadata: { name } }), 201, { metadata: { name } });
});

test("what is no DNS subdomain is told so", async () => {
  for (const name of ["Upper", "a_b", "-a", "a-", ".a", "a..b", "a/b", "a%b", ".", "..", " ", "a b", "é"]) {
    const message = `Invalid value: ${JSON.stringify(name)}: ${subdomainRule}`;
    assertInvalid(await client.create(configMaps, { metadata: { name } }), "ConfigMap", name, [
      "FieldValueInvalid",
      "metadata.name",
      message,
    ]);
  }
});

test("a name is no longer than 253 characters", async () => {
  const name = "a".repeat(254);
  assertInvalid(await client.create(configMaps, { metadata: { name } }), "ConfigMap", name, [
    "FieldValueInvalid",
    "metadata.name",
    `Invalid value: "${name}": must be no more than 253 characters`,
  ]);
});

test("a name that is too long and wrong as well is told both", async () => {
  const name = "A".repeat(254);
  assertInvalid(
    await client.create(configMaps, { metadata: { name } }),
    "ConfigMap",
    name,
    ["FieldValueInvalid", "metadata.name", `Invalid value: "${name}": must be no more than 253 characters`],
    ["FieldValueInvalid", "metadata.name", `Invalid value: "${name}": ${subdomainRule}`],
  );
});

test("a namespace's name is a DNS label and has no dots", async () => {
  const cases = [
    ["a.b", "must not contain dots"],
    ["Upper", labelRule],
    ["a_b", labelRule],
  ] as const;
  for (const [name, why] of cases) {
    const answer = await client.create("/api/v1/namespaces", { metadata: { name } });
    // The label that every namespace gets, with its name as the value, is fine with these names.
    assertInvalid(answer, "Namespace", name, [
      "FieldValueInvalid",
      "metadata.name",
      `Invalid value: "${name}": ${why}`,
    ]);
  }
});

test("a namespace's name of more than 63 characters is refused twice: it is also the value of a label", async () => {
  const name = "a".repeat(64);
  assertInvalid(
    await client.create("/api/v1/namespaces", { metadata: { name } }),
    "Namespace",
    name,
    ["FieldValueInvalid", "metadata.name", `Invalid value: "${name}": must be no more than 63 characters`],
    ["FieldValueInvalid", "metadata.labels", `Invalid value: "${name}": must be no more than 63 bytes`],
  );
});

test("a Service's name is a DNS label and may begin with a digit", async () => {
  const services = `/api/v1/namespaces/${namespace}/services`;
  const spec = { ports: [{ port: 80 }] };
  // Until 1.33 it had to begin with a letter.
  await make(client, services, { metadata: { name: "1a" }, spec });
  assertInvalid(await client.create(services, { metadata: { name: "a.b" }, spec }), "Service", "a.b", [
    "FieldValueInvalid",
    "metadata.name",
    'Invalid value: "a.b": must not contain dots',
  ]);
});

test("the name of a role is anything that fits into a URL", async () => {
  for (const name of ["system:A_b", "UPPER", "a b", "é", "...", "a:b:c"])
    assertAnswer(await client.create(roles, { metadata: { name } }), 201, { metadata: { name } });
  assertAnswer(await client.get(`${roles}/${encodeURIComponent("a b")}`), 200, { metadata: { name: "a b" } });
});

test("what does not fit into a URL is no name of a role either", async () => {
  const cases = [
    ["a/b", "may not contain '/'"],
    ["a%b", "may not contain '%'"],
    [".", "may not be '.'"],
    ["..", "may not be '..'"],
  ] as const;
  for (const [name, why] of cases) {
    assertInvalid(await client.create(roles, { metadata: { name } }), "Role.rbac.authorization.k8s.io", name, [
      "FieldValueInvalid",
      "metadata.name",
      `Invalid value: "${name}": ${why}`,
    ]);
  }
});

test("the same name in another namespace or of another kind is another object", async () => {
  const name = uniqueName("o");
  const other = await client.namespace();
  await make(client, configMaps, { metadata: { name } });
  await make(client, configMapsIn(other), { metadata: { name } });
  await make(client, `/api/v1/namespaces/${namespace}/secrets`, { metadata: { name } });
});
