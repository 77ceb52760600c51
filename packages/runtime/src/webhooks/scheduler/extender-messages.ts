/** What kube-scheduler and its extenders tell each other, in JSON whose keys are the names of Go's fields: `Pod`, `NodeNames`, `Score`. */
import type { Node, Pod } from "@pintle/kinds";
import { type DeepReadonly, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import { HttpError } from "../../http/http-message.ts";
import { objectIn, textIn, textsIn } from "../read-review.ts";
import type {
  ExtenderBinding,
  ExtenderCandidates,
  ExtenderFiltered,
  ExtenderPreemption,
  ExtenderScores,
  ExtenderVictims,
} from "./scheduler-extender.ts";

type Unsignalled<Question> = Omit<Question, "signal">;

export function readCandidates(args: JsonObject): Unsignalled<ExtenderCandidates> {
  const list = getOwn(args, "Nodes");
  const nodes = isJsonObject(list) ? itemsIn(list) : undefined;
  const nodeNames = nodes ? nodes.map(nameOf) : textsIn(args, "NodeNames");
  return { pod: readPod(args), nodeNames, nodes: nodes as readonly DeepReadonly<Node>[] | undefined };
}

function itemsIn(list: JsonObject): readonly JsonObject[] {
  const items = getOwn(list, "items");
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

function nameOf(object: JsonObject): string {
  return textIn(objectIn(object, "metadata"), "name");
}

function readPod(args: JsonObject): DeepReadonly<Pod> {
  const pod = getOwn(args, "Pod");
  if (!isJsonObject(pod)) throw new HttpError(400, "the question of the scheduler has no Pod");
  return pod as unknown as DeepReadonly<Pod>;
}

/** Nodes are answered in the form in which they came. A name that was not among them would be a node that the scheduler has ruled out. */
export function writeFilterResult(
  { nodes, nodeNames: asked }: Unsignalled<ExtenderCandidates>,
  { nodeNames, failed = {}, unresolvable = {} }: ExtenderFiltered,
): JsonObject {
  const known = new Set(asked);
  const foreign = nodeNames.find((name) => !known.has(name));
  if (foreign !== undefined) throw new TypeError(`filter gave the node ${foreign}, which it was not asked about`);
  const kept = new Set(nodeNames);
  const items = nodes?.filter((node) => kept.has(nameOf(node as unknown as JsonObject)));
  return {
    ...(items ? { Nodes: { metadata: {}, items: items as unknown as JsonValue[] } } : { NodeNames: [...nodeNames] }),
    FailedNodes: { ...failed },
    FailedAndUnresolvableNodes: { ...unresolvable },
    Error: "",
  };
}

const maxScore = 10;

export function writeScores(scores: ExtenderScores): JsonValue {
  return Object.entries(scores).map(([Host, Score]) => {
    if (Number.isInteger(Score) && Score >= 0 && Score <= maxScore) return { Host, Score };
    throw new TypeError(`prioritize gave ${Host} the score ${Score}: scores are integers from 0 to ${maxScore}`);
  });
}

export function readBinding(args: JsonObject): Unsignalled<ExtenderBinding> {
  const binding = {
    podName: textIn(args, "PodName"),
    podNamespace: textIn(args, "PodNamespace"),
    podUid: textIn(args, "PodUID"),
    node: textIn(args, "Node"),
  };
  if (binding.podName !== "" && binding.node !== "") return binding;
  throw new HttpError(400, "the binding of the scheduler has no PodName or no Node");
}

export function readPreemption(args: JsonObject): Unsignalled<ExtenderPreemption> {
  const whole = objectIn(args, "NodeNameToVictims");
  const metadata = objectIn(args, "NodeNameToMetaVictims");
  const isWhole = Object.keys(whole).length > 0;
  const byNode = isWhole ? whole : metadata;
  const victims: Record<string, ExtenderVictims[string]> = {};
  for (const node of Object.keys(byNode)) {
    const found = objectIn(byNode, node);
    const pods = getOwn(found, "Pods");
    const uidOf = (pod: JsonObject) => (isWhole ? textIn(objectIn(pod, "metadata"), "uid") : textIn(pod, "UID"));
    const podUids = Array.isArray(pods) ? pods.filter(isJsonObject).map(uidOf) : [];
    const violations = getOwn(found, "NumPDBViolations");
    const disruptionBudgetViolations = typeof violations === "number" ? violations : 0;
    setOwn(victims, node, { podUids, disruptionBudgetViolations });
  }
  return { pod: readPod(args), victims };
}

export function writePreemption(victims: ExtenderVictims): JsonObject {
  const byNode: JsonObject = {};
  for (const [node, { podUids, disruptionBudgetViolations }] of Object.entries(victims)) {
    const Pods = podUids.map((UID) => ({ UID }));
    setOwn(byNode, node, { Pods, NumPDBViolations: disruptionBudgetViolations });
  }
  return { NodeNameToMetaVictims: byNode };
}
