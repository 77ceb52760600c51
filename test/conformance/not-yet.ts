/** The chapters that Pintle's control plane is not asked yet, and what they wait for. A chapter that is not here passes whole. */
export const notYet: Readonly<Record<string, string>> = {
  "built-in-kinds": "validation of the rarer kinds",
  deletion: "the garbage collector and the namespace controller",
  workloads: "the workload controllers",
};
