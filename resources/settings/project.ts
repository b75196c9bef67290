import StorefrontIcon from '@mui/icons-material/StorefrontOutlined';
import { defineResource } from '../engine/defineResource.tsx';

const screens = () => import('./projectScreens.tsx');

export const project = defineResource('settings/project', {
  icon: StorefrontIcon,
  columns: ['name', 'code', 'platform', 'currency'],
  optionalColumns: ['archived'],
  list: () => screens().then(({ ProjectList }) => ProjectList),
  create: () => screens().then(({ ProjectCreate }) => ProjectCreate),
  edit: () => screens().then(({ ProjectEdit }) => ProjectEdit),
});
