/**
 * A certificate that others put into files and renew there, as cert-manager does with a Secret that is mounted.
 *
 * The files are read when their directory changes and every 10 seconds, and are taken when they differ from what is shown and belong
 * together: between the writing of the one and of the other they do not, and what was good before goes on being shown.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, Logger } from "@pintle/machinery";
import { createCertificateMetrics } from "../../metrics/certificate-metrics.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { CertificateFileWatch } from "./certificate-file-watch.ts";
import { type CertificateFiles, processCertificateFiles } from "./certificate-files.ts";
import { CertificateHolder, type CertificateSource } from "./certificate-source.ts";
import { SharedRun } from "./shared-run.ts";

export interface CertificatesFromFilesOptions {
  readonly clock: Clock;
  /** `k8s-webhook-server/serving-certs` in the directory for temporary files unless said, as kubebuilder mounts it. */
  readonly directory?: string;
  /** `tls.crt` unless said. */
  readonly certName?: string;
  /** `tls.key` unless said. */
  readonly keyName?: string;
  /** Authorities whose certificates callers have to show; anybody may call unless said. */
  readonly clientCaName?: string;
  readonly logger?: Logger;
  /** Counts reads, under controller-runtime's names. */
  readonly metrics?: Metrics;
  /** Those of the machine unless said. */
  readonly files?: CertificateFiles;
}

export function certificatesFromFiles(options: CertificatesFromFilesOptions): CertificateSource {
  const { clock, logger, metrics, files = processCertificateFiles } = options;
  const { directory = join(tmpdir(), "k8s-webhook-server", "serving-certs") } = options;
  const { certName = "tls.crt", keyName = "tls.key", clientCaName } = options;
  const name = `the certificate in ${directory}`;
  const holder = new CertificateHolder(name, logger);
  const names = { directory, certName, keyName, clientCaName };
  const counts = metrics && createCertificateMetrics(metrics);
  let watch: CertificateFileWatch | undefined;
  const shared = new SharedRun(() => {
    watch = new CertificateFileWatch({ clock, logger, files, names, holder, counts });
    return watch;
  });
  return {
    name,
    start: (given) => shared.start(given),
    current: () => holder.current(),
    onChange: (listener) => holder.onChange(listener),
    get problem() {
      return watch?.problem ?? (holder.isEmpty ? `${name} has not been read` : undefined);
    },
    stop: () => shared.stop(),
  };
}
