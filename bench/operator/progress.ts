/** Says now and then on standard error how far it is, until it is disposed. */
export function startProgress(text: () => string): Disposable {
  const timer = setInterval(() => console.error(`  ${text()}`), 5_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
