import CategoryIcon from '@mui/icons-material/AccountTreeOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import MergeIcon from '@mui/icons-material/MergeOutlined';
import SystemIcon from '@mui/icons-material/MonitorHeartOutlined';
import SecurityIcon from '@mui/icons-material/SecurityOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SyncIcon from '@mui/icons-material/SyncOutlined';
import type { ComponentType } from 'react';
import type { PageName } from '#contract/pages.ts';

interface PageEntry {
  icon: ComponentType;
  load: () => Promise<ComponentType>;
}

export const pageEntries: Readonly<Record<PageName, PageEntry>> = {
  home: {
    icon: HomeIcon,
    load: () => import('./pages/home/Home.tsx').then(({ Home }) => Home),
  },
  categories: {
    icon: CategoryIcon,
    load: () => import('./pages/categories/CategoriesPage.tsx').then(({ CategoriesPage }) => CategoriesPage),
  },
  import: {
    icon: UploadIcon,
    load: () => import('./pages/import/ImportPage.tsx').then(({ ImportPage }) => ImportPage),
  },
  exportProfiles: {
    icon: DownloadIcon,
    load: () =>
      import('./pages/exportProfiles/ExportProfilesPage.tsx').then(({ ExportProfilesPage }) => ExportProfilesPage),
  },
  sending: {
    icon: SendIcon,
    load: () => import('./pages/sending/SendingPage.tsx').then(({ SendingPage }) => SendingPage),
  },
  mergeMatrices: {
    icon: MergeIcon,
    load: () => import('#resources/matrices/MergePage.tsx').then(({ MergePage }) => MergePage),
  },
  synchronization: {
    icon: SyncIcon,
    load: () =>
      import('./pages/synchronization/SynchronizationPage.tsx').then(({ SynchronizationPage }) => SynchronizationPage),
  },
  history: {
    icon: HistoryIcon,
    load: () => import('./pages/history/HistoryPage.tsx').then(({ HistoryPage }) => HistoryPage),
  },
  historySettings: {
    icon: HistoryIcon,
    load: () =>
      import('./pages/historySettings/HistorySettingsPage.tsx').then(({ HistorySettingsPage }) => HistorySettingsPage),
  },
  settings: {
    icon: SettingsIcon,
    load: () => import('./pages/Settings.tsx').then(({ Settings }) => Settings),
  },
  system: {
    icon: SystemIcon,
    load: () => import('./pages/system/SystemPage.tsx').then(({ SystemPage }) => SystemPage),
  },
  security: {
    icon: SecurityIcon,
    load: () => import('./pages/security/SecurityPage.tsx').then(({ SecurityPage }) => SecurityPage),
  },
};
