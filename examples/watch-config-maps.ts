/** Lists, watches and patches with the client alone, on the cluster that kubectl would use. */
import { createClient, loadConfig } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";

const client = createClient(await loadConfig());
const configMaps = client.resource(ConfigMap, { namespace: client.namespace });

const { items, metadata } = await configMaps.list();
console.log(`${items.length} ConfigMaps in ${client.namespace}`);

await configMaps.create({ metadata: { name: "greeting" }, data: { text: "hello" } });
const fieldSelector = { "metadata.name": "greeting" };
for await (const event of configMaps.watch({ resourceVersion: metadata.resourceVersion, fieldSelector })) {
  if (event.type === "BOOKMARK") continue;
  console.log(`${event.type} ${event.object.metadata.name}: ${event.object.data?.text}`);
  if (event.type === "ADDED") await configMaps.patch("greeting", { merge: { data: { text: "seen" } } });
  if (event.type === "MODIFIED") await configMaps.delete("greeting");
  if (event.type === "DELETED") break;
}
await client.close();
