/** A requester that shows each of its requests to an interceptor, before every try, and ends them all with the interceptor's signal. */
import type { ApiRequest } from "./api-request.ts";
import { type ClientInterceptor, joinSignals } from "./client-interceptor.ts";
import type { Requester } from "./requester.ts";

export function interceptRequests(requester: Requester, interceptor: ClientInterceptor): Requester {
  const seen = (request: ApiRequest): ApiRequest => interceptRequest(request, interceptor);
  return {
    send: (request) => requester.send(seen(request)),
    open: (request) => requester.open(seen(request)),
    watch: (request) => requester.watch(seen(request)),
    watchLines: (request, options) => requester.watchLines(seen(request), options),
  };
}

function interceptRequest(request: ApiRequest, interceptor: ClientInterceptor): ApiRequest {
  const { beforeSend } = request;
  return {
    ...request,
    signal: joinSignals(interceptor.signal, request.signal),
    beforeSend: () => {
      interceptor.beforeSend?.(request);
      beforeSend?.();
    },
  };
}
