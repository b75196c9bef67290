import type { z } from 'zod';
import { collection } from './collection.ts';
import { unique } from './field.ts';
import type { Field } from './fields.ts';
import { keysOf } from './keysOf.ts';
import { flag, number, text } from './kinds.ts';
import type { Access } from './permissions.ts';

/**
 * References are value lists such as brands. A new one needs only an entry here: its list, forms, routes, menu entry,
 * picker, filter, import column, storage and tests are generated. Names are [singular, plural]; `fields` adds to name,
 * code, order and archived.
 */
export const references = {
  brand: { ru: ['Бренд', 'Бренды'], en: ['Brand', 'Brands'] },
  unit: {
    ru: ['Единица измерения', 'Единицы измерения'],
    en: ['Unit', 'Units'],
    fields: { symbol: { field: text({ max: 16 }), ru: 'Обозначение', en: 'Symbol' } },
    isWord: true,
    synonyms: [
      ['шт', 'штука', 'штук', 'штуки', 'pcs', 'pc', 'piece', 'pieces', 'ea', 'each'],
      ['кг', 'килограмм', 'килограммы', 'kg', 'kilogram'],
      ['г', 'гр', 'грамм', 'граммы', 'g', 'gram'],
      ['л', 'литр', 'литры', 'l', 'litre', 'liter'],
      ['мл', 'миллилитр', 'ml', 'millilitre', 'milliliter'],
      ['м', 'метр', 'метры', 'пог. м', 'п.м', 'm', 'metre', 'meter'],
      ['упак', 'уп', 'упаковка', 'упаковки', 'pack', 'package'],
      ['кор', 'коробка', 'коробки', 'box'],
      ['пач', 'пачка', 'пачки'],
      ['бут', 'бутылка', 'бутылки', 'bottle'],
      ['комплект', 'компл', 'к-т', 'set'],
      ['пара', 'пар', 'pair'],
    ],
  },
} as const satisfies Record<string, Reference>;

interface Reference {
  ru: readonly [one: string, several: string];
  en: readonly [one: string, several: string];
  fields?: Record<string, { field: Field; ru: string; en: string }>;
  /**
   * The values are words. If an import finds a number in the column, it assumes that the column was assigned to the
   * wrong field, and does not create a new value.
   */
  isWord?: boolean;
  /** Words that mean the same as a value in any table, in lower case and without a trailing full stop. */
  synonyms?: readonly (readonly string[])[];
}

export type ReferenceName = keyof typeof references;
export type ReferenceResource = `settings/reference/${ReferenceName}`;

export const referenceNames = keysOf(references);
export const isReferenceName = (name: string): name is ReferenceName => Object.hasOwn(references, name);

export const getReference = (name: ReferenceName): Reference => references[name];

export const referenceAccess = ['settings_reference'] as const satisfies Access;

export const MAX_SYNONYMS_LENGTH = 2000;

const baseFields = {
  name: unique('folded', text({ required: true })),
  code: text({ max: 64 }),
  /** Other texts that mean the value in imported tables, separated by semicolons. */
  synonyms: text({ max: MAX_SYNONYMS_LENGTH }),
  order: number({ max: 1_000_000 }),
  archived: flag(),
};

/**
 * Collection of a reference's values at `/reference/{name}/value` (contract 2). Only declared references can have
 * fields of their own, since users define just names and codes.
 */
export const referenceCollection = (name: string) => {
  const declaredFields = isReferenceName(name) ? getReference(name).fields : undefined;
  const ownFields: object = Object.fromEntries(
    Object.entries(declaredFields ?? {}).map(([key, { field }]) => [key, field]),
  );
  return collection(`/reference/${name}/value`, {
    access: {
      list: referenceAccess,
      read: referenceAccess,
      create: referenceAccess,
      update: referenceAccess,
      remove: referenceAccess,
    },
    fields: { ...baseFields, ...ownFields },
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'updated_at'],
  });
};

export type ReferenceValue = z.output<ReturnType<typeof referenceCollection>['record']>;
