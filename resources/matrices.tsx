import MatrixIcon from '@mui/icons-material/GridOnOutlined';
import { canShare } from '#contract/matrices.ts';
import { emptySharing } from '#contract/sharing.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { defineResource } from './engine/defineResource.tsx';
import { isEditable } from './matrices/isEditable.ts';
import { MergeLink } from './matrices/MergeLink.tsx';

const MatrixProducts = lazyScreen(() => import('./matrices/MatrixProducts.tsx').then(module => module.MatrixProducts));

export const matrices = defineResource('matrices', {
  icon: MatrixIcon,
  columns: ['name', 'code', 'author', 'products_count', 'status', 'starts_on', 'ends_on'],
  tabs: {
    nomenclature: { label: 'matrix.nomenclature', fields: MatrixProducts },
    edit: { label: 'matrix.edit', fields: ['name', 'code', 'status', 'starts_on', 'ends_on'] },
    accessSettings: { label: 'matrix.accessSettings', fields: ['access'] },
  },
  listActions: <MergeLink />,
  canEdit: ({ author, access = emptySharing }, user, names) =>
    names?.every(name => name === 'access') ? canShare(user, { author, access }) : isEditable(user, { author, access }),
});
