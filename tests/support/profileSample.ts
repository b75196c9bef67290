import type { ImportMapping } from '#contract/importMapping.ts';

/** A column of a profile, read as it is. */
export const column = (header: string, field: string | null, values: Record<string, string | null> = {}) => ({
  field,
  sources: [{ header, nth: 1 }],
  constant: null,
  conversions: [],
  values,
});
export const mapping: ImportMapping = {
  sheet: null,
  header: { row: 1, rows: 1 },
  columns: [column('Код', 'sku'), column('Имя', 'name'), column('Полка', null)],
  sections: null,
  key: ['sku'],
  creates: true,
  changes: true,
  clears: false,
};
