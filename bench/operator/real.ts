/** Both operators on the real kube-apiserver, by turns, each on one of its own: from their start until all boxes have their children. */
import { startRealControlPlane } from "../../test/real/control-plane.ts";
import { type BenchRow, median } from "../measure.ts";
import { createBoxes } from "./boxes.ts";
import { type OperatorName, startOperator, whileRunning } from "./operators.ts";
import { startProgress } from "./progress.ts";

const namespace = "bench";
const workers = 8;
/** A Deployment and a Service. */
const childrenOfOne = 2;

export interface RealAmount {
  readonly rounds: number;
  readonly boxes: number;
}

interface Numbers {
  readonly msPerObject: number;
  readonly cpuMsPerObject: number;
  readonly megabytes: number;
}

export async function realRows({ rounds, boxes }: RealAmount): Promise<BenchRow[]> {
  const measured: Record<OperatorName, Numbers[]> = { ours: [], "controller-runtime": [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ["controller-runtime", "ours"] as const) {
      console.error(`  ${name}, round ${round + 1} of ${rounds}`);
      measured[name].push(await measure(name, boxes));
    }
  }
  const row = (title: string, number: keyof Numbers, bar?: number): BenchRow => {
    const of = (name: OperatorName) => measured[name].map((numbers) => numbers[number]);
    const [ours, peer] = [of("ours"), of("controller-runtime")];
    const ratio = median(ours.map((value, round) => value / (peer[round] ?? Number.NaN)));
    return { name: title, ours: median(ours), peer: median(peer), ratio, ...(bar === undefined ? {} : { bar }) };
  };
  return [
    row(`${boxes} boxes: ms per child, controller-runtime`, "msPerObject", 1),
    row(`${boxes} boxes: CPU ms per child, controller-runtime`, "cpuMsPerObject", 1),
    row(`${boxes} boxes: RSS MB, controller-runtime`, "megabytes"),
  ];
}

async function measure(name: OperatorName, count: number): Promise<Numbers> {
  // Usually it has addresses for 254 Services.
  await using plane = await startRealControlPlane({ flags: ["--service-cluster-ip-range=10.0.0.0/16"] });
  const server = { url: plane.url, ca: plane.ca, token: plane.tokens.admin ?? "", namespace };
  await using boxes = await createBoxes(server);
  await boxes.create(count, count);
  const startMs = performance.now();
  await using operator = startOperator(name, { ...server, workers });
  using _progress = startProgress(
    () => `${boxes.deployments.count} Deployments and ${boxes.services.count} Services of ${count}`,
  );
  await whileRunning(operator, Promise.all([boxes.deployments.until(count), boxes.services.until(count)]));
  const children = count * childrenOfOne;
  return {
    msPerObject: (performance.now() - startMs) / children,
    cpuMsPerObject: operator.cpuMillis() / children,
    megabytes: operator.megabytes(),
  };
}
