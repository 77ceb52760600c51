/** The rest of a day with kubectl on a plane whose controllers run: tokens, services, folders of manifests, a look around. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { deployment } from "../../clients/manifests.ts";
import { cells, type TerminalTests } from "../kubectl-cluster.ts";

export const everyday: TerminalTests = {
  "a token of a ServiceAccount is whom it says, and may do what its roles say": async ({ says, fails, namespace }) => {
    const token = await says("create token default --duration=1h");
    const whoami = cells(await says(`auth whoami --token=${token}`));
    assert.ok(whoami.includes(`Username | system:serviceaccount:${namespace}:default`), whoami.join("\n"));
    assert.ok(
      whoami.includes(`Groups | [system:serviceaccounts system:serviceaccounts:${namespace} system:authenticated]`),
    );
    const { code, stderr } = await fails(`get pods --token=${token}`);
    const who = `User "system:serviceaccount:${namespace}:default"`;
    assert.deepEqual(
      [code, stderr],
      [
        1,
        `Error from server (Forbidden): pods is forbidden: ${who} cannot list resource "pods" in API group "" in the namespace "${namespace}"\n`,
      ],
    );
    await says(`create rolebinding viewers --clusterrole=view --serviceaccount=${namespace}:default`);
    assert.equal(await says(`auth can-i list pods --token=${token}`), "yes");
    assert.equal((await fails(`auth can-i delete pods --token=${token}`)).stdout, "no\n");
  },

  "a Deployment is exposed and autoscaled": async ({ says }) => {
    await says("create deployment web --image=nginx --port=80 --replicas=2");
    assert.equal(await says("expose deployment web --type=NodePort"), "service/web exposed");
    assert.equal(
      await says("autoscale deployment web --min=1 --max=3 --cpu=80%"),
      "horizontalpodautoscaler.autoscaling/web autoscaled",
    );
    await says("wait --for=condition=Available deployment/web --timeout=20s");
    const [, service] = cells(await says("get service web"));
    assert.match(service ?? "", /^web \| NodePort \| 10\.0\.0\.\d+ \| <none> \| 80:3\d{4}\/TCP \| \d+s$/);
    assert.match(await says("get hpa web --no-headers"), /^web +Deployment\/web +cpu: <unknown>\/80% +1 +3 +0 +\d+s$/);
  },

  "a folder of manifests is applied, compared, and pruned of what left it": async ({ says, run, namespace }) => {
    const folder = mkdtempSync(`${tmpdir()}/pintle-manifests-`);
    const write = (name: string, object: object) => writeFileSync(`${folder}/${name}.json`, JSON.stringify(object));
    const labels = { part: "shop" };
    const config = (name: string, value: string) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, labels },
      data: { value },
    });
    const manifest = deployment("web");
    try {
      write("a", config("words", "1"));
      write("b", config("more", "1"));
      write("c", { ...manifest, metadata: { ...manifest.metadata, labels } });
      assert.equal(
        await says(`apply -f ${folder}`),
        "configmap/words created\nconfigmap/more created\ndeployment.apps/web created",
      );
      await says("rollout status deployment/web --timeout=20s");
      assert.equal(
        await says(`apply -f ${folder}`),
        "configmap/words unchanged\nconfigmap/more unchanged\ndeployment.apps/web unchanged",
      );
      assert.deepEqual(await run(`diff -f ${folder}`), { code: 0, stdout: "", stderr: "" });
      write("a", config("words", "2"));
      rmSync(`${folder}/b.json`);
      const differs = await run(`diff -f ${folder} --prune --selector=part=shop`);
      assert.equal(differs.code, 1);
      assert.match(differs.stdout, /^- {2}value: "1"\n\+ {2}value: "2"$/m);
      const pruned = await says(`apply -f ${folder} --prune --selector=part=shop --prune-allowlist=core/v1/ConfigMap`);
      assert.equal(pruned, "configmap/words configured\ndeployment.apps/web unchanged\nconfigmap/more pruned");
      assert.match(
        await says(`delete -f ${folder} --timeout=20s`),
        new RegExp(`^deployment\\.apps "web" deleted from ${namespace} namespace$`, "m"),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  "the cluster says where it is, what it has, and how it is": async ({ says, client }) => {
    const [place] = (await says("cluster-info")).split("\n");
    assert.equal(place, `Kubernetes control plane is running at ${client.server.url}`);
    const names = (await says("api-resources --verbs=list --namespaced -o name")).split("\n");
    for (const name of ["pods", "deployments.apps", "jobs.batch", "leases.coordination.k8s.io"])
      assert.ok(names.includes(name), name);
    assert.match(await says("get --raw /readyz?verbose"), /readyz check passed$/);
    assert.equal(
      await says("get namespaces kube-system kube-public kube-node-lease default -o name"),
      "namespace/kube-system\nnamespace/kube-public\nnamespace/kube-node-lease\nnamespace/default",
    );
    assert.equal(await says("get configmap kube-root-ca.crt -o name"), "configmap/kube-root-ca.crt");
  },
};
