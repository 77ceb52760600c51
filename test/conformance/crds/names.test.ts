import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import {
  assertCondition,
  assertNotCreated,
  assertRefused,
  definitions,
  dnsLabel,
  install,
  readDefinition,
  untilListed,
  version,
  widgets,
} from "./widgets.ts";

const client = connect();
after(() => client.close());

function named(names: Json): Json {
  return widgets([version("v1")], { names: { plural: "widgets", kind: "Widget", ...names } });
}

interface Group extends AsyncDisposable {
  readonly name: string;
  path(plural: string): string;
  /** Creates a definition in the group. */
  define(names: Json): Promise<void>;
  established(plural: string): Promise<void>;
}

/** A group in which definitions can be at odds with each other. */
function group(): Group {
  const name = `${uniqueName("fruits")}.example.com`;
  const path = (plural: string) => `${definitions}/${plural}.${name}`;
  const paths: string[] = [];
  return {
    name,
    path,
    define: async (names) => {
      const definition = widgets([version("v1")], { group: name, names });
      const metadata = { name: `${names.plural}.${name}` };
      paths.push(path(names.plural));
      assertAnswer(await client.create(definitions, { ...definition, metadata }), 201);
    },
    established: (plural) =>
      eventually(async () =>
        assertCondition(await readDefinition(client, path(plural)), "Established", {
          status: "True",
          reason: "InitialNamesAccepted",
          message: "the initial names have been accepted",
        }),
      ),
    [Symbol.asyncDispose]: async () => {
      for (const each of paths) await client.delete(each);
    },
  };
}

/** Asserts that the second definition waits for a name that the first has, and has the other names. */
async function assertConflict(names: Json, reason: string, message: string, acceptedNames: Json): Promise<void> {
  await using fruits = group();
  await fruits.define({ plural: "apples", kind: "Apple", shortNames: ["ap"] });
  await fruits.established("apples");
  await fruits.define({ plural: "pears", kind: "Pear", ...names });
  await eventually(async () => {
    const definition = await readDefinition(client, fruits.path("pears"));
    assertCondition(definition, "NamesAccepted", { status: "False", reason, message });
    const waiting = { status: "False", reason: "NotAccepted", message: "not all names are accepted" };
    assertCondition(definition, "Established", waiting);
    assertContains(definition.status.acceptedNames, acceptedNames);
  });
  const answer = await client.get(`/apis/${fruits.name}/v1/pears`);
  assertAnswer(answer, 404);
  assert.equal(answer.text, "404 page not found\n");
}

describe("names of a definition", { concurrency: true }, () => {
  test("singular is the kind in lower case and listKind the kind with List, unless said", async () => {
    assertAnswer(await client.create(definitions, widgets(), { dryRun: "All" }), 201, {
      spec: { names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" } },
      status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: ["v1"] },
    });
  });

  test("a definition is called by its plural and its group", async () => {
    const definition = widgets();
    definition.metadata.name = `gadgets.${definition.spec.group}`;
    await assertNotCreated(client, definition, [
      "FieldValueInvalid",
      "metadata.name",
      `Invalid value: "gadgets.${definition.spec.group}": must be spec.names.plural+"."+spec.group`,
    ]);
  });

  test("plural and kind are required, and what is made from the kind is missing with it", async () => {
    const pluralless = named({ plural: undefined });
    await assertNotCreated(
      client,
      pluralless,
      [
        "FieldValueInvalid",
        "metadata.name",
        `Invalid value: "${pluralless.metadata.name}": must be spec.names.plural+"."+spec.group`,
      ],
      ["FieldValueRequired", "spec.names.plural", "Required value"],
    );
    await assertNotCreated(
      client,
      named({ kind: undefined }),
      ["FieldValueRequired", "spec.names.singular", "Required value"],
      ["FieldValueRequired", "spec.names.kind", "Required value"],
      ["FieldValueRequired", "spec.names.listKind", "Required value"],
    );
  });

  test("singular, short names and categories are DNS labels", async () => {
    const cases: [Json, string, string][] = [
      [{ singular: "Widget" }, "singular", "Widget"],
      [{ shortNames: ["w", "W"] }, "shortNames[1]", "W"],
      [{ categories: ["all!"] }, "categories[0]", "all!"],
    ];
    for (const [names, field, value] of cases) {
      await assertNotCreated(client, named(names), [
        "FieldValueInvalid",
        `spec.names.${field}`,
        `Invalid value: "${value}": ${dnsLabel}`,
      ]);
    }
  });

  test("a kind may have capitals but is a DNS label otherwise", async () => {
    const mixed = `may have mixed case, but should otherwise match: ${dnsLabel}`;
    await assertNotCreated(
      client,
      named({ kind: "Wid_get", singular: "widget" }),
      ["FieldValueInvalid", "spec.names.kind", `Invalid value: "Wid_get": ${mixed}`],
      ["FieldValueInvalid", "spec.names.listKind", `Invalid value: "Wid_getList": ${mixed}`],
    );
  });

  test("kind and listKind differ", async () => {
    await assertNotCreated(client, named({ listKind: "Widget" }), [
      "FieldValueInvalid",
      "spec.names.listKind",
      'Invalid value: "Widget": kind and listKind may not be the same',
    ]);
  });

  test("a group is a domain with a dot", async () => {
    const definition = widgets([version("v1")], { group: "widgets" });
    definition.metadata.name = "widgets.widgets";
    await assertNotCreated(client, definition, [
      "FieldValueInvalid",
      "spec.group",
      'Invalid value: "widgets": should be a domain with at least one dot',
    ]);
  });

  test("the scope is Cluster or Namespaced", async () => {
    await assertNotCreated(client, widgets([version("v1")], { scope: "Galaxy" }), [
      "FieldValueNotSupported",
      "spec.scope",
      'Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"',
    ]);
    await assertNotCreated(client, widgets([version("v1")], { scope: undefined }), [
      "FieldValueRequired",
      "spec.scope",
      "Required value",
    ]);
  });

  test("a cluster-scoped resource is not found in a namespace", async () => {
    await using crd = await install(client, widgets([version("v1")], { scope: "Cluster" }));
    const namespace = await client.namespace();
    // The namespace that the body names is dropped without a word.
    const widget = crd.widget("v1", "a", { metadata: { namespace } });
    assertAnswer(await client.create(`/apis/${crd.group}/v1/widgets`, widget), 201, {
      metadata: { name: "a", namespace: undefined },
    });
    assertAnswer(await client.get(`/apis/${crd.group}/v1/widgets/a`), 200);
    const answer = await client.get(crd.at("v1", namespace, "a"));
    assertAnswer(answer, 404);
    assert.equal(answer.text, "404 page not found\n");
  });

  test("a namespaced resource is only listed and watched without a namespace", async () => {
    await using crd = await install(client, widgets());
    const all = `/apis/${crd.group}/v1/widgets`;
    assertAnswer(await client.get(all), 200, { kind: "WidgetList", items: [] });
    for (const answer of [
      await client.create(all, crd.widget("v1", "a")),
      await client.get(`${all}/a`),
      await client.delete(all),
    ]) {
      assertAnswer(answer, 404);
      assert.equal(answer.text, "404 page not found\n");
    }
  });

  test("an object in a namespace that is not there is refused for the namespace", async () => {
    await using crd = await install(client, widgets());
    const absent = uniqueName("absent");
    const answer = await client.create(crd.at("v1", absent), crd.widget("v1", "a"));
    assertStatus(answer, 404, "NotFound", `namespaces "${absent}" not found`, {
      details: { name: absent, kind: "namespaces" },
    });
  });

  test("discovery shows singular, short names and categories", async () => {
    await using crd = await install(client, named({ shortNames: ["wd"], categories: ["all", "tools"] }));
    await eventually(async () =>
      assertAnswer(await client.get(`/apis/${crd.group}/v1`), 200, {
        kind: "APIResourceList",
        groupVersion: `${crd.group}/v1`,
        resources: [
          {
            name: "widgets",
            singularName: "widget",
            namespaced: true,
            kind: "Widget",
            verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
            shortNames: ["wd"],
            categories: ["all", "tools"],
            storageVersionHash: /^[A-Za-z0-9+/]{11}=$/,
          },
        ],
      }),
    );
  });

  test("an own listKind is the kind of the list", async () => {
    await using crd = await install(client, named({ listKind: "Widgetry" }));
    assertAnswer(await client.get(`/apis/${crd.group}/v1/widgets`), 200, { kind: "Widgetry" });
  });

  test("accepted names are told in the status", async () => {
    const definition = named({ shortNames: ["wd"], categories: ["all"] });
    await using crd = await install(client, definition);
    const { status } = await readDefinition(client, crd.path);
    const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
    assert.deepEqual(status.acceptedNames, { ...names, shortNames: ["wd"], categories: ["all"] });
    assertCondition({ status }, "NamesAccepted", {
      status: "True",
      reason: "NoConflicts",
      message: "no conflicts found",
      lastTransitionTime: /Z$/,
    });
  });

  test("a singular that another definition of the group has is not accepted", async () => {
    await assertConflict({ singular: "apple" }, "SingularConflict", '"apple" is already in use', {
      plural: "pears",
      singular: undefined,
      kind: "Pear",
      listKind: "PearList",
    });
  });

  test("a short name that is another definition's plural, singular or short name is not accepted", async () => {
    const accepted = { plural: "pears", singular: "pear", shortNames: undefined, kind: "Pear" };
    for (const taken of ["ap", "apple", "apples"]) {
      const names = { shortNames: [taken, uniqueName("pr")] };
      await assertConflict(names, "ShortNamesConflict", `"${taken}" is already in use`, accepted);
    }
  });

  test("a kind and a list kind that another definition has are not accepted, and the last conflict is told", async () => {
    const names = { singular: "pear", kind: "Apple", listKind: "PearList" };
    await assertConflict(names, "KindConflict", '"Apple" is already in use', { singular: "pear", kind: "" });
    const both = { singular: "pear", kind: "Apple" };
    await assertConflict(both, "ListKindConflict", '"AppleList" is already in use', { kind: "", listKind: undefined });
  });

  test("the same names in another group are no conflict", async () => {
    await using first = await install(client, named({ shortNames: ["wd"] }));
    await using second = await install(client, named({ shortNames: ["wd"] }));
    assert.notEqual(first.group, second.group);
  });

  test("a definition that waits for a name is established when the name is free", async () => {
    await using fruits = group();
    await fruits.define({ plural: "apples", kind: "Apple" });
    await fruits.established("apples");
    await fruits.define({ plural: "pears", kind: "Pear", singular: "apple" });
    await eventually(async () =>
      assertCondition(await readDefinition(client, fruits.path("pears")), "NamesAccepted", { status: "False" }),
    );
    assertAnswer(await client.delete(fruits.path("apples")), 200);
    await fruits.established("pears");
    await untilListed(client, `/apis/${fruits.name}/v1/pears`);
  });

  test("an established definition that asks for a taken name is served on under its old names", async () => {
    await using fruits = group();
    await fruits.define({ plural: "apples", kind: "Apple", shortNames: ["ap"] });
    await fruits.define({ plural: "pears", kind: "Pear", shortNames: ["pr"] });
    await fruits.established("apples");
    await fruits.established("pears");
    const path = fruits.path("pears");
    assertAnswer(await client.patch("merge", path, { spec: { names: { shortNames: ["ap"] } } }), 200);
    await eventually(async () => {
      const definition = await readDefinition(client, path);
      const conflict = { status: "False", reason: "ShortNamesConflict", message: '"ap" is already in use' };
      assertCondition(definition, "NamesAccepted", conflict);
      assertCondition(definition, "Established", { status: "True" });
      assertContains(definition.status.acceptedNames, { shortNames: ["pr"] });
    });
    await untilListed(client, `/apis/${fruits.name}/v1/pears`);
  });

  test("singular, short names and categories of an established definition can change", async () => {
    await using crd = await install(client, named({ shortNames: ["wd"] }));
    const names = { singular: "wodget", shortNames: ["wg"], categories: ["all"] };
    assertAnswer(await client.patch("merge", crd.path, { spec: { names } }), 200, { metadata: { generation: 2 } });
    await eventually(async () => {
      assertContains((await readDefinition(client, crd.path)).status.acceptedNames, names);
      const { singular: singularName, ...lists } = names;
      assertAnswer(await client.get(`/apis/${crd.group}/v1`), 200, { resources: [{ singularName, ...lists }] });
    });
  });

  test("group, plural, kind and scope of an established definition cannot change", async () => {
    const definition = widgets();
    await using crd = await install(client, definition);
    const changed = { scope: "Cluster", group: "other.example.com", names: { kind: "Gadget", plural: "gadgets" } };
    assertRefused(
      await client.patch("merge", crd.path, { spec: changed }),
      definition.metadata.name,
      ["FieldValueInvalid", "spec.scope", 'Invalid value: "Cluster": field is immutable'],
      ["FieldValueInvalid", "spec.names.kind", 'Invalid value: "Gadget": field is immutable'],
      ["FieldValueInvalid", "spec.group", 'Invalid value: "other.example.com": field is immutable'],
      ["FieldValueInvalid", "spec.names.plural", 'Invalid value: "gadgets": field is immutable'],
    );
  });
});
