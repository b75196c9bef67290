import { z } from 'zod';
import { withCheck } from './field.ts';
import { type Field, getKindTraits } from './fields.ts';
import type { EditOp } from './kind.ts';

/**
 * One edit of a field with several items. `within` limits the edit to some of the items, for example to one platform:
 * `replace` then keeps all other items.
 */
export type Edit = { within?: string | undefined } & (
  | { op: Exclude<EditOp, 'move'>; items: unknown }
  | { op: 'move'; from: unknown; to: unknown }
);
/** Used in place of a value in a bulk edit, because each record's new value may depend on its current one. */
export interface Edits {
  edits: readonly Edit[];
}

export const isEdits = (value: unknown): value is Edits =>
  typeof value === 'object' && value !== null && 'edits' in value && Array.isArray(value.edits);

const MAX_EDITS = 100;

const buildEditSchema = (field: Field): z.ZodType | null => {
  const { multiValue } = getKindTraits(field);
  if (!multiValue) return null;
  const { schema } = field;
  const removedSchema = multiValue.removedSchema?.(field) ?? schema;
  const withinShape = multiValue.withinSchema ? { within: multiValue.withinSchema.optional() } : {};
  const shapes: Record<EditOp, z.ZodRawShape> = {
    add: { items: schema },
    remove: { items: removedSchema },
    move: { from: removedSchema, to: schema },
    replace: { items: schema },
  };
  const [first, ...rest] = multiValue.offers.map(op =>
    z.strictObject({ op: z.literal(op), ...shapes[op], ...withinShape }),
  );
  if (!first) return null;
  const edits = withCheck(z.array(z.discriminatedUnion('op', [first, ...rest])).max(MAX_EDITS), ({ length }) =>
    length > 0 ? null : 'noEdits',
  );
  return z.strictObject({ edits });
};

/**
 * The schema of a field in a bulk edit: a value, or edits of the current value. Not a union, because a union's errors
 * do not say which item is invalid.
 */
export const buildBulkSchema = (field: Field): z.ZodType => {
  const edits = buildEditSchema(field);
  if (!edits) return field.schema;
  return z.unknown().transform((input, context) => {
    const parseResult = (isEdits(input) ? edits : field.schema).safeParse(input, { reportInput: true });
    if (parseResult.success) return parseResult.data;
    context.issues.push(...(parseResult.error.issues as z.core.$ZodRawIssue[]));
    return z.NEVER;
  });
};

export type IsWithin = (item: unknown, part: string) => boolean;

export const applyEdits = (field: Field, before: unknown, { edits }: Edits, isWithin: IsWithin): unknown =>
  edits.reduce<unknown>((value, edit) => applyEdit(field, value, edit, isWithin), before);

const applyEdit = (field: Field, before: unknown, edit: Edit, isWithin: IsWithin): unknown => {
  const { multiValue, change } = getKindTraits(field);
  if (!multiValue) return before;
  const { add, remove = (value: unknown) => value } = multiValue;
  if (edit.op === 'move') {
    const remaining = remove(before, edit.from);
    return change(before, remaining) === undefined ? before : add(remaining, edit.to);
  }
  if (edit.op === 'add') return add(before, edit.items);
  if (edit.op === 'remove') return remove(before, edit.items);
  const { within } = edit;
  if (within === undefined || !Array.isArray(before)) return edit.items;
  return add(
    before.filter(item => !isWithin(item, within)),
    edit.items,
  );
};

/** The items that an edit may add; undefined if it can only remove items. */
export const getAddedItems = (edit: Edit): unknown => {
  if (edit.op === 'move') return edit.to;
  return edit.op === 'remove' ? undefined : edit.items;
};

export const getEditedItems = (edit: Edit): readonly unknown[] =>
  (edit.op === 'move' ? [edit.from, edit.to] : [edit.items]).flat();
