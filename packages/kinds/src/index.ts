/**
 * The built-in kinds of Kubernetes 1.36: `Deployment` is the type of what the API gives, and a value that is called to write one.
 *
 * A name that several group versions share stands here for the one that people mean, core/v1's `Event` and autoscaling/v2's
 * `HorizontalPodAutoscaler`; every group version is also a module of its own, `@pintle/kinds/events/v1`. What the API server knows about
 * the fields of all kinds is in `@pintle/kinds/tables`, which nothing here loads.
 */
export * from "./generated/kinds/index.ts";
