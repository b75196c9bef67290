/**
 * Reads the next part while the caller works with the last, one part ahead at most, so that the database and this
 * process are busy at the same time.
 */
export async function* readAhead<Part, Read>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<Read, void, void> {
  const start = (part: Part): Promise<Read> => {
    const reading = read(part);
    // A failure is thrown when its turn comes; nobody awaits the part after the last one that was asked for.
    reading.catch(() => {});
    return reading;
  };
  const [first, ...others] = parts;
  if (first === undefined) return;
  let next = start(first);
  for (const part of others) {
    const current = await next;
    next = start(part);
    yield current;
  }
  yield await next;
}
