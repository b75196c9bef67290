import type { ColumnRule, ImportMapping } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';
import { formatSource, isSameSource } from './fileColumns.ts';

/** Joins the headings of a column in the same way as its cells. */
export const formatHeadings = ({ sources }: Pick<ColumnRule, 'sources'>): string =>
  sources.map(({ header }) => header).join(' + ');

/** The fields that are not yet filled by a column or by section headings. */
export const listFreeFields = (
  { columns, sections }: ImportMapping,
  fields: readonly ImportField[],
): readonly ImportField[] => {
  const takenFields = new Set([...columns.map(({ field }) => field), sections?.field]);
  return fields.filter(({ name }) => !takenFields.has(name));
};

/** Creates a rule that reads a second field from the same column. */
export const createSiblingRule = (rule: ColumnRule): ColumnRule => ({
  ...rule,
  field: null,
  conversions: [],
  values: {},
});

/** Replaces the rule of one column. Columns joined into it lose their own "leave out" rules. */
export const replaceRule = (
  columns: readonly ColumnRule[],
  before: ColumnRule | null,
  next: ColumnRule,
): ColumnRule[] => {
  const ruleIndex = before ? columns.findIndex(isSameRule(before)) : -1;
  const changedColumns = ruleIndex < 0 ? [...columns, next] : columns.with(ruleIndex, next);
  const isJoined = ({ field, sources }: ColumnRule): boolean =>
    field === null && sources.every(source => next.sources.some(isSameSource(source)));
  return changedColumns.filter(rule => rule === next || rule.sources.length === 0 || !isJoined(rule));
};

/** Compares rules by content, because each response contains new objects. */
const isSameRule =
  (rule: ColumnRule) =>
  (other: ColumnRule): boolean =>
    rule.field === other.field && rule.sources.map(formatSource).join() === other.sources.map(formatSource).join();
