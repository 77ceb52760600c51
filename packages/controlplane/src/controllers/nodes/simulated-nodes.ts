/**
 * Registers the nodes of a plane and keeps them alive: each renews its Lease and tells now and then that it is well.
 *
 * Nodes are made once. Whoever deletes one has taken a machine away, and it does not come back.
 */
import type { Lease, Node } from "@pintle/kinds";
import { ApiError, type ClockTimer, formatMicroTime, track, UsageError } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import { NodeEvents } from "./node-events.ts";
import { isSimulated, maxNodes, nodeConditions, nodeManifest } from "./node-manifest.ts";
import { nodeWriter } from "./node-writer.ts";

const renewMs = 10_000;
const leaseSeconds = 40;
/** How often a node says that it is well although nothing has changed. */
const reportMs = 300_000;
const leaseNamespace = "kube-node-lease";

export interface SimulatedNodesOptions {
  /** Whether they have been made before, and what is left of them is stored. */
  readonly areMade?: boolean;
}

/** Throws a `UsageError` for a number of nodes that there cannot be. */
export function createSimulatedNodes(count: number, { areMade = false }: SimulatedNodesOptions = {}): PlaneController {
  if (!Number.isInteger(count) || count < 0 || count > maxNodes) {
    throw new UsageError("PINTLE_NODES_INVALID", `choose a number of nodes from 0 to ${maxNodes}, not ${count}`);
  }
  return {
    name: "simulated-nodes",
    async start(context) {
      const nodes = await context.objects.follow<Node>("", "nodes");
      const events = new NodeEvents(context);
      for (let index = 0; index < count && !areMade; index++) {
        await register(context, events, index);
        await giveWay(context, index);
      }
      const cordons = events.follow(nodes);
      const heartbeats = new Heartbeats(context, nodes);
      return {
        async [Symbol.asyncDispose]() {
          cordons[Symbol.dispose]();
          await heartbeats[Symbol.asyncDispose]();
        },
      };
    },
  };
}

/** Writes of a node wait for nothing: without this, thousands of them would keep all else from its turn, signals too. */
async function giveWay({ clock }: PlaneControllerContext, index: number): Promise<void> {
  if (index % atOnce === atOnce - 1) await clock.turn();
}

/** How many nodes are written in one turn. */
const atOnce = 16;

/** One that is there already, as in storage that has outlived its plane, stays as it is. */
async function register(context: PlaneControllerContext, events: NodeEvents, index: number): Promise<void> {
  const { status, ...node } = nodeManifest(index, context.clock.now());
  const writer = nodeWriter(context, node.metadata.name ?? "");
  const place = { group: "", plural: "nodes" };
  try {
    const created = await writer.create<Node>(place, node);
    const { name } = created.metadata;
    const registered = await writer.updateStatus({ ...place, name }, { ...created, status });
    // Admission takes a new node for one that is not ready, and nobody else here would take that back.
    const taints = registered.spec?.taints?.filter(({ key }) => key !== "node.kubernetes.io/not-ready");
    if (registered.spec?.taints)
      await writer.update({ ...place, name }, { ...registered, spec: withTaints(registered, taints) });
    events.tellOfStart(registered);
  } catch (error) {
    if (!ApiError.is(error, "AlreadyExists")) throw error;
  }
}

function withTaints({ spec }: Node, taints: NonNullable<Node["spec"]>["taints"] = []): NonNullable<Node["spec"]> {
  const { taints: _, ...rest } = spec ?? {};
  return { ...rest, ...(taints.length > 0 && { taints }) };
}

class Heartbeats implements AsyncDisposable {
  readonly #context: PlaneControllerContext;
  readonly #nodes: FollowedResource<Node>;
  #timer: ClockTimer | undefined;
  #beating: Promise<void> = Promise.resolve();
  #lastReportMs: number;
  #isEnded = false;

  constructor(context: PlaneControllerContext, nodes: FollowedResource<Node>) {
    this.#context = context;
    this.#nodes = nodes;
    this.#lastReportMs = context.clock.monotonic();
    this.#schedule(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    this.#timer?.cancel();
    await this.#beating;
  }

  #schedule(delayMs: number): void {
    if (this.#isEnded) return;
    const { clock } = this.#context;
    const beat = () => {
      const beating = track(clock, "heartbeats of nodes", () => this.#beat());
      this.#beating = beating.finally(() => this.#schedule(renewMs));
    };
    this.#timer = clock.setTimer(delayMs, beat, { label: "heartbeats of nodes", kind: "background", unref: true });
  }

  async #beat(): Promise<void> {
    const { clock } = this.#context;
    const isReport = clock.monotonic() - this.#lastReportMs >= reportMs;
    if (isReport) this.#lastReportMs = clock.monotonic();
    for (const [index, node] of this.#nodes.list().filter(isSimulated).entries()) {
      if (this.#isEnded) return;
      await this.#tell(node, isReport);
      await giveWay(this.#context, index);
    }
  }

  /** Where one of them is not heard, the others are none the worse for it. */
  async #tell(node: Node, isReport: boolean): Promise<void> {
    try {
      await this.#renew(node);
      if (isReport) await this.#report(node);
    } catch (error) {
      this.#context.logger.debug("a node could not tell that it is well", { node: node.metadata.name, error });
    }
  }

  async #renew({ metadata: { name = "", uid = "" } }: Node): Promise<void> {
    const writer = nodeWriter(this.#context, name);
    const place = { group: "coordination.k8s.io", plural: "leases", namespace: leaseNamespace };
    const renewTime = formatMicroTime(BigInt(this.#context.clock.now()) * 1_000n);
    try {
      await writer.patch<Lease>({ ...place, name }, "merge", { spec: { renewTime } });
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
      const ownerReferences = [{ apiVersion: "v1", kind: "Node", name, uid }];
      const spec = { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime };
      await writer.create(place, { metadata: { name, ownerReferences }, spec });
    }
  }

  async #report({ metadata: { name = "" } }: Node): Promise<void> {
    const nowMs = this.#context.clock.now();
    const conditions = nodeConditions(nowMs, nowMs).map(({ type, lastHeartbeatTime }) => ({ type, lastHeartbeatTime }));
    const place = { group: "", plural: "nodes", name, subresource: "status" };
    await nodeWriter(this.#context, name).patch(place, "strategic", { status: { conditions } });
  }
}
