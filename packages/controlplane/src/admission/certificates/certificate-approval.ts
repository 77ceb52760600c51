/** Requests for certificates are approved by those who may approve for their signer, and answered by those who may sign for it. */
import { type AdmissionAttributes, type AdmissionPlugin, type Authorizer, forbidRequest } from "@pintle/apiserver";
import { equalJson, quoteGo } from "@pintle/machinery";
import { listAt, textAt } from "../../builtin/json-fields.ts";
import { mayUseSigner } from "./signer-access.ts";

/** The signer is that of the stored request, whatever the new one says. */
export function createCertificateApproval(authorizer: Authorizer): AdmissionPlugin {
  return {
    async validate(attributes) {
      if (!isUpdateOf(attributes, "approval")) return;
      const signer = textAt(attributes.old ?? {}, "spec.signerName");
      if (await mayUseSigner(authorizer, attributes, "approve", signer)) return;
      throw forbidRequest(attributes, `user not permitted to approve requests with signerName ${quoteGo(signer)}`);
    },
  };
}

export function createCertificateSigning(authorizer: Authorizer): AdmissionPlugin {
  return {
    async validate(attributes) {
      const { object = {}, old = {} } = attributes;
      if (!isUpdateOf(attributes, "status")) return;
      const isSame =
        textAt(object, "status.certificate") === textAt(old, "status.certificate") &&
        equalJson([...listAt(object, "status.conditions")], [...listAt(old, "status.conditions")]);
      const signer = textAt(old, "spec.signerName");
      if (isSame || (await mayUseSigner(authorizer, attributes, "sign", signer))) return;
      throw forbidRequest(attributes, `user not permitted to sign requests with signerName ${quoteGo(signer)}`);
    },
  };
}

function isUpdateOf({ endpoint, operation, subresource }: AdmissionAttributes, view: string): boolean {
  const { group, resource } = endpoint.groupResource;
  const isRequest = group === "certificates.k8s.io" && resource === "certificatesigningrequests";
  return isRequest && operation === "UPDATE" && subresource === view;
}
