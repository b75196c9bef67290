import LanguageIcon from '@mui/icons-material/Translate';
import { defineResource } from '../schema/defineResource.tsx';

export const language = defineResource('settings/language', {
  icon: LanguageIcon,
  columns: ['name', 'code', 'order', 'archived'],
});
