/**
 * What the verbs work on at an endpoint: the storage of the server, or a view of it in the version of the endpoint where versions are
 * converted by asking somebody. A view has watches of its own, which end with it.
 */
import { createConvertingStorage } from "../registry/converting-storage.ts";
import { createResourceEndpoint, findVersion, type ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { createWatchCaches, type WatchCaches } from "../watch/watch-caches.ts";
import type { RestServer } from "./rest-server.ts";

export interface EndpointView {
  readonly server: RestServer;
  readonly caches: WatchCaches;
}

export interface EndpointViews {
  of(endpoint: ResourceEndpoint): EndpointView;
  /** Ends what there is of a resource that has changed or gone. */
  forget(resource: ServedResource): void;
  close(): void;
}

export function createEndpointViews(own: EndpointView): EndpointViews {
  const views = new Map<ResourceEndpoint, EndpointView>();
  return {
    of(endpoint) {
      const view = endpoint.resource.convert ? (views.get(endpoint) ?? createView(own.server, endpoint)) : own;
      if (view !== own) views.set(endpoint, view);
      return view;
    },

    forget({ group, plural }) {
      for (const [endpoint, view] of views) {
        if (endpoint.resource.group !== group || endpoint.resource.plural !== plural) continue;
        views.delete(endpoint);
        view.caches.close();
      }
    },

    close() {
      own.caches.close();
      for (const { caches } of views.values()) caches.close();
    },
  };
}

function createView(server: RestServer, { resource, apiVersion }: ResourceEndpoint): EndpointView {
  const version = findVersion(resource, resource.storageVersion ?? "");
  const { convert } = resource;
  if (!convert || !version) return { server, caches: createWatchCaches(server) };
  const kept = createResourceEndpoint(resource, version);
  const storage = createConvertingStorage({ storage: server.storage, convert, apiVersion, kept });
  return { server: { ...server, storage }, caches: createWatchCaches({ ...server, storage }) };
}
