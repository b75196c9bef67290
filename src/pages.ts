import CategoryIcon from '@mui/icons-material/AccountTreeOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import MergeIcon from '@mui/icons-material/MergeOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SyncIcon from '@mui/icons-material/SyncOutlined';
import type { ComponentType } from 'react';
import type { PageName } from '#contract/pages.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';

interface PageView {
  icon: ComponentType;
  component: ComponentType;
}

/** How each page of the contract is drawn, a line each: its icon in the menu, and its component, fetched when it is opened. */
export const pageViews: Readonly<Record<PageName, PageView>> = {
  home: {
    icon: HomeIcon,
    component: lazyScreen(() => import('./pages/home/Home.tsx').then(({ Home }) => Home)),
  },
  categories: {
    icon: CategoryIcon,
    component: lazyScreen(() =>
      import('./pages/categories/CategoriesPage.tsx').then(({ CategoriesPage }) => CategoriesPage),
    ),
  },
  import: {
    icon: UploadIcon,
    component: lazyScreen(() => import('./pages/import/ImportPage.tsx').then(({ ImportPage }) => ImportPage)),
  },
  sending: {
    icon: SendIcon,
    component: lazyScreen(() => import('./pages/sending/SendingPage.tsx').then(({ SendingPage }) => SendingPage)),
  },
  mergeMatrices: {
    icon: MergeIcon,
    component: lazyScreen(() => import('#resources/matrices/MergePage.tsx').then(({ MergePage }) => MergePage)),
  },
  synchronization: {
    icon: SyncIcon,
    component: lazyScreen(() =>
      import('./pages/synchronization/SynchronizationPage.tsx').then(({ SynchronizationPage }) => SynchronizationPage),
    ),
  },
  history: {
    icon: HistoryIcon,
    component: lazyScreen(() => import('./pages/history/HistoryPage.tsx').then(({ HistoryPage }) => HistoryPage)),
  },
  settings: {
    icon: SettingsIcon,
    component: lazyScreen(() => import('./pages/Settings.tsx').then(({ Settings }) => Settings)),
  },
};
