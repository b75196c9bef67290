import ListIcon from '@mui/icons-material/ListAltOutlined';
import { defineResource } from '../schema/defineResource.tsx';

export const reference = defineResource('settings/reference', {
  icon: ListIcon,
  columns: ['name', 'code', 'declared', 'archived'],
});
