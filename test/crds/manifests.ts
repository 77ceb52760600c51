/** Manifests in YAML, read as kubectl reads them. */
import { globSync, readFileSync } from "node:fs";
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { type CollectionTag, parseAllDocuments, type ScalarTag, type Tags } from "yaml";

export interface Manifest {
  /** Relative to the folder that was searched. */
  readonly file: string;
  readonly object: JsonObject;
}

/** kubectl takes times as texts, and octal numbers in both spellings. */
const octal: ScalarTag = {
  default: true,
  tag: "tag:yaml.org,2002:int",
  test: /^0o[0-7]+$/,
  resolve: (text) => Number.parseInt(text.slice(2), 8),
};

function kubectlTags(tags: Tags): Tags {
  const isTime = (tag: ScalarTag | CollectionTag) => tag.tag.endsWith(":timestamp") || tag.format === "TIME";
  return [...tags.filter((tag) => typeof tag === "string" || !isTime(tag)), octal];
}

/** All documents of the files; those that are no objects are left out. Files that are templates of something else are an error. */
export function readManifests(folder: string, patterns: readonly string[]): Manifest[] {
  return globSync([...patterns], { cwd: folder })
    .sort()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(`${folder}/${file}`, "utf8"), {
        version: "1.1",
        merge: true,
        customTags: kubectlTags,
      }).flatMap((document) => {
        const [error] = document.errors;
        if (error) throw new Error(`${file}: ${error.message}`);
        const object: unknown = document.toJS();
        return isJsonObject(object) ? [{ file, object }] : [];
      }),
    );
}
