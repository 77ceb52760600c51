/** The chapters that Pintle's control plane is not asked yet, and what they wait for. A chapter that is not here passes whole. */
export const notYet: Readonly<Record<string, string>> = {
  admission: "admission webhooks and policies",
  "built-in-kinds": "validation of the rarer kinds",
  aggregation: "the aggregator",
  deletion: "the garbage collector and the namespace controller",
  workloads: "the workload controllers",
};
