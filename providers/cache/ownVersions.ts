interface Saved {
  data: object;
}

/** Writes a record; `write` is told the version that this page's earlier writes have made of the one that was read. */
type WriteInTurn = <T extends Saved>(
  record: string,
  read: unknown,
  write: (version: unknown) => Promise<T>,
) => Promise<T>;

/**
 * Follows the page's own writes, one after the other for each record: two undoable ones are both made of the version
 * that was read, and the second would be refused for what the first one did.
 */
export const createOwnVersions = (): WriteInTurn => {
  const made = new Map<string, unknown>();
  const underWay = new Map<string, Promise<unknown>>();
  const newest = (record: string, read: unknown): unknown => {
    const after = made.get(`${record}@${String(read)}`);
    return after === undefined ? read : newest(record, after);
  };
  return (record, read, write) => {
    const before = underWay.get(record);
    const turn = (async () => {
      await before?.catch(() => undefined);
      const version = newest(record, read);
      const saved = await write(version);
      const after: unknown = 'version' in saved.data ? saved.data.version : version;
      if (after !== version) made.set(`${record}@${String(version)}`, after);
      return saved;
    })();
    underWay.set(record, turn);
    const forget = (): void => void (underWay.get(record) === turn && underWay.delete(record));
    turn.then(forget, forget);
    return turn;
  };
};
