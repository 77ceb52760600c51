/** The smallest queue that is right: a key is in line once, is never worked on twice at a time, and comes back after a failure. */
export function createKeyLine(workers: number, work: (key: string) => Promise<void>): (key: string) => void {
  const line = new Set<string>();
  const busy = new Set<string>();
  const again = new Set<string>();

  function begin(): void {
    for (const key of line) {
      if (busy.size >= workers) return;
      line.delete(key);
      busy.add(key);
      work(key).then(
        () => finish(key),
        () => {
          again.add(key);
          finish(key);
        },
      );
    }
  }

  function finish(key: string): void {
    busy.delete(key);
    if (again.delete(key)) line.add(key);
    begin();
  }

  return (key) => {
    if (busy.has(key)) again.add(key);
    else {
      line.add(key);
      begin();
    }
  };
}
