/** What the demo shows: on a terminal a line of progress is written over the one before, in a pipe each stands by itself. */

export interface Screen {
  /** Something begins. */
  step(text: string): void;
  /** How far it is; the same again is not shown twice. */
  progress(text: string): void;
  /** It is so. */
  done(text: string): void;
  print(text: string): void;
}

export function createScreen(stream: NodeJS.WriteStream): Screen {
  const isTerminal = stream.isTTY === true;
  const bold = (text: string) => (isTerminal ? `\x1b[1m${text}\x1b[0m` : text);
  const green = (text: string) => (isTerminal ? `\x1b[32m${text}\x1b[0m` : text);
  let shown = "";
  const print = (text: string) => {
    stream.write(`${isTerminal && shown !== "" ? "\r\x1b[K" : ""}${text}\n`);
    shown = "";
  };
  return {
    step: (text) => print(`\n${bold(`▸ ${text}`)}`),
    done: (text) => print(`  ${green("✓")} ${text}`),
    print,
    progress(text) {
      if (text === shown) return;
      stream.write(isTerminal ? `\r\x1b[K  ${text}` : `  ${text}\n`);
      shown = text;
    },
  };
}
