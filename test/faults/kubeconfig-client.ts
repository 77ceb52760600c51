/** The way to a server that runs as a command of its own. */
import { readFileSync } from "node:fs";
import { Client } from "../conformance/client.ts";

/** The client for `admin` that the file describes. */
export function clientOf(kubeconfig: string): Client {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, "utf8"));
  const { server: url, "certificate-authority-data": authority } = clusters[0].cluster;
  const ca = Buffer.from(authority, "base64").toString();
  const none = { cert: "", key: "" };
  const tokens = { admin: users[0].user.token };
  return new Client({ name: "pintle", url, ca, tokens, clientCa: none, proxyCa: none, kubeconfig });
}
