import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertCells, create, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

let namespace: string;
before(async () => {
  namespace = await client.namespace();
});

const core = (resource: string) => `/api/v1/namespaces/${namespace}/${resource}`;
const networking = (resource: string) => `/apis/networking.k8s.io/v1/namespaces/${namespace}/${resource}`;

function named(spec: Json, status?: Json): Json {
  return { metadata: { name: uniqueName("n") }, spec, status };
}

async function assertService(spec: Json, status: Json, cells: Json): Promise<void> {
  await assertCells(client, await create(client, core("services"), named(spec, status)), cells);
}

/** Objects of the cluster are shared, so each goes when its cells have been read. */
async function assertClusterCells(collection: string, object: Json, cells: Json): Promise<void> {
  const path = await create(client, collection, object);
  await assertCells(client, path, cells);
  assertAnswer(await client.delete(path), 200);
}

test("a Service shows its address, its ports and its selector", () =>
  assertService(
    {
      selector: { tier: "web", app: "a" },
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 53, protocol: "UDP" },
      ],
    },
    undefined,
    {
      Type: "ClusterIP",
      "Cluster-IP": /^\d+(\.\d+){3}$/,
      "External-IP": "<none>",
      "Port(s)": "80/TCP,53/UDP",
      Age: justNow,
      Selector: "app=a,tier=web",
    },
  ));

test("a Service without an address or ports says None and <none>", () =>
  assertService({ clusterIP: "None" }, undefined, {
    "Cluster-IP": "None",
    "Port(s)": "<none>",
    Selector: "<none>",
  }));

test("the port of nodes stands beside that of the Service", () =>
  assertService({ type: "NodePort", ports: [{ port: 80 }] }, undefined, {
    Type: "NodePort",
    "External-IP": "<none>",
    "Port(s)": /^80:\d{5}\/TCP$/,
  }));

test("a load balancer's addresses are awaited, then listed", async () => {
  const spec = { type: "LoadBalancer", ports: [{ port: 80 }] };
  await assertService(spec, undefined, { Type: "LoadBalancer", "External-IP": "<pending>" });
  const ingress = [{ ip: "1.2.3.4", ipMode: "VIP" }, { hostname: "a-rather-long-name.lb.example.com" }];
  await assertService(
    spec,
    { loadBalancer: { ingress } },
    {
      "External-IP": "1.2.3.4,a-rather-long-name.lb.example.com",
    },
  );
});

test("external addresses are shown beside those of the load balancer", async () => {
  const externalIPs = ["5.6.7.8", "9.9.9.9"];
  await assertService({ externalIPs, ports: [{ port: 80 }] }, undefined, { "External-IP": "5.6.7.8,9.9.9.9" });
  const status = { loadBalancer: { ingress: [{ ip: "1.2.3.4", ipMode: "VIP" }] } };
  await assertService({ type: "LoadBalancer", externalIPs, ports: [{ port: 80 }] }, status, {
    "External-IP": "1.2.3.4,5.6.7.8,9.9.9.9",
  });
});

test("an external name takes the place of the external address", () =>
  assertService({ type: "ExternalName", externalName: "db.example.com" }, undefined, {
    Type: "ExternalName",
    "Cluster-IP": "<none>",
    "External-IP": "db.example.com",
    "Port(s)": "<none>",
  }));

test("Endpoints show three addresses and how many more there are", async () => {
  const addresses = ["10.1.0.1", "10.1.0.2", "10.1.0.3", "10.1.0.4"].map((ip) => ({ ip }));
  const metadata = { name: uniqueName("e") };
  const path = await create(client, core("endpoints"), { metadata, subsets: [{ addresses, ports: [{ port: 80 }] }] });
  await assertCells(client, path, { Endpoints: "10.1.0.1:80,10.1.0.2:80,10.1.0.3:80 + 1 more..." });
  const none = await create(client, core("endpoints"), { metadata: { name: uniqueName("e") } });
  await assertCells(client, none, { Endpoints: "<none>" });
});

test("an EndpointSlice shows its ports and addresses", async () => {
  const collection = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
  const endpoints = [{ addresses: ["10.1.0.1"] }, { addresses: ["10.1.0.2"] }];
  const metadata = { name: uniqueName("e") };
  const slice = {
    metadata,
    addressType: "IPv4",
    endpoints,
    ports: [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ],
  };
  await assertCells(client, await create(client, collection, slice), {
    AddressType: "IPv4",
    Ports: "80,81",
    Endpoints: "10.1.0.1,10.1.0.2",
  });
  const empty = { metadata: { name: uniqueName("e") }, addressType: "IPv4", endpoints: [] };
  await assertCells(client, await create(client, collection, empty), { Ports: "<unset>", Endpoints: "<unset>" });
});

test("an Ingress shows its class, three hosts, its address and whether it has TLS", async () => {
  const rule = (host: string) => ({ host });
  const rules = ["a.example.com", "b.example.com", "c.example.com", "d.example.com", "e.example.com"].map(rule);
  const status = { loadBalancer: { ingress: [{ ip: "1.2.3.4" }, { hostname: "lb.example.com" }] } };
  const spec = { ingressClassName: "nginx", rules, tls: [{ hosts: ["a.example.com"] }] };
  await assertCells(client, await create(client, networking("ingresses"), named(spec, status)), {
    Class: "nginx",
    Hosts: "a.example.com,b.example.com,c.example.com + 2 more...",
    Address: "1.2.3.4,lb.example.com",
    Ports: "80, 443",
    Age: justNow,
  });
});

test("an Ingress for everything has neither class nor hosts nor address", async () => {
  const defaultBackend = { service: { name: "s", port: { number: 80 } } };
  await assertCells(client, await create(client, networking("ingresses"), named({ defaultBackend })), {
    Class: "<none>",
    Hosts: "*",
    Address: "",
    Ports: "80",
  });
});

test("a NetworkPolicy shows the pods that it selects, none if it is all", async () => {
  const some = await create(
    client,
    networking("networkpolicies"),
    named({ podSelector: { matchLabels: { app: "a" } } }),
  );
  await assertCells(client, some, { "Pod-Selector": "app=a", Age: justNow });
  const all = await create(client, networking("networkpolicies"), named({ podSelector: {} }));
  await assertCells(client, all, { "Pod-Selector": "<none>" });
});

test("a claim shows its own capacity and modes only once it has a volume", async () => {
  const resources = { requests: { storage: "1Gi" } };
  const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "fast", resources };
  await assertCells(client, await create(client, core("persistentvolumeclaims"), named(spec)), {
    Status: "Pending",
    Volume: "",
    Capacity: "",
    "Access Modes": "",
    StorageClass: "fast",
    VolumeAttributesClass: "<unset>",
    VolumeMode: "Filesystem",
  });
  const status = { phase: "Bound", capacity: { storage: "2Gi" }, accessModes: ["ReadWriteOnce", "ReadOnlyMany"] };
  const bound = named({ ...spec, volumeName: "v" }, status);
  await assertCells(client, await create(client, core("persistentvolumeclaims"), bound), {
    Status: "Bound",
    Volume: "v",
    Capacity: "2Gi",
    "Access Modes": "RWO,ROX",
  });
});

test("a claim that waits for its finalizer is Terminating", async () => {
  const resources = { requests: { storage: "1Gi" } };
  // The server adds the finalizer itself.
  const path = await create(
    client,
    core("persistentvolumeclaims"),
    named({ accessModes: ["ReadWriteOnce"], storageClassName: "", resources }),
  );
  assertAnswer(await client.delete(path), 200);
  await assertCells(client, path, { Status: "Terminating", StorageClass: "" });
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
});

test("a volume shows its capacity, modes, policy, state and claim", async () => {
  const spec = {
    capacity: { storage: "1536Mi" },
    accessModes: ["ReadWriteMany", "ReadWriteOnce"],
    hostPath: { path: "/data" },
    storageClassName: "fast",
    volumeMode: "Block",
    claimRef: { namespace, name: "c" },
  };
  const path = await create(client, "/api/v1/persistentvolumes", named(spec, { phase: "Failed", reason: "Lost" }));
  await assertCells(client, path, {
    Capacity: "1536Mi",
    "Access Modes": "RWO,RWX",
    "Reclaim Policy": "Retain",
    Status: "Failed",
    Claim: `${namespace}/c`,
    StorageClass: "fast",
    VolumeAttributesClass: "<unset>",
    Reason: "Lost",
    Age: justNow,
    VolumeMode: "Block",
  });
  assertAnswer(await client.delete(path), 200);
  await assertCells(client, path, { Status: "Terminating" });
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
});

test("a StorageClass shows what holds when it says nothing", async () => {
  const collection = "/apis/storage.k8s.io/v1/storageclasses";
  const name = uniqueName("class");
  await assertClusterCells(
    collection,
    { metadata: { name }, provisioner: "example.com/disk" },
    {
      Name: name,
      Provisioner: "example.com/disk",
      ReclaimPolicy: "Delete",
      VolumeBindingMode: "Immediate",
      // Though the column is text.
      AllowVolumeExpansion: false,
      Age: justNow,
    },
  );
});
