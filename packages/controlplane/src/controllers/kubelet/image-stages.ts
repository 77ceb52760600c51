/** What is known of images, said in stages. */

import { defaultKubeletStages } from "./default-stages.ts";
import type { KubeletOptions, KubeletStage, SimulatedImage } from "./kubelet-stage.ts";

/** All stages in the order in which they are looked through. */
export function stagesOf({ stages = defaultKubeletStages, images = [] }: KubeletOptions): readonly KubeletStage[] {
  return [...images.flatMap(stagesOfImage), ...stages];
}

function stagesOfImage({ name, pullError, exitCode, exitAfterMs }: SimulatedImage): readonly KubeletStage[] {
  const images = [name];
  return [
    ...(pullError === undefined ? [] : failedPull(images, pullError)),
    ...(exitCode === undefined && exitAfterMs === undefined
      ? []
      : [
          {
            name: `end as ${name} does`,
            selector: { moment: "Running", images },
            delay: { ms: exitAfterMs ?? 0 },
            next: { state: { terminated: { exitCode: exitCode ?? 0 } } },
          },
        ]),
  ];
}

function failedPull(images: readonly string[], error: string): readonly KubeletStage[] {
  const warning = (message: string) => ({ type: "Warning", reason: "Failed", message }) as const;
  return [
    {
      name: "fail to pull",
      selector: { moment: "ContainerCreating", images },
      next: {
        state: { waiting: { reason: "ErrImagePull", message: error } },
        events: [
          { type: "Normal", reason: "Pulling", message: 'Pulling image "{image}"' },
          warning(`Failed to pull image "{image}": ${error}`),
          warning("Error: ErrImagePull"),
        ],
      },
    },
    {
      name: "wait before the next pull",
      selector: { moment: "ErrImagePull", images },
      delay: { ms: 1_000 },
      next: {
        state: {
          waiting: {
            reason: "ImagePullBackOff",
            message: `Back-off pulling image "{image}": ErrImagePull: ${error}`,
          },
        },
        events: [
          { type: "Normal", reason: "BackOff", message: 'Back-off pulling image "{image}"' },
          warning("Error: ImagePullBackOff"),
        ],
      },
    },
  ];
}
