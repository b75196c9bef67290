import ListIcon from '@mui/icons-material/ListAltOutlined';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { defineResource } from '../engine/defineResource.tsx';

/** Loaded with the first editor of a reference. */
const ValuesSection = lazyScreen(() => import('./ValuesSection.tsx').then(module => module.ValuesSection));

export const reference = defineResource('settings/reference', {
  icon: ListIcon,
  columns: ['name', 'code', 'declared', 'archived'],
  footer: ValuesSection,
});
