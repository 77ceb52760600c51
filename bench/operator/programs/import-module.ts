/** What it takes to import the module that the command line names, in a process that has done nothing else. Prints it as JSON. */
const [module = ""] = process.argv.slice(2);

globalThis.gc?.();
const before = process.memoryUsage.rss();
const startMs = performance.now();
await import(module);
const millis = performance.now() - startMs;
console.log(JSON.stringify({ millis, megabytes: (process.memoryUsage.rss() - before) / 2 ** 20 }));
