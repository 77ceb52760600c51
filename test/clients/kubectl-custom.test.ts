import assert from "node:assert/strict";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { uniqueName } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { describeKubectls, type Kubectl } from "./kubectl.ts";
import { usePlane } from "./planes.ts";

const plane = usePlane();
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Kind {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

/** A kind of the test's own, with columns, served and known to discovery and OpenAPI. */
async function define(): Promise<Kind> {
  const { client } = plane();
  const singular = uniqueName("boat").replace("-", "");
  const [plural, group] = [`${singular}s`, `${singular}.example.com`];
  const kind = singular.replace(/^b/, "B");
  const properties = {
    sails: { type: "integer", minimum: 0, description: "How many sails it has." },
    crew: { type: "array", items: { type: "string" }, description: "Who sails it." },
  };
  const schema = {
    type: "object",
    description: "Boat is something that floats.",
    properties: {
      spec: { type: "object", description: "What it should be.", required: ["sails"], properties },
    },
  };
  const additionalPrinterColumns = [
    { name: "Sails", type: "integer", jsonPath: ".spec.sails", description: "How many." },
    { name: "Crew", type: "string", jsonPath: ".spec.crew[0]", priority: 1 },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  ];
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    additionalPrinterColumns,
  };
  const names = { plural, singular, kind, shortNames: [`${singular.slice(0, 4)}x${singular.slice(-4)}`] };
  const spec = { group, scope: "Namespaced", names, versions: [version] };
  assertAnswer(await client.create(definitions, { metadata: { name: `${plural}.${group}` }, spec }), 201);
  await eventually(async () => assertAnswer(await client.get(`/apis/${group}/v1/${plural}`), 200));
  await eventually(async () => {
    const { body } = await client.get("/openapi/v3");
    assert.ok(body.paths[`apis/${group}/v1`], "the definition is not published yet");
  });
  return { group, plural, kind };
}

const boat = ({ group, kind }: Kind, name: string, spec: Json) => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  spec,
});

/** Discovery is asked for anew: the test's kind was not there when this kubectl last looked. */
async function fresh(kubectl: Kubectl): Promise<void> {
  await kubectl.says("api-resources", "--output=name");
}

describeKubectls("kubectl and custom resources", {
  "explain shows the schema of a definition": async (kubectl) => {
    const kind = await define();
    await fresh(kubectl);
    const whole = await kubectl.says("explain", `${kind.plural}.${kind.group}`);
    assert.match(
      whole,
      new RegExp(`^(GROUP: +${kind.group}\\n)?KIND: +${kind.kind}\\nVERSION: +(${kind.group}/)?v1\\n`),
    );
    assert.match(whole, /Boat is something that floats\./);
    const field = await kubectl.says("explain", `${kind.plural}.${kind.group}.spec.sails`);
    assert.match(field, /FIELD: +sails +<integer>/);
    assert.match(field, /How many sails it has\./);
    const part = await kubectl.says("explain", `${kind.plural}.${kind.group}.spec`);
    assert.match(part, /crew\t<\[\]string>/);
    assert.match(part, /sails\t<integer> -required-/);
  },

  "get shows the columns of a definition, and the others when asked for more": async (kubectl) => {
    const kind = await define();
    await fresh(kubectl);
    const created = await kubectl.saysTo(boat(kind, "one", { sails: 3, crew: ["ann"] }), "apply", "--filename=-");
    assert.match(created, /\/one created$/);
    const name = `${kind.plural}.${kind.group}`;
    assert.match(await kubectl.says("get", name), /^NAME +SAILS +AGE\none +3 +\d+s$/);
    assert.match(await kubectl.says("get", name, "--output=wide"), /^NAME +SAILS +CREW +AGE\none +3 +ann +\d+s$/);
    const applied = await kubectl.saysTo(boat(kind, "one", { sails: 4 }), "apply", "--filename=-");
    assert.match(applied, /\/one configured$/);
    assert.match(await kubectl.says("get", name, "--no-headers"), /^one +4 +\d+s$/);
    const { code, stderr } = await kubectl.run(["apply", "--filename=-"], { input: boat(kind, "two", { sails: -1 }) });
    assert.equal(code, 1);
    assert.match(stderr, /spec\.sails: Invalid value: -1: spec\.sails in body should be greater than or equal to 0/);
  },
});
