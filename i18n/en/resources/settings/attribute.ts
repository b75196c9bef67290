import type { Labels } from '../../../messages.ts';

export const attribute = {
  one: 'Attribute',
  several: 'Attributes',
  count: '%{number} attribute |||| %{number} attributes',
  fields: {
    name: 'Name',
    code: 'Code',
    kind: 'Kind of value',
    unit: 'Unit',
    reference: 'Reference',
    per_language: 'A value for each language',
    applies_to: 'Where it is',
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
    products: 'On products',
    models: 'On models',
    both: 'On products and models',
  },
} as const satisfies Labels<'settings/attribute'>;
