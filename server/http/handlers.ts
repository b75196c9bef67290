import { createRecordHandlers } from '../records/createRecordHandlers.ts';
import { createSharedTotals } from '../records/handlers.ts';
import { createLinkHandlers } from '../records/linked.ts';
import type { Totals } from '../records/totals.ts';
import { authHandlers } from '../routes/auth.ts';
import { batchHandlers, historySettingsHandlers } from '../routes/batches.ts';
import { categoryHandlers, mappingHandlers } from '../routes/categories.ts';
import { draftHandlers } from '../routes/drafts.ts';
import { exportProfileHandlers } from '../routes/exportProfiles.ts';
import { feedHandlers } from '../routes/feeds.ts';
import { avatarHandlers, imageHandlers, pictureHandlers } from '../routes/images.ts';
import { importProfileHandlers } from '../routes/importProfiles.ts';
import { importHandlers } from '../routes/imports.ts';
import { matrixHandlers } from '../routes/matrices.ts';
import { navigationHandlers } from '../routes/navigation.ts';
import { notificationHandlers } from '../routes/notifications.ts';
import { preparedImportHandlers } from '../routes/preparedImports.ts';
import { priceHandlers } from '../routes/prices.ts';
import { createReferenceListOverrides, requireKnownReference } from '../routes/referenceLists.ts';
import { referenceHandlers } from '../routes/references.ts';
import { searchHandlers } from '../routes/search.ts';
import { securityHandlers } from '../routes/security.ts';
import { cafeHandlers, sendingHandlers } from '../routes/sending.ts';
import { synchronizationHandlers } from '../routes/synchronization.ts';
import { systemHandlers } from '../routes/system.ts';
import { trashHandlers } from '../routes/trash.ts';
import { undoHandlers } from '../routes/undo.ts';
import { createUserOverrides, permissionHandlers } from '../routes/users.ts';
import type { Handlers, Overrides } from './bindEndpoints.ts';
import type { ServerDeps } from './deps.ts';

export const createHandlers = (deps: ServerDeps) => {
  const totals = createSharedTotals(deps);
  return {
    ownHandlers: createOwnHandlers(deps, totals),
    records: createRecordHandlers(deps, totals),
    overrides: createOverrides(deps, totals),
  };
};

const createOverrides = (deps: ServerDeps, totals: Totals): Overrides => ({
  users: createUserOverrides(deps, totals),
  'settings/reference': createReferenceListOverrides(deps, totals),
});

const createOwnHandlers = (deps: ServerDeps, totals: Totals): Handlers => ({
  auth: authHandlers(deps),
  products: { ...priceHandlers(deps, totals), ...mappingHandlers(deps, 'nomenclature') },
  models: mappingHandlers(deps, 'catalog'),
  categories: categoryHandlers(deps),
  matrices: matrixHandlers(deps, totals),
  permissions: permissionHandlers,
  cafes: cafeHandlers(deps),
  references: requireKnownReference(deps.db, referenceHandlers(deps, totals)),
  productModels: createLinkHandlers(deps, totals, 'nomenclature', 'model_ids'),
  modelProducts: createLinkHandlers(deps, totals, 'catalog', 'product_ids'),
  productImages: imageHandlers(deps, 'nomenclature'),
  modelImages: imageHandlers(deps, 'catalog'),
  pictures: pictureHandlers(deps),
  avatars: avatarHandlers(deps),
  search: searchHandlers(deps),
  navigation: navigationHandlers(deps),
  imports: importHandlers(deps),
  preparedImports: preparedImportHandlers(deps),
  importProfiles: importProfileHandlers(deps),
  exportProfiles: exportProfileHandlers(deps),
  sending: sendingHandlers(deps),
  drafts: draftHandlers(deps),
  batches: batchHandlers(deps),
  historySettings: historySettingsHandlers(deps),
  trash: trashHandlers(deps),
  undo: undoHandlers(deps),
  security: securityHandlers(deps),
  synchronization: synchronizationHandlers(deps),
  feeds: feedHandlers(deps),
  notifications: notificationHandlers(deps),
  system: systemHandlers(deps),
});
