import ListIcon from '@mui/icons-material/ListAltOutlined';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { defineResource } from '../engine/defineResource.tsx';

/** Lazy, so that only editors of references load it. */
const ValuesSection = lazyScreen(() => import('./ValuesSection.tsx').then(module => module.ValuesSection));

export const reference = defineResource('settings/reference', {
  icon: ListIcon,
  columns: ['name', 'code', 'declared', 'archived'],
  footer: ValuesSection,
  // Code refers to declared references by name and code, so the server would reject changes to them.
  whyClosed: record => (record?.declared ? 'ordering.declared' : null),
  canEdit: ({ declared }, _, names) => !declared || (names?.every(name => name === 'archived') ?? false),
});
