/** The objects in generated files, in the order in which a cluster takes them. */
import type { KubernetesObject } from "@pintle/machinery";
import { parseAllDocuments } from "yaml";

export type FoundObject = KubernetesObject & { readonly [key: string]: unknown };

/** Those that `config/default` builds, without kustomize: the namespace first, those who ask webhooks last. */
export function defaultObjects(files: ReadonlyMap<string, string>): readonly FoundObject[] {
  const folders = ["manager", "crd", "rbac", "webhook", "network-policy"];
  const found = folders.flatMap((folder) => objectsUnder(files, `config/${folder}/`));
  const place = ({ kind }: FoundObject) => Number(kind.endsWith("WebhookConfiguration")) - Number(kind === "Namespace");
  return found.toSorted((left, right) => place(left) - place(right));
}

export function objectsUnder(files: ReadonlyMap<string, string>, folder: string): readonly FoundObject[] {
  return [...files]
    .filter(([path]) => path.startsWith(folder) && !path.endsWith("kustomization.yaml"))
    .flatMap(([, text]) => readObjects(text));
}

export function readObjects(text: string): readonly FoundObject[] {
  return parseAllDocuments(text, { version: "1.1" })
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as FoundObject | null;
    })
    .filter((object) => object !== null);
}
