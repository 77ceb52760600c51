/** Whether somebody may approve or sign for a signer, or for all signers of its domain. */
import type { AdmissionAttributes, Authorizer } from "@pintle/apiserver";

export async function mayUseSigner(
  authorizer: Authorizer,
  { context: { user, info } }: AdmissionAttributes,
  verb: string,
  signer: string,
): Promise<boolean> {
  const [domain = ""] = signer.split("/", 1);
  const signers = { group: "certificates.k8s.io", version: "*", resource: "signers", subresource: "", namespace: "" };
  for (const name of [signer, `${domain}/*`]) {
    const { decision } = await authorizer({ user, request: { ...info, ...signers, isResource: true, verb, name } });
    if (decision === "allow") return true;
  }
  return false;
}
