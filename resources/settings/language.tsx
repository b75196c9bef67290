import LanguageIcon from '@mui/icons-material/Translate';
import { defineResource } from '../engine/defineResource.tsx';
import { OrderButton } from '../order/OrderButton.tsx';

export const language = defineResource('settings/language', {
  icon: LanguageIcon,
  columns: ['name', 'code', 'order', 'archived'],
  listActions: <OrderButton resource="settings/language" hint="ordering.languages" />,
});
