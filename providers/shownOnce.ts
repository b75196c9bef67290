import { collectionOf } from '#contract/records.ts';

/** What answers carried that is shown once and kept nowhere, by record. */
const apart = new Map<string, Record<string, unknown>>();

/**
 * A record without the values that no record has: the password of a new user. They are set apart for the one who
 * shows them, so that no cache ever holds them.
 */
export const setApart = <R extends { id?: unknown }>(resource: string, record: R): R => {
  const { fields } = collectionOf(resource);
  const isSecret = ([name]: [string, unknown]): boolean => fields[name]?.kind === 'password';
  const entries = Object.entries(record);
  const secrets = entries.filter(isSecret);
  if (secrets.length === 0) return record;
  apart.set(`${resource} ${String(record.id)}`, Object.fromEntries(secrets));
  return Object.fromEntries(entries.filter(entry => !isSecret(entry))) as R;
};

/** Takes what was set apart of a record, which is then no more; null when there is nothing. */
export const takeShown = (resource: string, id: number): Record<string, unknown> | null => {
  const key = `${resource} ${id}`;
  const found = apart.get(key) ?? null;
  apart.delete(key);
  return found;
};
