/** A custom resource without rules, to see what a body becomes where no Go type stands behind it. */
import { assertAnswer, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

export interface Things {
  readonly group: string;
  /** Of the collection in a namespace of its own. */
  readonly path: string;
  /** The text of an object with this text as its spec. */
  text(name: string, spec: string): string;
  remove(): Promise<void>;
}

export async function createThings(client: Client): Promise<Things> {
  const group = `${uniqueName("wire")}.example.com`;
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: anything } } };
  const body: Json = {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  assertAnswer(await client.create(definitions, body), 201);
  const path = `/apis/${group}/v1/namespaces/${await client.namespace()}/things`;
  await eventually(async () => assertAnswer(await client.get(path), 200));
  return {
    group,
    path,
    text: (name, spec) => `{"apiVersion":"${group}/v1","kind":"Thing","metadata":{"name":"${name}"},"spec":${spec}}`,
    remove: async () => assertAnswer(await client.delete(`${definitions}/things.${group}`), 200),
  };
}
