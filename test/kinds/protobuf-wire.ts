/** The wire format of protobuf, as far as Kubernetes uses it: which fields a message holds. */
export type WireValue = bigint | number | Uint8Array;

/** The values of each field number, in the order in which they came. */
export function readMessage(bytes: Uint8Array): Map<number, WireValue[]> {
  const fields = new Map<number, WireValue[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  };
  const value = (wireType: number): WireValue => {
    if (wireType === 0) return varint();
    if (wireType !== 1 && wireType !== 2) throw new Error(`wire type ${wireType} at ${at}`);
    const length = wireType === 1 ? 8 : Number(varint());
    at += length;
    if (at > bytes.length) throw new Error(`a field ends behind the message at ${at}`);
    return wireType === 1 ? view.getFloat64(at - length, true) : bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), value(tag & 7)]);
  }
  return fields;
}

const magic = Buffer.from("k8s\0");

/** The object inside the envelope that Kubernetes puts around everything: `k8s`, a zero, and a message with type and content. */
export function openEnvelope(bytes: Uint8Array): { apiVersion: string; kind: string; raw: Uint8Array } {
  if (!magic.equals(bytes.subarray(0, 4))) throw new Error("the envelope does not start with k8s");
  const envelope = readMessage(bytes.subarray(4));
  const type = readMessage((envelope.get(1)?.[0] ?? new Uint8Array()) as Uint8Array);
  const text = (number: number) => Buffer.from((type.get(number)?.[0] ?? "") as Uint8Array).toString("utf8");
  return { apiVersion: text(1), kind: text(2), raw: envelope.get(2)?.[0] as Uint8Array };
}
