import { collectionOf } from '#contract/records.ts';

/** Secrets that an answer carried, by record, until they are shown once. */
const withheld = new Map<string, Record<string, unknown>>();

/**
 * Takes the secrets (the password of a new user) out of an answer, so that no cache ever holds them. They wait here for
 * the dialog that shows them.
 */
export const withholdSecrets = <R extends { id?: unknown }>(resource: string, record: R): R => {
  const { fields } = collectionOf(resource);
  const isSecret = ([name]: [string, unknown]): boolean => fields[name]?.isSecret === true;
  const entries = Object.entries(record);
  const secrets = entries.filter(isSecret);
  if (secrets.length === 0) return record;
  withheld.set(`${resource} ${String(record.id)}`, Object.fromEntries(secrets));
  return Object.fromEntries(entries.filter(entry => !isSecret(entry))) as R;
};

/** Takes the secrets of a record, which are gone then; null when there are none. */
export const takeSecrets = (resource: string, id: number): Record<string, unknown> | null => {
  const key = `${resource} ${id}`;
  const found = withheld.get(key) ?? null;
  withheld.delete(key);
  return found;
};
