/** What may not wait behind anything else. */

const leases = "/apis/coordination.k8s.io/";

/** Leases are renewed within seconds or lost, so they wait neither for one of few connections nor for the client's own rate limit. */
export function isUrgentPath(path: string): boolean {
  return path.startsWith(leases);
}
