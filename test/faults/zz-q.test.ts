import { startPlane } from "./plane.ts";
const plane = await startPlane();
for (const [m, p, b] of [
 ["GET", "/api/v1/namespaces/../secrets/x"], ["POST", "/api/v1/namespaces/../secrets", {metadata:{name:"x"}}], ["DELETE", "/api/v1/namespaces/../secrets/x"], ["PUT", "/api/v1/namespaces/../secrets/x", {metadata:{name:"x"}}],
 ["GET", "/api/v1/namespaces/../secrets?watch=1&timeoutSeconds=1"], ["GET", "/apis/apps/v1/namespaces/%2e%2e/deployments"], ["GET", "/api/v1/namespaces/../secrets?fieldSelector=metadata.name%3Dx"], ["GET", "/api/v1/namespaces/../secrets?resourceVersion=0"],["GET", "/api/v1/namespaces/.."],["GET", "/api/v1/namespaces/../status"], ["GET", "/api/v1/namespaces/a%20b/secrets"], ["GET", "/apis/apiextensions.k8s.io/v1/namespaces/../customresourcedefinitions"],["GET","/apis/rbac.authorization.k8s.io/v1/namespaces/../roles"]] as any) {
  const [path, q] = p.split("?");
  const a = await plane.ask(m, path, { query: Object.fromEntries(new URLSearchParams(q)), body: b });
  console.log(m, p, a.status, a.text.trim().slice(0, 260));
}
