// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of certificates/v1, as plain JSON. */
import { defineKind, type ObjectOf } from "@pintle/machinery/objects";

export const CertificateSigningRequest = defineKind({
  group: "certificates.k8s.io",
  version: "v1",
  kind: "CertificateSigningRequest",
  plural: "certificatesigningrequests",
  shortNames: ["csr"],
  subresources: ["approval", "status"],
  scope: "Cluster",
})<{ spec: CertificateSigningRequestSpec; status?: CertificateSigningRequestStatus }>();
export type CertificateSigningRequest = ObjectOf<typeof CertificateSigningRequest>;

export interface CertificateSigningRequestCondition {
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface CertificateSigningRequestSpec {
  expirationSeconds?: number;
  extra?: { [key: string]: string[] };
  groups?: string[];
  request: string;
  signerName: string;
  uid?: string;
  usages?: (
    | "any"
    | "cert sign"
    | "client auth"
    | "code signing"
    | "content commitment"
    | "crl sign"
    | "data encipherment"
    | "decipher only"
    | "digital signature"
    | "email protection"
    | "encipher only"
    | "ipsec end system"
    | "ipsec tunnel"
    | "ipsec user"
    | "key agreement"
    | "key encipherment"
    | "microsoft sgc"
    | "netscape sgc"
    | "ocsp signing"
    | "s/mime"
    | "server auth"
    | "signing"
    | "timestamping"
  )[];
  username?: string;
}

export interface CertificateSigningRequestStatus {
  certificate?: string;
  conditions?: CertificateSigningRequestCondition[];
}
