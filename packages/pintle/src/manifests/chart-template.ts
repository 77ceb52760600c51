/**
 * Makes templates of objects: they are written as they are, and what the chart's user may say is put in afterwards, in place of marks. Whatever else is
 * in an object that Helm would take for a template of its own, in the description of a field for example, stays as it is.
 */
import type { WriteYaml } from "./yaml-text.ts";

/** Stands for the namespace of the release, alone or within a text. */
export const releaseNamespace = "pintle-release-namespace";

/** Stands for a whole value: written as YAML where it stands. */
export function valueMark(path: string): string {
  return `pintle-value-${path}`;
}

/** Stands for further items of the list that it is in. */
export function itemsMark(path: string): string {
  return `pintle-items-${path}`;
}

/** Stands for a value that an expression gives. */
export function expressionMark(index: number): string {
  return `pintle-expression-${index}`;
}

export interface TemplateOptions {
  /** By the index of their marks, without the braces. */
  readonly expressions?: readonly string[];
  /** What has to be true for the objects to be there: `.Values.crds.enabled`. */
  readonly condition?: string;
}

export function formatTemplate(write: WriteYaml, objects: readonly unknown[], options: TemplateOptions = {}): string {
  const { expressions = [], condition } = options;
  const escaped = write(...objects).replaceAll("{{", '{{ "{{" }}');
  const lines = escaped.split("\n").map((line) =>
    line
      .replace(/^(\s*)((?:- )?[^\s:]+:) pintle-value-(\S+)$/, (_line, indent: string, key: string, path: string) => {
        const depth = indent.length + (key.startsWith("- ") ? 4 : 2);
        return `${indent}${key} {{- toYaml .Values.${path} | nindent ${depth} }}`;
      })
      .replace(/^(\s*)- pintle-items-(\S+)$/, (_line, indent: string, path: string) => {
        return `${indent}{{- with .Values.${path} }}{{ toYaml . | nindent ${indent.length} }}{{- end }}`;
      })
      .replace(/pintle-expression-(\d+)/g, (_mark, index: string) => `{{ ${expressions[Number(index)]} }}`)
      .replace(/(: |- )pintle-release-namespace$/, "$1{{ .Release.Namespace | quote }}")
      .replaceAll(releaseNamespace, "{{ .Release.Namespace }}"),
  );
  const text = lines.join("\n");
  return condition === undefined ? text : `{{- if ${condition} }}\n${text}{{- end }}\n`;
}
