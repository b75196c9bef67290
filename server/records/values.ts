import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { isComputed, type TableBinding } from './tableBinding.ts';

export type Patch = Record<string, unknown>;

export const getInitialValues = ({ collection }: TableBinding, patch: Patch): Patch =>
  Object.fromEntries(
    Object.entries(collection.fields)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, field]) => [name, patch[name] ?? getInitialValue(field)]),
  );

export const toRow = (binding: TableBinding, patch: Patch): Patch => {
  const row: Patch = {};
  const extraValues: Patch = {};
  for (const [name] of listPatchedFields(binding, patch)) {
    if (isComputed(binding, name)) extraValues[name] = patch[name];
    else if (!binding.links[name]) row[name] = patch[name];
  }
  return Object.keys(extraValues).length > 0 ? { ...row, extra: extraValues } : row;
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
