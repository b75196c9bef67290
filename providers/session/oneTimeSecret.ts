import { getCollection } from '#contract/records.ts';

const withheldSecrets = new Map<string, Record<string, unknown>>();

/**
 * Removes secrets (the password of a new user) from a response, so that no cache ever holds them, and keeps them for
 * the dialog that shows them once.
 */
export const withholdSecrets = <R extends { id?: unknown }>(resource: string, record: R): R => {
  const { fields } = getCollection(resource);
  const isSecret = ([name]: [string, unknown]): boolean => fields[name]?.isSecret === true;
  const entries = Object.entries(record);
  const secrets = entries.filter(isSecret);
  if (secrets.length === 0) return record;
  withheldSecrets.set(`${resource} ${String(record.id)}`, Object.fromEntries(secrets));
  return Object.fromEntries(entries.filter(entry => !isSecret(entry))) as R;
};

export const takeSecrets = (resource: string, id: number): Record<string, unknown> | null => {
  const key = `${resource} ${id}`;
  const secret = withheldSecrets.get(key) ?? null;
  withheldSecrets.delete(key);
  return secret;
};
