interface SavedResult {
  data: object;
}

type WriteSerializer = <T extends SavedResult>(
  record: string,
  readVersion: unknown,
  write: (version: unknown) => Promise<T>,
) => Promise<T>;

/**
 * Serialises this page's writes per record. Two undoable writes are both based on the version that was read. If they
 * were not serialised, the first would cause the second to be rejected with a 409. A write without a version, which is to
 * succeed whatever has been saved, stays one.
 */
export const createWriteSerializer = (): WriteSerializer => {
  const successors = new Map<string, unknown>();
  const inFlightWrites = new Map<string, Promise<unknown>>();
  const newestVersion = (record: string, readVersion: unknown): unknown => {
    const after = successors.get(`${record}@${String(readVersion)}`);
    return after === undefined ? readVersion : newestVersion(record, after);
  };
  return (record, readVersion, write) => {
    const before = inFlightWrites.get(record);
    const current = (async () => {
      await before?.catch(() => undefined);
      const version = newestVersion(record, readVersion);
      const savedRecord = await write(version);
      const after: unknown = 'version' in savedRecord.data ? savedRecord.data.version : version;
      if (version !== undefined && after !== version) successors.set(`${record}@${String(version)}`, after);
      return savedRecord;
    })();
    inFlightWrites.set(record, current);
    const forget = (): void => void (inFlightWrites.get(record) === current && inFlightWrites.delete(record));
    current.then(forget, forget);
    return current;
  };
};
