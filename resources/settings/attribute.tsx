import LabelIcon from '@mui/icons-material/LabelOutlined';
import { defineResource } from '../engine/defineResource.tsx';
import { OrderButton } from '../order/OrderButton.tsx';

export const attribute = defineResource('settings/attribute', {
  icon: LabelIcon,
  columns: ['name', 'code', 'kind', 'applies_to', 'required', 'per_language'],
  optionalColumns: ['unit', 'reference', 'order', 'archived'],
  listActions: <OrderButton resource="settings/attribute" hint="ordering.attributes" />,
});
