/** What declarations are to people: kubectl explains, shows, selects and scales the objects of a resource. */
import assert from "node:assert/strict";
import { createClient, loadConfig } from "@pintle/client";
import { k8s } from "@pintle/schema/zod";
import { conditionColumn, defineResource, installResources } from "pintle";
import { z } from "zod";
import { describeKubectls } from "../clients/kubectl.ts";
import { usePlane } from "../clients/planes.ts";

const Box = defineResource({
  group: "shown.pintle.dev",
  version: "v1",
  kind: "Box",
  shortNames: ["bx"],
  categories: ["containers"],
  description: "A box that things run in.",
  spec: z.object({
    image: z.string().describe("What runs in it."),
    replicas: k8s.int32().min(0).default(1).describe("How many there are of it."),
  }),
  status: z.object({ replicas: k8s.int32().describe("How many there are by now.") }),
  conditions: ["Ready"],
  columns: { Image: "spec.image", Replicas: "spec.replicas", Ready: conditionColumn("Ready") },
  scale: { replicas: "spec.replicas", statusReplicas: "status.replicas" },
  selectableFields: ["spec.image"],
});

const manifest = { apiVersion: Box.apiVersion, kind: Box.kind, metadata: { name: "web" }, spec: { image: "nginx" } };
const plane = usePlane();

async function install(): Promise<void> {
  await using client = createClient(await loadConfig({ file: plane().kubeconfig }));
  await installResources(client, [Box], { force: true });
}

describeKubectls("a resource that was declared", {
  "is explained in the words of its declaration": async (kubectl) => {
    await install();
    let text = "";
    // What is published follows the definition after a moment.
    for (let attempt = 0; attempt < 20 && !text.includes("A box that"); attempt += 1) {
      text = (await kubectl.run(["explain", "boxes.shown.pintle.dev"])).stdout;
    }
    assert.match(text, /A box that things run in\./);
    assert.match(await kubectl.says("explain", "boxes.shown.pintle.dev.spec.image"), /What runs in it\./);
    assert.match(
      await kubectl.says("explain", "boxes.shown.pintle.dev.status.replicas"),
      /How many there are by now\./,
    );
    assert.match(await kubectl.says("explain", "boxes.shown.pintle.dev.status.conditions.reason"), /Why, in one word/);
  },
  "is shown in its columns, found by its short name and category, selected and scaled": async (kubectl) => {
    await install();
    await kubectl.saysTo(manifest, "apply", "-f", "-");
    const [head, row] = (await kubectl.says("get", "bx")).split("\n");
    assert.match(head ?? "", /^NAME +IMAGE +REPLICAS +READY +AGE$/);
    assert.match(row ?? "", /^web +nginx +1 +\d+s$/);
    assert.match(await kubectl.says("get", "containers", "-o", "name"), /box\.shown\.pintle\.dev\/web/);
    assert.equal(await kubectl.says("get", "bx", "--field-selector", "spec.image=redis", "-o", "name"), "");
    await kubectl.says("scale", "bx/web", "--replicas=3");
    assert.equal(await kubectl.says("get", "bx/web", "-o", "jsonpath={.spec.replicas}"), "3");
  },
});
