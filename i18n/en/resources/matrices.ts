import type { Labels } from '../../messages.ts';

export const matrices = {
  one: 'Matrix',
  several: 'Matrices',
  count: '%{number} matrix |||| %{number} matrices',
  object: '%{number} matrix |||| %{number} matrices',
  create: 'New matrix',
  denied: 'You have no access to the section with matrices',
  faults: { endsBeforeStart: 'Not before the start' },
  words: { active: 'Active' },
  fields: {
    name: 'Name',
    code: 'Code',
    status: 'Status',
    author: 'Author',
    products_count: 'Products',
    starts_on: 'Starts',
    ends_on: 'Ends',
    access: 'Access',
  },
} as const satisfies Labels<'matrices'>;
