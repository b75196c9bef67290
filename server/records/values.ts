import { type Field, initialValue, kindOf } from '#contract/fields.ts';
import { isExtra, type Storage } from './tableBinding.ts';

export type Patch = Record<string, unknown>;

export const initialValues = ({ collection }: Storage, given: Patch): Patch =>
  Object.fromEntries(
    Object.entries(collection.fields)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, field]) => [name, given[name] ?? initialValue(field)]),
  );

export const rowOf = (storage: Storage, patch: Patch): Patch => {
  const row: Patch = {};
  const extra: Patch = {};
  for (const [name] of fieldsIn(storage, patch)) {
    if (isExtra(storage, name)) extra[name] = patch[name];
    else if (!storage.links[name]) row[name] = patch[name];
  }
  return Object.keys(extra).length > 0 ? { ...row, extra } : row;
};

export const patched = (storage: Storage, record: Patch, patch: Patch): Patch => ({
  ...record,
  ...Object.fromEntries(
    fieldsIn(storage, patch).map(([name, field]) => [name, kindOf(field).over(record[name], patch[name])]),
  ),
});

/** The fields whose value a patch actually changes. Forms send more, so the patch alone does not tell. */
export const changedIn = (storage: Storage, record: Patch, patch: Patch): string[] =>
  fieldsIn(storage, patch).flatMap(([name, field]) => {
    const { change, over } = kindOf(field);
    return change(record[name], over(record[name], patch[name])) === undefined ? [] : [name];
  });

/** Whether a patch would change nothing. */
export const holds = (storage: Storage, record: Patch, patch: Patch): boolean =>
  changedIn(storage, record, patch).length === 0;

const fieldsIn = ({ collection }: Storage, patch: Patch): [string, Field][] =>
  Object.entries(collection.fields).filter(([name]) => patch[name] !== undefined);
