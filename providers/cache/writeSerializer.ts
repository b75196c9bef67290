interface SavedResult {
  data: object;
}

type WriteSerializer = <T extends SavedResult>(
  record: string,
  read: unknown,
  write: (version: unknown) => Promise<T>,
) => Promise<T>;

/**
 * Serialises this page's writes per record. Two undoable writes are both based on the version that was read, so the
 * second would be rejected with a 409 caused by the first.
 */
export const createWriteSerializer = (): WriteSerializer => {
  const successors = new Map<string, unknown>();
  const inFlight = new Map<string, Promise<unknown>>();
  const newestVersion = (record: string, read: unknown): unknown => {
    const after = successors.get(`${record}@${String(read)}`);
    return after === undefined ? read : newestVersion(record, after);
  };
  return (record, read, write) => {
    const before = inFlight.get(record);
    const current = (async () => {
      await before?.catch(() => undefined);
      const version = newestVersion(record, read);
      const saved = await write(version);
      const after: unknown = 'version' in saved.data ? saved.data.version : version;
      if (after !== version) successors.set(`${record}@${String(version)}`, after);
      return saved;
    })();
    inFlight.set(record, current);
    const forget = (): void => void (inFlight.get(record) === current && inFlight.delete(record));
    current.then(forget, forget);
    return current;
  };
};
