/** The operator of ModelBoxes as a program, for the cluster that kubectl would use; `--help` lists what it can be told. */
import { run } from "pintle";
import { inject } from "./inject.ts";
import { modelBoxes } from "./model-boxes.ts";

await run(() => [modelBoxes({ inject })]);
