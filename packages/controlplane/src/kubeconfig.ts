/** A kubeconfig for one user of one server, as JSON, which is YAML too. */
export interface KubeconfigOptions {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly user: string;
  readonly token: string;
}

export function formatKubeconfig({ url, ca, user, token }: KubeconfigOptions): string {
  const name = "pintle";
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server: url, "certificate-authority-data": Buffer.from(ca, "utf8").toString("base64") } },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user } }],
    "current-context": name,
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
