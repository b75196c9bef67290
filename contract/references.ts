import type { z } from 'zod';
import { collection } from './collection.ts';
import { type Field, flag, number, text } from './fields.ts';

/**
 * References: value lists such as brands. One entry here is all a new reference takes: its list,
 * forms, routes, menu entry, picker, filter, import column, storage and generated tests follow.
 * Names are [one, several]; `fields` are what its values carry beside name, code, order and archived.
 */
export const references = {
  brand: { ru: ['Бренд', 'Бренды'], en: ['Brand', 'Brands'] },
  unit: {
    ru: ['Единица измерения', 'Единицы измерения'],
    en: ['Unit', 'Units'],
    fields: { symbol: { field: text({ max: 16 }), ru: 'Обозначение', en: 'Symbol' } },
  },
} as const satisfies Record<string, Reference>;

interface Reference {
  ru: readonly [one: string, several: string];
  en: readonly [one: string, several: string];
  fields?: Record<string, { field: Field; ru: string; en: string }>;
}

export type ReferenceName = keyof typeof references;
export type ReferenceResource = `settings/reference/${ReferenceName}`;

export const referenceNames = Object.keys(references) as ReferenceName[];
export const isReferenceName = (name: string): name is ReferenceName => Object.hasOwn(references, name);

/** The declaration of a reference by its name. */
export const referenceOf = (name: ReferenceName): Reference => references[name];

/** The name of the resource that administers a reference. */
export const referenceResource = (name: ReferenceName): ReferenceResource => `settings/reference/${name}`;

const base = {
  name: text({ required: true }),
  code: text({ max: 64 }),
  order: number({ max: 1_000_000 }),
  archived: flag(),
};

/** The collection of a reference's values, `/reference/{name}/value` (contract 2). */
export const referenceCollection = (name: ReferenceName) => {
  const own = Object.entries(referenceOf(name).fields ?? {}).map(([key, { field }]) => [key, field] as const);
  return collection(`/reference/${name}/value`, {
    access: {
      list: ['settings_reference'],
      read: ['settings_reference'],
      create: ['settings_reference'],
      update: ['settings_reference'],
      remove: ['settings_reference'],
    },
    fields: { ...base, ...(Object.fromEntries(own) as object) },
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'updated_at'],
  });
};

export type ReferenceValue = z.output<ReturnType<typeof referenceCollection>['record']>;
