import CafeIcon from '@mui/icons-material/LocalCafeOutlined';
import { defineResource } from '../engine/defineResource.tsx';
import { CafeKey } from './CafeKey.tsx';

export const cafe = defineResource('settings/cafe', {
  icon: CafeIcon,
  columns: ['name', 'kind', 'address', 'folder', 'has_key'],
  optionalColumns: ['archived'],
  fields: ['name', 'kind', 'address', 'folder', 'archived'],
  recordActions: CafeKey,
});
