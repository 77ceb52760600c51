/** `pintle render`: what an operator would make of an object, without any cluster. */
import { type Command, Option } from "commander";
import type { Operator, PlacedManifest, Rendering, RenderingFormat } from "pintle";
import { type LoadedOperators, loadOperators } from "./rendering/load-operators.ts";
import { type NamedText, readTexts } from "./rendering/read-texts.ts";
import { CommandError, ReportedFailure } from "./run-program.ts";

export interface RenderFlags {
  readonly filename: readonly string[];
  readonly operator?: string;
  readonly output: RenderingFormat;
}

export function addRender(program: Command): void {
  program
    .command("render")
    .description("show what an operator would make of objects in files: its children and its status, without a cluster")
    .requiredOption("-f, --filename <path...>", "files or folders with manifests, or - for standard input")
    .option("--operator <module#export>", 'the operator; "pintle": { "operators": … } of package.json unless said')
    .addOption(new Option("-o, --output <format>", "how to write it").choices(["yaml", "json"]).default("yaml"))
    .addHelpText("after", help)
    .action(runRender);
}

const help = `
Objects of the kinds that the operators are for are rendered. All others in the files are what the operators read, and
children among them are taken for what there is. Every object is completed and judged first, as the API server would:
by its schema with all rules, and by the operator's admission.

The module may be TypeScript. Its export is an operator, an array of operators, or a function that gives one of both;
without a name, it is the export "operators", or every operator that the module exports.

What admission warns of is told on stderr.

Exit codes:
  0  all of it is rendered
  1  an object is invalid, or the operator failed on it: a line on stderr for each says where and why
  2  something has to be written differently: one line says what

Examples:
  pintle render -f box.yaml
  pintle render -f box.yaml -f config-maps/ --operator src/model-boxes.ts#modelBoxes -o json
  kubectl get modelbox a -o yaml | pintle render -f -
`;

async function runRender({ filename, operator, output }: RenderFlags): Promise<void> {
  const texts = await readTexts(filename);
  const loaded = await loadOperators(operator);
  const renderings = await renderTexts(texts, loaded);
  process.stdout.write(await loaded.pintle.formatRenderings(renderings, output));
}

async function renderTexts(texts: readonly NamedText[], loaded: LoadedOperators): Promise<readonly Rendering[]> {
  const { pintle, operators } = loaded;
  const complaints: string[] = [];
  const attempt = async <Result>(
    work: () => Promise<readonly Result[]>,
    place?: string,
  ): Promise<readonly Result[]> => {
    try {
      return await work();
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
      complaints.push(place === undefined ? message : `${place}: ${message}`);
      return [];
    }
  };
  const placed: PlacedManifest[] = [];
  for (const { source, text } of texts) placed.push(...(await attempt(() => pintle.parseManifests(text, source))));
  const wanted = placed.flatMap((each) => {
    const operator = operatorFor(each, operators);
    return operator === undefined ? [] : [{ ...each, operator }];
  });
  if (wanted.length === 0 && complaints.length === 0) throw nothingToRender(operators);
  const objects = placed.map(({ manifest }) => manifest);
  const renderings: Rendering[] = [];
  for (const { operator, manifest, place } of wanted) {
    const rendered = await attempt(async () => [await pintle.render(operator, manifest, { objects })], place);
    for (const warning of rendered.flatMap(({ warnings }) => warnings)) tell(`Warning: ${place}: ${warning}`);
    renderings.push(...rendered);
  }
  if (complaints.length === 0) return renderings;
  for (const complaint of complaints) tell(complaint);
  throw new ReportedFailure(1);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Any version of the kind will do. */
function operatorFor({ manifest }: PlacedManifest, operators: readonly Operator[]): Operator | undefined {
  const group = manifest.apiVersion.includes("/") ? manifest.apiVersion.split("/", 1)[0] : "";
  return operators.find(({ resource }) => resource.group === group && resource.kind === manifest.kind);
}

function nothingToRender(operators: readonly Operator[]): CommandError {
  const kinds = operators.map(({ resource }) => `${resource.kind} (${resource.group})`).join(", ");
  return new CommandError(`there is no object to render: give one of ${kinds} with -f`);
}
