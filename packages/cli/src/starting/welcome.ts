/** The one screen that says where a plane is, what to try on it, and how to end it. */
import type { Profile } from "@pintle/controlplane";
import { quoteForShell } from "../running/quote-for-shell.ts";

export interface WelcomeOptions {
  readonly url: string;
  readonly kubeconfig: string;
  readonly profile: Profile;
  readonly nodes: number;
  /** Where commands can be typed. */
  readonly terminal: "this" | "another";
  /** How it is ended, as a sentence. */
  readonly ending: string;
}

export function formatWelcome({ url, kubeconfig, profile, nodes, terminal, ending }: WelcomeOptions): string {
  const { commands, remark } = suggestionsFor(profile, nodes);
  return [
    "",
    `Kubernetes is ready and listens on ${url}. In ${terminal} terminal:`,
    "",
    `  export KUBECONFIG=${quoteForShell(kubeconfig)}`,
    ...commands.map((command) => `  kubectl ${command}`),
    "",
    `${remark} All objects are gone when it ends.`,
    ending,
    "",
  ].join("\n");
}

interface Suggestions {
  readonly commands: readonly string[];
  readonly remark: string;
}

/** What is shown works on that plane. */
function suggestionsFor(profile: Profile, nodes: number): Suggestions {
  if (profile === "apiserver") {
    return {
      commands: ["api-resources", "create configmap settings --from-literal=color=blue", "get configmaps"],
      remark:
        "Nobody acts on the objects in the profile apiserver: a Deployment gets no pods, and nothing is collected.",
    };
  }
  if (profile === "core") {
    return {
      commands: ["create namespace shop", "get serviceaccounts,configmaps --namespace shop", "delete namespace shop"],
      remark: "Nobody runs workloads in the profile core: a Deployment gets no pods.",
    };
  }
  const commands = ["create deployment web --image=nginx --replicas=3", "rollout status deployment web", "get all"];
  if (nodes === 0) {
    return { commands: [...commands.toSpliced(1, 1)], remark: "Without nodes, pods stay Pending." };
  }
  return {
    commands: ["get nodes", ...commands, "logs deployment/web"],
    remark: "Nodes and pods are simulated: no image is pulled, and nothing is run.",
  };
}
