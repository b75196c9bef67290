/**
 * Reads the next part while the caller processes the current one, so that the database and this process work at the
 * same time. Never reads more than one part ahead.
 */
export async function* readAhead<Part, Read>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<Read, void, void> {
  const start = (part: Part): Promise<Read> => {
    const reading = read(part);
    // The failure is rethrown when this part is requested. This handler prevents an unhandled rejection if the part is
    // never requested.
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
