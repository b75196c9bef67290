import { guarded, unique } from '../field.ts';
import { date, number, person, sharing, text } from '../kinds.ts';
import { matrixReadAccess, matrixWriteAccess } from '../matrices.ts';
import { defineRecord } from '../record.ts';
import { rule } from '../rules.ts';
import { lifecycle } from './lifecycle.ts';

export const matrices = defineRecord(
  'matrices',
  {
    name: text({ required: true }),
    code: unique('exact', text({ max: 64 })),
    status: lifecycle,
    author: person(),
    products_count: number({ required: true, readOnly: true }),
    starts_on: date(),
    ends_on: date(),
    access: guarded('matrix.operation', sharing()),
  },
  {
    path: '/matrices',
    access: {
      list: matrixReadAccess,
      read: matrixWriteAccess,
      create: ['matrix.operation'],
      update: matrixWriteAccess,
      remove: matrixWriteAccess,
    },
    search: ['name', 'code'],
    sort: ['name', 'code', 'status', 'products_count', 'starts_on', 'ends_on', 'updated_at', 'created_at'],
    features: ['drafts', 'presence', 'filterEvents', 'search'],
    rules: [
      rule(
        ['starts_on', 'ends_on'],
        ({ starts_on, ends_on }) => (starts_on && ends_on && ends_on < starts_on ? 'endsBeforeStart' : undefined),
        { errorField: 'ends_on' },
      ),
    ],
    menu: { group: 'content', order: 40 },
    screens: {
      tabs: { nomenclature: matrixReadAccess, edit: ['matrix.operation'], accessSettings: ['matrix.operation'] },
      editor: matrixReadAccess,
      // §2 uses both orders of id and tab.
      tabFirst: true,
    },
  },
);
