import type { AttributeDefinitions } from '#contract/attributes.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { getOwnValue, getValueAt, nestValues } from '#contract/values.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { ColumnPart, GetPlatform, TableProject } from '../records/kind.ts';
import { runInEachLanguage } from '../translate.ts';
import { foldHeader } from './foldHeader.ts';
import { getFieldLabel } from './labels.ts';
import { createProductNumberField } from './productNumber.ts';

type UnknownRecord = Readonly<Record<string, unknown>>;

export interface TableColumnSources extends AttributeDefinitions {
  projects: readonly TableProject[];
  /** Prefixes of the shop's own barcodes, whose last digit need not be a check digit. */
  ownPrefixes: readonly string[];
}

/**
 * Expands fields into columns: one per language for localized texts, per project for prices, per platform for
 * categories. Makes headings of attributes unique in every language, because an attribute may have the same label as a
 * declared field, and a table written in one language may be read in another.
 */
export const listTableFields = (fields: Fields, resource: string, projects: readonly TableProject[]): Fields => {
  const getHeading = ([name, field]: ColumnPart): string => field.label ?? getFieldLabel(resource, name);
  const listParts = () =>
    Object.entries(fields).flatMap(
      ([name, field]): readonly ColumnPart[] => getStoredKind(field).parts?.(name, field, projects) ?? [[name, field]],
    );
  const headingsInEachLanguage = runInEachLanguage(() => listParts().map(getHeading));
  const takenHeadings = new Set(createProductNumberField().headings.map(foldHeader));
  return Object.fromEntries(
    listParts().map((columnPart, index) => {
      const [name, field] = columnPart;
      const isTaken = headingsInEachLanguage.some(all => takenHeadings.has(foldHeader(all[index] ?? '')));
      const suffix = field.label && isTaken ? ` (${name.slice(name.indexOf('.') + 1)})` : '';
      const headings = headingsInEachLanguage.map(all => `${all[index]}${suffix}`);
      for (const heading of headings) takenHeadings.add(foldHeader(heading));
      return [
        name,
        { ...field, resource, headings, ...(field.label && { label: `${field.label}${suffix}` }) },
      ] as const;
    }),
  );
};

type ColumnReader = (record: UnknownRecord) => unknown;

/**
 * Returns a function that reads one column's value from a record, so that work that depends only on the column is done
 * once rather than for every record.
 */
export const createColumnReader = (name: string, field: Field, getPlatform: GetPlatform): ColumnReader => {
  const { getPart } = getStoredKind(field);
  if (!name.includes('.')) return record => getOwnValue(record, name);
  const dotIndex = name.indexOf('.');
  const [fieldName, partName] = [name.slice(0, dotIndex), name.slice(dotIndex + 1)];
  if (!getPart) return record => getValueAt(record[fieldName] as UnknownRecord | undefined, partName);
  return record => {
    const items = getOwnValue(record, fieldName);
    return Array.isArray(items) ? getPart(items, field, getPlatform) : getOwnValue(record, name);
  };
};

/** Splits records into the columns of `fields`, which may hold parts of values. */
export const createTableRecords = (fields: Fields, getPlatform: GetPlatform) => {
  const partReaders = Object.entries(fields).flatMap(([name, field]) =>
    getStoredKind(field).getPart ? [[name, createColumnReader(name, field, getPlatform)] as const] : [],
  );
  return (record: UnknownRecord): Record<string, unknown> => {
    const values: Record<string, unknown> = { ...record };
    for (const [name, readColumn] of partReaders) {
      const value = readColumn(record);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
};

/** Whether a column holds only a part of a value, so that a patch also depends on the record's other parts. */
export const isPartOfValue = (fields: Fields, name: string): boolean => {
  const field = fields[name];
  const [, part, language] = name.split('.');
  return (
    field !== undefined && part !== undefined && (getStoredKind(field).withPart !== null || language !== undefined)
  );
};

/**
 * The reverse of `createTableRecords`: builds a patch of the record from column values. Columns may hold parts of a
 * value (a language, a project, a platform); parts without a column are taken from `current`.
 */
export const buildRecordPatch = (
  values: UnknownRecord,
  fields: Fields,
  current: UnknownRecord,
  getPlatform: GetPlatform,
): Record<string, unknown> => {
  const patch: Record<string, unknown> = {};
  const valuesByPath: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (!field || value === undefined) continue;
    if (!name.includes('.')) {
      patch[name] = value;
      continue;
    }
    const [whole = '', code = '', language] = name.split('.');
    const { withPart } = getStoredKind(field);
    if (withPart) {
      const before = (patch[whole] ?? current[whole] ?? []) as unknown[];
      patch[whole] = withPart(before, value as never, field, getPlatform);
    } else if (language === undefined) valuesByPath[name] = value;
    else {
      const path = `${whole}.${code}`;
      const texts = {
        ...((valuesByPath[path] ?? getValueAt(current, path)) as UnknownRecord | null),
        [language]: value,
      };
      valuesByPath[path] = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
    }
  }
  return { ...patch, ...nestValues(valuesByPath) };
};
