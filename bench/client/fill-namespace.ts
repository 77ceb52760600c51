/** Makes a namespace full of Deployments of 4.6 KB each, as the server gives them. */
import { Pool } from "undici";
import { readTemplate } from "../apiserver/templates.ts";
import { type BenchTarget, deploymentsPath } from "./bench-client.ts";

const writers = 32;

export async function fillNamespace({ url, ca, token, namespace }: BenchTarget, objects: number): Promise<void> {
  const pool = new Pool(url, { connect: { ca }, connections: writers });
  const create = async (path: string, body: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await pool.request({ method: "POST", path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(text);
  };
  const about = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  await create("/api/v1/namespaces", JSON.stringify(about));
  const template = readTemplate("deployment-4k6").replaceAll("@NS@", namespace);
  let next = 0;
  const write = async () => {
    for (let index = next++; index < objects; index = next++) {
      const body = template.replaceAll("@NAME@", `web-${index}`).replaceAll("@I@", String(index));
      await create(deploymentsPath(namespace), body);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await pool.close();
}
