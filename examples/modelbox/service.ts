/** The Service of a box, where it has one: under `spec.name`, and where that changes, under the new name before the old one goes. */
import { absent, type ReadContext } from "pintle";
import { Service } from "pintle/kinds";
import type { Box } from "./model-box.ts";
import { labelsOf, nameOf, selectorOf } from "./names.ts";

export function serviceOf(box: Box, reads: ReadContext) {
  const type = serviceTypeOf(box);
  // Without ports there is nothing to serve.
  if (type === "None" || box.spec.ports === undefined) return absent;
  const labels = labelsOf(box);
  const ports = portsOf(box, reads);
  return Service({ metadata: { name: nameOf(box), labels }, spec: { type, selector: labels, ports } });
}

function serviceTypeOf({ spec: { serviceType, ports = [] } }: Box) {
  const isOnNodes = ports.some(({ nodePort }) => nodePort !== undefined);
  return serviceType ?? (isOnNodes ? "NodePort" : "ClusterIP");
}

/**
 * A nodePort belongs to one Service at a time. While the one of before has it, the new one takes whichever is free, and the end of the old one
 * leads to the run that asks for it.
 */
function portsOf(box: Box, reads: ReadContext) {
  const taken = nodePortsOfBefore(box, reads);
  return box.spec.ports?.map(({ nodePort, ...port }) =>
    nodePort === undefined || taken.has(nodePort) ? port : { ...port, nodePort },
  );
}

/** Those of all Services under other names: an operator that died in between leaves two. */
function nodePortsOfBefore(box: Box, { list }: ReadContext): ReadonlySet<number | undefined> {
  const isOfBefore = ({ metadata: { name, ownerReferences = [] } }: { readonly metadata: Box["metadata"] }) =>
    name !== nameOf(box) && ownerReferences.some(({ uid }) => uid === box.metadata.uid);
  const services = list(Service, { labelSelector: selectorOf(box) }).filter(isOfBefore);
  return new Set(services.flatMap(({ spec }) => spec?.ports ?? []).map(({ nodePort }) => nodePort));
}
