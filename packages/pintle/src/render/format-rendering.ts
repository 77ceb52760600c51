/** What was rendered, as text that kubectl and people read: YAML with a document for each object, or one List in JSON. */
import type { Rendering } from "./render.ts";

export type RenderingFormat = "yaml" | "json";

export async function formatRenderings(renderings: readonly Rendering[], format: RenderingFormat): Promise<string> {
  if (format === "json") {
    const items = renderings.flatMap(({ object, children }) => [...children, object]);
    return `${JSON.stringify({ apiVersion: "v1", kind: "List", items }, undefined, 2)}\n`;
  }
  const { default: yaml } = await import("yaml");
  const write = (value: unknown) =>
    yaml.stringify(value, { compat: "yaml-1.1", lineWidth: 0, aliasDuplicateObjects: false, keepUndefined: false });
  const documents = renderings.flatMap(({ object, children }) => [...children, object].map(write));
  return documents.join("---\n");
}
