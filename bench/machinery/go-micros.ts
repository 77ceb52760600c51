/** The same operation in Kubernetes' own Go library, measured by the oracle. */
import { askOracle } from "../../test/oracle/oracle.ts";
import { missing } from "../../test/tools.ts";

/** CPU of one operation in microseconds; `NaN` where Go is missing. */
export async function goMicros(part: string, input: object): Promise<number> {
  if (missing("go")) return Number.NaN;
  const [answer] = await askOracle<number>(part, [input]);
  if (answer === undefined || !("value" in answer)) throw new Error(`${part}: ${JSON.stringify(answer)}`);
  return answer.value / 1_000;
}
