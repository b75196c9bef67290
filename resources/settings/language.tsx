import LanguageIcon from '@mui/icons-material/Translate';
import { defineResource } from '../engine/defineResource.tsx';

const screens = () => import('./languageScreens.tsx');

export const language = defineResource('settings/language', {
  icon: LanguageIcon,
  columns: ['name', 'code', 'order', 'archived'],
  list: () => screens().then(({ LanguageList }) => LanguageList),
  create: () => screens().then(({ LanguageCreate }) => LanguageCreate),
  edit: () => screens().then(({ LanguageEdit }) => LanguageEdit),
});
