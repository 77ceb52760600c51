/** Credentials that are read and copied like any object, and show nothing when they are printed or written as JSON. */
import { inspect } from "node:util";
import type { Credentials } from "./client-config.ts";

export function createCredentials({ authorization, certificate }: Credentials): Credentials {
  return hide<Credentials>({
    ...(authorization === undefined ? {} : { authorization }),
    ...(certificate === undefined ? {} : { certificate: hide({ cert: certificate.cert, key: certificate.key }) }),
  });
}

export function areSameCredentials(left: Credentials, right: Credentials): boolean {
  return (
    left.authorization === right.authorization &&
    left.certificate?.cert === right.certificate?.cert &&
    left.certificate?.key === right.certificate?.key
  );
}

function hide<Fields extends object>(fields: Fields): Fields {
  const show = () => ({});
  return Object.defineProperties(fields, { toJSON: { value: show }, [inspect.custom]: { value: show } });
}
