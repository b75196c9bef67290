import LabelIcon from '@mui/icons-material/LabelOutlined';
import { defineResource } from '../schema/defineResource.tsx';

export const attribute = defineResource('settings/attribute', {
  icon: LabelIcon,
  columns: ['name', 'code', 'kind', 'applies_to', 'required', 'per_language'],
  moreColumns: ['unit', 'reference', 'order', 'archived'],
});
