/** Lists everything page by page, for servers whose watches cannot begin with it. */
import { type PartialVerbs, undecodedFromObject } from "@pintle/client";
import type { JsonObject } from "@pintle/machinery";
import type { StoredObject } from "./stored-object.ts";
import type { ReflectedCopy } from "./watch-reader.ts";

export interface ListedObjects {
  readonly objects: ReadonlyMap<string, StoredObject>;
  readonly resourceVersion: string;
}

/** All of one moment: where the server had to start over, what came before is dropped. */
export async function listObjects(
  source: Pick<PartialVerbs<object>, "pages">,
  copy: ReflectedCopy,
  options: Parameters<PartialVerbs<object>["pages"]>[0] & { readonly onPage: () => void },
): Promise<ListedObjects> {
  const { onPage, ...asked } = options;
  const objects = new Map<string, StoredObject>();
  let version = "";
  for await (const { items, resourceVersion, startsOver } of source.pages(asked)) {
    onPage();
    if (startsOver) objects.clear();
    version = resourceVersion;
    for (const item of items) {
      const object = copy.prepare(undecodedFromObject(item as JsonObject));
      // It is decoded already: what is not kept of it is let go of now.
      object.readIfDecodable();
      objects.set(object.key, object);
    }
  }
  return { objects, resourceVersion: version };
}
