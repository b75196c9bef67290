import { z } from 'zod';
import { batchEndpoints } from './batches.ts';
import { tableMediaTypes } from './bulk.ts';
import { categoryEndpoints, mappingEndpoints } from './categories.ts';
import { buildPageSchema } from './collection.ts';
import { draftEndpoints } from './drafts.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { exportProfileEndpoints } from './exportProfiles.ts';
import { feedEndpoints } from './feeds.ts';
import { Price } from './fields/prices.ts';
import { Health, Liveness, Readiness } from './health.ts';
import { historySettingsEndpoints } from './historySettings.ts';
import { avatarEndpoints, imageEndpoints, pictureEndpoints } from './images.ts';
import { ImportOptions, ImportPreview, ImportRun, importAccess, LogItem, RunningImport } from './importing.ts';
import { lazyProperties } from './lazyProperties.ts';
import { linkEndpoints, SearchHit } from './links.ts';
import { matrixEndpoints } from './matrices.ts';
import { notificationEndpoints } from './notifications.ts';
import { importProfileEndpoints, preparedImportEndpoints } from './preparedEndpoints.ts';
import { repeatable } from './query.ts';
import { recordEndpoints } from './recordEndpoints.ts';
import { records } from './records.ts';
import { referenceEndpoints } from './referenceEndpoints.ts';
import { securityEndpoints } from './security.ts';
import { sendingEndpoints } from './sending.ts';
import {
  Credentials,
  ForgotPasswordBody,
  OwnEmailBody,
  OwnPasswordBody,
  OwnProfileBody,
  Profile,
  RefreshedTokenPair,
  ResetPasswordBody,
  TokenPair,
} from './session.ts';
import { synchronizationEndpoints } from './synchronization.ts';
import { systemPageEndpoints } from './system.ts';
import { trashEndpoints } from './trash.ts';
import { undoEndpoints } from './undo.ts';

const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(10),
});
/**
 * §3: a navigation item has a link. Name and title are extensions; without them the client uses its own texts for known
 * links.
 */
const NavigationItems = z.object({
  navigation_items: z.array(z.object({ name: z.string().optional(), link: z.string(), title: z.string().optional() })),
});
export const endpoints = lazyProperties({
  auth: () => ({
    login: endpoint('POST /auth/login', { access: 'public', body: Credentials, result: TokenPair }),
    /**
     * Sends a password reset link by e-mail. The response is the same for unknown addresses, so that nobody can find
     * out which accounts exist.
     */
    restore: endpoint('POST /auth/restore', {
      access: 'public',
      body: ForgotPasswordBody,
      result: z.object({ valid_seconds: z.int() }),
    }),
    /** §4: returns a session, as a sign-in does, so that the user need not sign in again. */
    resetPassword: endpoint('POST /auth/reset-password', {
      access: 'public',
      body: ResetPasswordBody,
      result: TokenPair,
    }),
    /** §4: starts a session as another user. This session ends no later than the caller's own session. */
    actAs: endpoint('POST /users/auth/:id', { access: ['user.auth'], result: TokenPair }),
    refresh: endpoint('POST /auth/token/refresh', {
      access: 'public',
      body: z.strictObject({ refresh_token: z.string().min(1).max(512) }),
      result: RefreshedTokenPair,
    }),
    /** Extension: also ends the session on the server, so that a copied token stops working. */
    logout: endpoint('POST /auth/logout', { access: 'signed-in', isEverywhere: true, result: z.null() }),
    profile: endpoint('GET /profile', {
      access: 'signed-in',
      isEverywhere: true,
      result: z.object({ user: Profile }),
    }),
    changeProfile: endpoint('PUT /profile', {
      access: 'signed-in',
      isEverywhere: true,
      body: OwnProfileBody,
      result: z.object({ user: Profile }),
    }),
    setAvatar: endpoint('POST /profile/avatar', {
      access: 'signed-in',
      isEverywhere: true,
      file: 'image',
      result: z.object({ user: Profile }),
    }),
    /** Ends the user's other sessions, in case the old password was stolen. */
    changePassword: endpoint('PUT /profile/password', {
      access: 'signed-in',
      isEverywhere: true,
      body: OwnPasswordBody,
      result: z.null(),
    }),
    /** Ends the user's other sessions, as a new password does, and notifies the old address. */
    changeEmail: endpoint('PUT /profile/email', {
      access: 'signed-in',
      isEverywhere: true,
      body: OwnEmailBody,
      result: z.null(),
    }),
    socketToken: endpoint('GET /web-socket/get-token', {
      access: 'signed-in',
      isEverywhere: true,
      result: z.object({ token: z.string() }),
    }),
  }),
  sending: () => sendingEndpoints,
  products: () => ({
    prices: endpoint('GET /products/:id/prices', { access: ['product.show-prices'], result: z.array(Price) }),
    setPrices: endpoint('PUT /products/:id/prices', {
      access: ['product.show-prices'],
      body: z.strictObject({ prices: z.array(Price), version: z.int().positive().optional() }),
      result: z.array(Price),
    }),
    ...mappingEndpoints('/products', ['product.show-categories']),
  }),
  models: () => mappingEndpoints('/models', ['model.show-categories']),
  categories: () => categoryEndpoints,
  matrices: () => matrixEndpoints,
  permissions: () => ({
    list: endpoint('GET /permissions', {
      access: records.roles.access.list,
      result: z.array(z.object({ slug: z.string(), name: z.string(), group: z.string() })),
    }),
  }),
  cafes: () => ({
    /**
     * Issues a new signing key for a cafe and revokes the old one. The key is returned only in this response, because
     * the server cannot show it again.
     */
    makeKey: endpoint('POST /cafe/:id/key', {
      access: records['settings/cafe'].access.update,
      result: z.object({ key: z.string() }),
    }),
  }),
  productModels: () => linkEndpoints(records.nomenclature, 'model_ids', 'models'),
  modelProducts: () => linkEndpoints(records.catalog, 'product_ids', 'products'),
  productImages: () => imageEndpoints(records.nomenclature),
  modelImages: () => imageEndpoints(records.catalog),
  pictures: () => pictureEndpoints(records.nomenclature, records.catalog, records.matrices),
  avatars: () => avatarEndpoints,
  references: () => referenceEndpoints,
  search: () => ({
    /**
     * Hits by collection path, best first, limited to resources the caller may list. §6: five roles have no search.
     */
    all: endpoint('GET /search', {
      access: 'signed-in',
      query: z.strictObject({ query: z.string().trim().min(1).max(255) }),
      result: z.record(z.string(), z.array(SearchHit)),
    }),
  }),
  navigation: () => ({
    /** §7: menu entries the caller may open. */
    menu: endpoint('GET /navigation', { access: 'signed-in', isEverywhere: true, result: NavigationItems }),
    /** §7: settings entries the caller may open. */
    settings: endpoint('GET /navigation/settings', { access: ['navigation_settings'], result: NavigationItems }),
  }),
  imports: () => ({
    /**
     * §4: a run means processing; null or a failure means available. Without a run the result is null rather than a
     * 404, which browsers would log as an error on every page.
     */
    current: endpoint('GET /products/import/nomenclature', { access: importAccess, result: RunningImport.nullable() }),
    start: endpoint('POST /products/import/nomenclature', {
      access: importAccess,
      failsWithMessages: true,
      query: ImportOptions,
      file: 'table',
      result: ImportRun,
    }),
    preview: endpoint('POST /products/import/nomenclature/preview', {
      access: importAccess,
      failsWithMessages: true,
      query: ImportOptions,
      file: 'table',
      result: ImportPreview,
    }),
    cancel: endpoint('DELETE /products/import/nomenclature', {
      access: importAccess,
      failsWithMessages: true,
      allowedWhenDiskFull: true,
      result: ImportRun,
    }),
    runs: endpoint('GET /products/import/nomenclature/runs', {
      access: importAccess,
      query: pageQuery,
      result: buildPageSchema(ImportRun),
    }),
    run: endpoint('GET /products/import/nomenclature/runs/:id', {
      access: importAccess,
      query: z.strictObject({
        after: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(10_000).default(1000),
      }),
      result: ImportRun.extend({ log: z.array(LogItem), log_total: z.int() }),
    }),
    /** The skipped rows as a table with the reason for each, so that they can be corrected and imported again. */
    skipped: endpoint('GET /products/import/nomenclature/runs/:id/failed', {
      access: importAccess,
      raw: tableMediaTypes.xlsx,
    }),
    /** A report on a run: one sheet with a summary, and one with its rows and the archived products. */
    report: endpoint('GET /products/import/nomenclature/runs/:id/report', {
      access: importAccess,
      raw: tableMediaTypes.xlsx,
    }),
    template: endpoint('GET /products/import/nomenclature/template', {
      access: importAccess,
      query: z.strictObject({ columns: repeatable(z.string().min(1).max(100)).optional() }),
      raw: tableMediaTypes.xlsx,
    }),
  }),
  preparedImports: preparedImportEndpoints,
  importProfiles: importProfileEndpoints,
  exportProfiles: exportProfileEndpoints,
  synchronization: () => synchronizationEndpoints,
  feeds: () => feedEndpoints,
  notifications: () => notificationEndpoints,
  drafts: () => draftEndpoints,
  batches: () => batchEndpoints,
  historySettings: () => historySettingsEndpoints,
  trash: () => trashEndpoints,
  undo: () => undoEndpoints,
  security: () => securityEndpoints,
  system: () => ({
    health: endpoint('GET /health', { access: 'public', result: Health }),
    live: endpoint('GET /health/live', { access: 'public', result: Liveness }),
    accepting: endpoint('GET /health/accepting', { access: 'public', result: Liveness }),
    ready: endpoint('GET /health/ready', { access: 'public', result: Readiness }),
    openapi: endpoint('GET /openapi.json', { access: 'public', raw: 'application/json' }),
    ...systemPageEndpoints,
  }),
});

export type Endpoints = typeof endpoints;

/**
 * Every API call with its name. Hand-written calls come first, because `/products/:id` also matches some of their
 * paths.
 */
export const listAllEndpoints = (): { group: string; name: string; endpoint: Endpoint }[] =>
  [
    ...Object.entries<Record<string, Endpoint>>(endpoints),
    ...Object.entries<Record<string, Endpoint>>(recordEndpoints),
  ].flatMap(([group, calls]) => Object.entries(calls).map(([name, endpoint]) => ({ group, name, endpoint })));
