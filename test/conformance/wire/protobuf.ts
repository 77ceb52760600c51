/** Protobuf by hand: the few messages that the tests send, field by field as Kubernetes' `generated.proto` files number them. */

export const protobufType = "application/vnd.kubernetes.protobuf";

/** A field whose value has a length: a string, bytes or a message. */
export function field(number: number, value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

export function message(...fields: Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** The object in the envelope that the API speaks: `k8s\0`, then runtime.Unknown with the type and the bytes. */
export function envelope(apiVersion: string, kind: string, raw: Buffer): Buffer {
  return message(Buffer.from("k8s\0"), field(1, message(field(1, apiVersion), field(2, kind))), field(2, raw));
}

/** ObjectMeta with name and labels. */
export function objectMeta(name: string, labels: Record<string, string> = {}): Buffer {
  return message(field(1, name), ...Object.entries(labels).map(([key, value]) => entry(11, key, value)));
}

/** One entry of a map. */
export function entry(number: number, key: string, value: string | Uint8Array): Buffer {
  return field(number, message(field(1, key), field(2, value)));
}

export function configMap(name: string, data: Record<string, string> = {}): Buffer {
  return message(
    field(1, objectMeta(name, { app: "test" })),
    ...Object.entries(data).map(([key, value]) => entry(2, key, value)),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
