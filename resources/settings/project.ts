import StorefrontIcon from '@mui/icons-material/StorefrontOutlined';
import { defineResource } from '../engine/defineResource.tsx';

export const project = defineResource('settings/project', {
  icon: StorefrontIcon,
  columns: ['name', 'code', 'platform', 'currency'],
  moreColumns: ['archived'],
});
