/** Texts of every page, one line each. Those of large pages are in `ru` and `en`, which load by language. */
export { categories } from './pages/categories.ts';
export { exportProfiles } from './pages/exportProfiles.ts';
export { history } from './pages/history.ts';
export { historySettings } from './pages/historySettings.ts';
export { home } from './pages/home.ts';
export { importing as import } from './pages/import.ts';
export { mergeMatrices } from './pages/mergeMatrices.ts';
export { security } from './pages/security.ts';
export { sending } from './pages/sending.ts';
export { settings } from './pages/settings.ts';
export { synchronization } from './pages/synchronization.ts';
export { system } from './pages/system.ts';
