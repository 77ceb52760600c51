/** Nobody becomes a master of the cluster by a certificate that the cluster's own signer for clients hands out. */
import { Buffer } from "node:buffer";
import { type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import { readRequestedSubjects } from "@pintle/machinery/certificates";
import { textAt } from "../../builtin/json-fields.ts";
import { subjectOf } from "../subject.ts";

const signer = "kubernetes.io/kube-apiserver-client";
const masters = "system:masters";

export const certificateSubjectRestriction: AdmissionPlugin = {
  async validate(attributes) {
    const { object, operation } = attributes;
    if (!object || operation !== "CREATE") return;
    if (subjectOf(attributes) !== "certificatesigningrequests.certificates.k8s.io") return;
    if (textAt(object, "spec.signerName") !== signer) return;
    const subjects = readSubjects(textAt(object, "spec.request"));
    if (subjects.some(({ organizations }) => organizations.includes(masters))) {
      throw forbidRequest(attributes, `use of ${signer} signer with ${masters} group is not allowed`);
    }

    function readSubjects(request: string): ReturnType<typeof readRequestedSubjects> {
      try {
        return readRequestedSubjects(Buffer.from(request, "base64").toString("latin1"));
      } catch (error) {
        throw forbidRequest(attributes, `failed to parse CSR: ${error instanceof Error ? error.message : error}`);
      }
    }
  },
};
