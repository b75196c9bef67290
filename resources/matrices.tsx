import MatrixIcon from '@mui/icons-material/GridOnOutlined';
import { mayShare } from '#contract/matrices.ts';
import { unshared } from '#contract/sharing.ts';
import { isEditable } from './matrices/isEditable.ts';
import { MergeLink } from './matrices/MergeLink.tsx';
import { defineResource } from './schema/defineResource.tsx';
import { lazyScreen } from './schema/ui/lazyScreen.tsx';

const MatrixProducts = lazyScreen(() => import('./matrices/MatrixProducts.tsx').then(module => module.MatrixProducts));
const MergePage = lazyScreen(() => import('./matrices/MergePage.tsx').then(module => module.MergePage));

export const matrices = defineResource('matrices', {
  icon: MatrixIcon,
  columns: ['name', 'code', 'author', 'products_count', 'status', 'starts_on', 'ends_on'],
  tabs: {
    nomenclature: { label: 'matrix.nomenclature', shows: MatrixProducts },
    edit: { label: 'matrix.edit', shows: ['name', 'code', 'status', 'starts_on', 'ends_on'] },
    accessSettings: { label: 'matrix.accessSettings', shows: ['access'] },
  },
  pages: { merge: MergePage },
  listActions: <MergeLink />,
  mayChange: ({ author, access = unshared }, person, names) =>
    names?.every(name => name === 'access')
      ? mayShare(person, { author, access })
      : isEditable(person, { author, access }),
});
