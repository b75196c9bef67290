import type { Edit, Edits } from '#contract/edits.ts';
import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import type { EditOp } from '#contract/kind.ts';
import { getValueAt, isSame } from '#contract/values.ts';
import type { Definition } from '../../engine/types.ts';

/** An edit as stored in the form: `from` contains the items to remove, `items` those to add or keep. */
interface EditLine {
  op?: EditOp;
  items?: unknown;
  from?: unknown;
}
type LineValues = Record<string, unknown>;

const FORM_ROOT = 'edits';
const WHOLE_FIELD = 'all';

export const buildLineName = (name: string, itemKey: string | null): string =>
  `${FORM_ROOT}.${name}.${itemKey ?? WHOLE_FIELD}`;

/** The field, if a bulk edit can change its items; null for a field with a custom input, which takes a whole value. */
export const toEditedField = ({ collection, inputs }: Definition, name: string): Field | null => {
  const field = collection.fields[name];
  return field && !inputs[name] && getKindTraits(field).multiValue ? field : null;
};

export const toEdits = (values: LineValues, name: string, field: Field): Edits => {
  const lines = getValueAt(values, `${FORM_ROOT}.${name}`) as Record<string, EditLine> | undefined;
  return {
    edits: Object.entries(lines ?? {}).flatMap(([itemKey, line]): Edit[] => {
      const edit = toEdit(line, field);
      return edit ? [{ ...edit, ...(itemKey !== WHOLE_FIELD && { within: itemKey }) }] : [];
    }),
  };
};

/** Null if the line changes nothing. Replacing all items with none empties the field. */
const toEdit = ({ op = 'add', items, from }: EditLine, field: Field): Edit | null => {
  const empty = getInitialValue(field);
  const isEmpty = (value: unknown): boolean => value === '' || isSame(value ?? empty, empty);
  if (op === 'replace') return { op, items: isEmpty(items) ? empty : items };
  if (op === 'add') return isEmpty(items) ? null : { op, items };
  if (isEmpty(from)) return null;
  return op === 'move' ? { op, from, to: isEmpty(items) ? empty : items } : { op, items: from };
};

export const toLines = ({ edits }: Edits): Record<string, EditLine> =>
  Object.fromEntries(
    edits.map(edit => {
      const line = edit.op === 'move' ? { from: edit.from, items: edit.to } : { [getValueKey(edit.op)]: edit.items };
      return [edit.within ?? WHOLE_FIELD, { op: edit.op, ...line }];
    }),
  );

const getValueKey = (op: EditOp): 'from' | 'items' => (op === 'remove' ? 'from' : 'items');

export const createEmptyLine = (field: Field): Record<string, EditLine> => ({
  [WHOLE_FIELD]: { items: getInitialValue(field) },
});
