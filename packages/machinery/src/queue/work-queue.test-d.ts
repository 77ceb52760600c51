/** Which keys and causes a queue takes is settled when it is compiled. */
import { bucket } from "./bucket.ts";
import { exponential } from "./exponential.ts";
import { maxOf } from "./rate-limiter.ts";
import { createWorkQueue } from "./work-queue.ts";

const queue = createWorkQueue({ name: "FooBars", limiter: maxOf(exponential(), bucket()) });
queue.add("default/a", { cause: "Pod default/a-0", priority: undefined });
// @ts-expect-error: a cause of this queue is a text
queue.add("default/a", { cause: { kind: "Pod" } });
// @ts-expect-error: a key of this queue is a text
queue.add(5);

type PodKey = string & { readonly kind: "Pod" };
const pods = createWorkQueue<PodKey, { readonly kind: string }>({ name: "Pods" });
pods.add("default/a" as PodKey, { cause: { kind: "Node" } });
// @ts-expect-error: a plain text is not the key of a Pod
pods.add("default/a");

// @ts-expect-error: two equal objects would be two keys
createWorkQueue<{ name: string }>({ name: "objects" });

// @ts-expect-error: metrics and reports need the name
createWorkQueue({});
