/** Which handler answers which path, and a proper no for the rest: 404 for a path that is not there, 405 for a method that it does not have. */
import { UsageError } from "@pintle/machinery";
import { HttpError, type HttpHandler, type HttpRequest } from "./http-message.ts";

export interface Route {
  /** A `GET` answers `HEAD` as well. */
  readonly method: "GET" | "POST";
  readonly handle: HttpHandler;
}

export interface Routes {
  /** A path that ends in a slash stands for all paths below it that have no route of their own. */
  add(path: string, route: Route): void;
  has(path: string): boolean;
  readonly handle: HttpHandler;
}

export function createRoutes(): Routes {
  const routes = new Map<string, Route>();
  return {
    add(path, route) {
      if (routes.has(path)) {
        throw new UsageError(
          "PINTLE_PATH_TAKEN",
          `${path} is served already: give each handler of a server a path of its own`,
        );
      }
      routes.set(path, route);
    },
    has: (path) => routes.has(path),
    handle: (request) => routeOf(routes, request).handle(request),
  };
}

function routeOf(routes: ReadonlyMap<string, Route>, { method, path }: HttpRequest): Route {
  const route = routes.get(path) ?? nearestAbove(routes, path);
  if (route === undefined) throw new HttpError(404, "404 page not found");
  if (method === route.method || (method === "HEAD" && route.method === "GET")) return route;
  const allow = route.method === "GET" ? "GET, HEAD" : route.method;
  throw new HttpError(405, `${method} is not allowed here: use ${route.method}`, { allow });
}

/** Paths come from outside and may have many slashes; the routes are few. */
function nearestAbove(routes: ReadonlyMap<string, Route>, path: string): Route | undefined {
  let nearest = "";
  for (const above of routes.keys()) {
    if (above.endsWith("/") && above.length > nearest.length && path.startsWith(above)) nearest = above;
  }
  return routes.get(nearest);
}
