import type { Labels } from '../../../messages.ts';

export const attribute = {
  one: 'Attribute',
  several: 'Attributes',
  count: '%{number} attribute |||| %{number} attributes',
  create: 'New attribute',
  fields: {
    name: 'Name',
    code: 'Code',
    kind: 'Type',
    unit: 'Unit',
    reference: 'Reference',
    per_language: 'A value for each language',
    applies_to: 'Used for',
    required: 'Required',
    order: 'Order',
    archived: 'Archived',
  },
  words: {
    text: 'Text',
    long_text: 'Long text',
    number: 'Number',
    flag: 'Yes or no',
    date: 'Date',
    reference: 'A value of a reference',
    references: 'Several values of a reference',
    products: 'For products',
    models: 'For models',
    both: 'For products and models',
  },
} as const satisfies Labels<'settings/attribute'>;
