/** A rule as a CRD carries it: what it says of some objects, what it costs, and how a mistake in it is told. */
import { CelError, CelEvaluationError, createCelEnvironment, dynType, kubernetesCel } from "@pintle/cel";

const environment = createCelEnvironment({ ...kubernetesCel("1.36"), variables: { self: dynType } });
const source = "self.hosts.all(h, h.endsWith('.example.com')) && quantity(self.memory).isLessThan(quantity('2Gi'))";
const rule = environment.compile(source);

console.log(`$ ${source}\n`);
for (const self of [
  { hosts: ["a.example.com", "b.example.com"], memory: "512Mi" },
  { hosts: ["a.example.com", "b.example.org"], memory: "512Mi" },
  { hosts: ["a.example.com"], memory: "4Gi" },
  { hosts: ["a.example.com"], memory: "plenty" },
]) {
  try {
    const { value, cost } = rule.evaluate({ self }, { costLimit: 1_000_000 });
    console.log(`${JSON.stringify(self)}\n  → ${value}, at a cost of ${cost}`);
  } catch (error) {
    if (!(error instanceof CelEvaluationError)) throw error;
    console.log(`${JSON.stringify(self)}\n  ✖ ${error.message}`);
  }
}

console.log("\nA rule that cannot be right is refused before there is an object:");
try {
  environment.compile("self.replicas > 0 && size(7) == 1");
} catch (error) {
  if (!(error instanceof CelError)) throw error;
  console.log(error.message);
}
