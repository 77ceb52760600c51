/** The limit: undici, JSON.parse and Maps, with no more than that. It neither reconnects nor backs off. */
import { Pool } from "undici";
import {
  assignment,
  childName,
  childOf,
  sayConverged,
  sayRun,
  saySynced,
  untilTerminated,
  type Widget,
  withStatus,
} from "./assignment.ts";
import { createKeyLine } from "./key-line.ts";

const { url, ca, token, namespace, task, run, workers } = assignment;
const pool = new Pool(url, {
  ...{ connect: { ca }, connections: workers + 2, pipelining: 1, bodyTimeout: 0, headersTimeout: 0 },
});
const headers = {
  ...{ authorization: `Bearer ${token}`, accept: "application/json", "content-type": "application/json" },
};
const widgetsPath = `/apis/bench.example.com/v1/namespaces/${namespace}/widgets`;
const childrenPath = `/api/v1/namespaces/${namespace}/configmaps`;
untilTerminated();

async function call(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<AsyncIterable<Buffer>> {
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await pool.request({ method, path, headers, body: sent });
  // That the child is there already is fine.
  if (answer.statusCode >= 400 && answer.statusCode !== 409) throw new Error(await answer.body.text());
  return answer.body;
}

async function read(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await call(method, path, body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Child {
  readonly metadata: { readonly name: string; readonly ownerReferences?: readonly { readonly name: string }[] };
}

/** Calls with each object of a watch, lines cut as bytes and decoded once. */
async function watch<Watched extends Child>(
  path: string,
  query: string,
  objects: Map<string, Watched>,
  changed: (object: Watched) => void,
  synced: () => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of await call("GET", `${path}?watch=true&allowWatchBookmarks=true&${query}`)) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      const { type, object } = JSON.parse(bytes.toString("utf8", start, end));
      start = end + 1;
      if (type === "BOOKMARK") {
        if (object.metadata.annotations?.["k8s.io/initial-events-end"]) synced();
        continue;
      }
      if (type === "DELETED") objects.delete(object.metadata.name);
      else objects.set(object.metadata.name, object);
      changed(object);
    }
    rest = bytes.subarray(start);
  }
}

function mirror<Watched extends Child>(
  path: string,
  objects: Map<string, Watched>,
  changed: (object: Watched) => void,
) {
  const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  return new Promise<void>((resolve, reject) => {
    watch(path, query, objects, changed, resolve).catch(reject);
  });
}

async function sync(): Promise<void> {
  const widgets = new Map<string, Widget>();
  const list = JSON.parse((await read("GET", widgetsPath)).toString("utf8"));
  for (const widget of list.items) widgets.set(widget.metadata.name, widget);
  await saySynced(widgets.size);
  let seen = "";
  const changed = ({ metadata }: Widget & { metadata: { resourceVersion?: string } }) => {
    seen = metadata.resourceVersion ?? seen;
  };
  await watch(widgetsPath, `resourceVersion=${list.metadata.resourceVersion}`, widgets, changed, () => {});
}

async function reconcile(): Promise<void> {
  const widgets = new Map<string, Widget>();
  const children = new Map<string, Child>();
  const add = createKeyLine(workers, async (name) => {
    const widget = widgets.get(name);
    if (widget === undefined) return;
    sayRun(widget);
    if (!children.has(childName(widget))) await read("POST", childrenPath, childOf(widget));
    if (widget.status?.message !== run) await read("PUT", `${widgetsPath}/${name}/status`, withStatus(widget));
    sayConverged(name);
  });
  await mirror(childrenPath, children, ({ metadata }) => {
    const owner = metadata.ownerReferences?.[0];
    if (owner) add(owner.name);
  });
  await mirror(widgetsPath, widgets, ({ metadata }) => add(metadata.name));
}

await (task === "sync" ? sync() : reconcile());
