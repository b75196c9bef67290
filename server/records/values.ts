import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { isComputed, type TableBinding } from './tableBinding.ts';

export type Patch = Record<string, unknown>;

export const getInitialValues = ({ collection }: TableBinding, patch: Patch): Patch => {
  const values: Patch = {};
  for (const [name, field] of Object.entries(collection.fields))
    if (!field.readOnly) values[name] = patch[name] ?? getInitialValue(field);
  return values;
};

export const toRow = (binding: TableBinding, patch: Patch): Patch => {
  const row: Patch = {};
  let extraValues: Patch | null = null;
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || !binding.collection.fields[name]) continue;
    if (isComputed(binding, name)) (extraValues ??= {})[name] = value;
    else if (!binding.links[name]) row[name] = value;
  }
  return extraValues ? { ...row, extra: extraValues } : row;
};

export const applyPatch = (binding: TableBinding, record: Patch, patch: Patch): Patch => ({
  ...record,
  ...Object.fromEntries(
    listPatchedFields(binding, patch).map(([name, field]) => [
      name,
      getKindTraits(field).mergePatch(record[name], patch[name]),
    ]),
  ),
});

/** The fields whose values differ, because forms also send unchanged ones. */
export const listChangedFields = (binding: TableBinding, record: Patch, patch: Patch): string[] =>
  listPatchedFields(binding, patch).flatMap(([name, field]) => {
    const { change, mergePatch } = getKindTraits(field);
    return change(record[name], mergePatch(record[name], patch[name])) === undefined ? [] : [name];
  });

export const hasValues = (binding: TableBinding, record: Patch, patch: Patch): boolean =>
  listChangedFields(binding, record, patch).length === 0;

const listPatchedFields = ({ collection: { fields } }: TableBinding, patch: Patch): [string, Field][] =>
  Object.entries(patch).flatMap(([name, value]) => {
    const field = value === undefined ? undefined : fields[name];
    return field ? [[name, field]] : [];
  });
