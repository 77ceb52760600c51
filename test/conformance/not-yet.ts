/**
 * What Pintle's control plane is not asked yet, and what it waits for: chapters, and files of chapters as `chapter/file`. A chapter that is
 * not here in any way passes whole.
 */
export const notYet: Readonly<Record<string, string>> = {
  "deletion/beginnings": "the controllers of ServiceAccounts and volumes",
  "deletion/custom-resources": "the garbage collector",
  "deletion/garbage-collection": "the garbage collector",
  "deletion/namespaces": "the namespace controller",
  "deletion/propagation": "the garbage collector",
  workloads: "the workload controllers",
};
