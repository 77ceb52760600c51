/** Every sample works as it stands. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { conditionsOf, namespace, startBoxPlane } from "./box-plane.ts";

const folder = new URL("../../examples/modelbox/config/samples/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8");
const files = readdirSync(folder).filter((file) => file !== "kustomization.yaml");

test("the sample that everybody begins with is the one that was agreed on, to the letter", () => {
  assert.equal(
    read("model_v1_modelbox.yaml"),
    `apiVersion: model.github.com/v1
kind: ModelBox
metadata:
  name: modelbox-sample
spec:
  # Add fields here
  name: "nginx"         # 名称
  image: "nginx:1.7.9"  # 镜像
  replicas: 4           # 副本数
  rollingUpdate: 30%    # 滚动升级百分比
  ports:                # 端口映射
  - port: 80
    targetPort: 80
    nodePort: 30010
`,
  );
});

test("the kustomization has all samples that need no webhook", () => {
  const ofNow = files.filter((file) => file.startsWith("model_v1_"));
  assert.deepEqual(parse(read("kustomization.yaml")).resources.toSorted(), ofNow.toSorted());
});

for (const file of files) {
  test(`${file} becomes Ready`, async () => {
    await using plane = await startBoxPlane();
    const { apiVersion, kind, ...box } = parse(read(file));
    await plane.client.resource({ apiVersion, kind }, { namespace }).create(box);
    await plane.settle();
    assert.equal((await conditionsOf(plane, box.metadata.name)).Ready, "True AllReady");
    assert.equal((await conditionsOf(plane, box.metadata.name)).Degraded, "False AsDesired");
  });
}
