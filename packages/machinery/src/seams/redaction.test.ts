import assert from "node:assert/strict";
import { test } from "node:test";
import { createConsoleLogger } from "./console-logger.ts";
import { createJsonLogger } from "./json-logger.ts";
import { describeFields } from "./loggable.ts";
import { isSecretName, maskText } from "./redaction.ts";

const planted = "s3cr3t-value";
const plantedBase64 = Buffer.from(planted).toString("base64");
const jwt = "eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.eyJzdWIiOiJzeXN0ZW06c2VydmljZWFjY291bnQifQ.c2lnbmF0dXJl-Zz_";

const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "creds", annotations: { "kubectl.kubernetes.io/last-applied-configuration": plantedBase64 } },
  data: { key: plantedBase64 },
  stringData: { key: planted },
};
const { kind: _, apiVersion: __, ...listedSecret } = { ...secret, type: "Opaque" };

test("no planted secret reaches a line, whichever way it is logged", () => {
  let output = "";
  const write = (line: string) => {
    output += line;
  };
  const clock = { now: () => 0 };
  const cause = new Error(`401 for Bearer ${planted}`);
  for (const logger of [createJsonLogger({ write, clock }), createConsoleLogger({ write, clock })]) {
    logger.info("object", { object: secret, list: { kind: "SecretList", items: [listedSecret] }, ...secret });
    logger.info("text", { body: JSON.stringify(secret), quoted: JSON.stringify({ body: JSON.stringify(secret) }) });
    logger.info("names", {
      token: planted,
      "id-token": planted,
      ID_TOKEN: planted,
      password: planted,
      clientSecret: planted,
    });
    logger.info("headers", {
      headers: { authorization: `Bearer ${planted}`, cookie: [planted], "set-cookie": planted },
    });
    logger.info("raw headers", { raw: ["authorization", `Bearer ${planted}`, `Basic ${plantedBase64}`] });
    logger.info("map", { headers: new Map([["Authorization", planted]]) });
    logger.with({ bearerToken: planted }).info(`jwt ${jwt}`, { jwt, url: `https://user:${planted}@example.com/x` });
    logger.error("failed", { error: new Error("request failed", { cause }), nested: { error: cause } });
    logger.info("far in", { spec: { template: { env: [{ name: "x", apiKey: planted }] } } });
  }
  assert.ok(output.length > 1_000);
  for (const text of [planted, plantedBase64, jwt, jwt.slice(-12)]) {
    assert.ok(!output.includes(text), `${text} is in: ${output.split("\n").find((line) => line.includes(text))}`);
  }
});

test("what is not secret stays readable", () => {
  const fields = {
    Secret: { name: "creds", namespace: "default" },
    secretName: "creds",
    secretKeyRef: { name: "creds", key: "password-key" },
    automountServiceAccountToken: false,
    ConfigMap: { kind: "ConfigMap", metadata: { name: "c" }, data: { a: "1" } },
    condition: { type: "Ready", status: "True" },
    path: "https://example.com/api/v1/secrets",
    words: "basic validation of the bearer token failed",
  };
  assert.deepEqual(describeFields(fields), fields);
});

test("names are recognised however they are written", () => {
  for (const name of [
    "token",
    "accessToken",
    "X-Auth-Token",
    "PASSWORD",
    "db_password",
    "api-key",
    "privateKey",
    "tokens",
  ]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ["tokenReview", "passwordPolicy", "key", "keys", "data", "name", "cookieless"]) {
    assert.ok(!isSecretName(name), name);
  }
});

test("masking takes linear time on texts made to slow it down", () => {
  for (const part of ["eyJ", "eyJ-", "eyJaaaaaaaa.", "Bearer ", "Basic ", "://a", "://a:b", "a:b@"]) {
    const before = process.cpuUsage();
    maskText(part.repeat(20_000));
    const { user } = process.cpuUsage(before);
    assert.ok(user < 500_000, `${part} took ${user / 1_000} ms`);
  }
});
