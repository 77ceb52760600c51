/** Keeps a Deployment and a Service true to each ModelBox, whoever changes or deletes them, and says in its status how far they are. */
import { defineOperator } from "pintle";
import { Deployment, Service } from "pintle/kinds";
import { admissionOf } from "./admission.ts";
import type { Inject } from "./containers.ts";
import { deploymentOf } from "./deployment.ts";
import { ModelBox } from "./model-box.ts";
import { serviceOf } from "./service.ts";
import { statusOf } from "./status.ts";

export interface ModelBoxesOptions {
  /** Nothing unless said. */
  readonly inject?: Inject;
}

export function modelBoxes({ inject = {} }: ModelBoxesOptions = {}) {
  return defineOperator(ModelBox, {
    owns: { deployment: Deployment, service: Service },
    desired: (box, reads) => ({ deployment: deploymentOf(box, inject), service: serviceOf(box, reads) }),
    status: (box, children) => statusOf(box, children),
    admission: admissionOf(inject),
    workers: 8,
  });
}
