/**
 * The few commands that people try a cluster with, without a machine to run them on: `echo`, `true`, `false`, `sleep`, `exit`, `cat`, `env`,
 * `hostname`, and a shell that chains them. Whatever else is asked for is unknown, not guessed.
 */

export interface CommandSurroundings {
  readonly hostname: string;
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** What `cat` reads. */
  readonly input?: string;
}

export interface CommandResult {
  readonly output: string;
  readonly exitCode: number;
  /** How long it takes; `Infinity` for ever. */
  readonly ms: number;
}

/** `undefined` for a command that is not known. */
export function simulateCommand(argv: readonly string[], around: CommandSurroundings): CommandResult | undefined {
  const [path = "", ...args] = argv;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if ((name === "sh" || name === "bash" || name === "ash") && args[0] === "-c") return runScript(args[1] ?? "", around);
  return runOne(name, args, around);
}

function runOne(name: string, args: readonly string[], around: CommandSurroundings): CommandResult | undefined {
  const [first = ""] = args;
  switch (name) {
    case "echo":
      return said(first === "-n" ? args.slice(1).join(" ") : `${args.join(" ")}\n`);
    case "true":
    case ":":
      return said("");
    case "false":
      return { output: "", exitCode: 1, ms: 0 };
    case "sleep":
      return sleep(first);
    case "exit":
      return /^[0-9]{0,3}$/.test(first) ? { output: "", exitCode: Number(first) & 0xff, ms: 0 } : undefined;
    case "cat":
      return args.length === 0 ? said(around.input ?? "") : undefined;
    case "hostname":
      return said(`${around.hostname}\n`);
    case "env":
    case "printenv":
      return args.length === 0
        ? said(around.environment.map(([key, value]) => `${key}=${value}\n`).join(""))
        : undefined;
    default:
      return undefined;
  }
}

function said(output: string): CommandResult {
  return { output, exitCode: 0, ms: 0 };
}

const unitsMs: Readonly<Record<string, number>> = { "": 1_000, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function sleep(text: string): CommandResult | undefined {
  if (text === "infinity" || text === "inf") return { ...said(""), ms: Number.POSITIVE_INFINITY };
  const [, count, unit = ""] = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)([smhd]?)$/.exec(text) ?? [];
  return count === undefined ? undefined : { ...said(""), ms: Math.round(Number(count) * (unitsMs[unit] ?? 0)) };
}

/** Commands one after the other, as `;`, `&&` and `||` say. One that is not known makes all of it unknown. */
function runScript(script: string, around: CommandSurroundings): CommandResult | undefined {
  const steps = splitSteps(script);
  if (!steps) return undefined;
  let [output, exitCode, ms] = ["", 0, 0];
  for (const { operator, words } of steps) {
    const [name, ...args] = words;
    const isMeant = operator === ";" || (operator === "&&") === (exitCode === 0);
    if (name === undefined || !isMeant) continue;
    const result = runOne(name, args, around);
    if (!result) return undefined;
    output += result.output;
    ms += result.ms;
    exitCode = result.exitCode;
    if (name === "exit" || ms === Number.POSITIVE_INFINITY) break;
  }
  return { output, exitCode, ms };
}

interface ScriptStep {
  /** What stands before it. */
  readonly operator: string;
  readonly words: string[];
}

/** `undefined` where there is something in it that a shell would do more with than we do. */
function splitSteps(script: string): readonly ScriptStep[] | undefined {
  const text = script.trimEnd();
  const pattern = /[ \t]*(?:(;|&&|\|\||\n)|'([^']*)'|"([^"$`\\]*)"|([^\s;&|<>$`\\"'(){}*?#]+))/y;
  let step: ScriptStep = { operator: ";", words: [] };
  const steps = [step];
  while (pattern.lastIndex < text.length) {
    const isGlued = step.words.length > 0 && !/[ \t]/.test(text.charAt(pattern.lastIndex));
    const match = pattern.exec(text);
    if (!match) return undefined;
    const [, operator, single, double, plain] = match;
    const word = single ?? double ?? plain ?? "";
    if (operator !== undefined) {
      step = { operator: operator === "\n" ? ";" : operator, words: [] };
      steps.push(step);
    } else if (isGlued) step.words.push(`${step.words.pop()}${word}`);
    else step.words.push(word);
  }
  return steps;
}
