import { z } from 'zod';
import { BulkIds, BulkResponse, BulkVersions, buildBulkPreviewSchema, SelectedIds, tableMediaTypes } from './bulk.ts';
import { listPage } from './collection.ts';
import { Duplicate, duplicateQuery, endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { MAX_NAMES, orderEndpoint } from './ordering.ts';

const administerAccess = ['settings_reference'] as const;
/** A value of any reference. A loose schema, because additional fields differ per reference (`references.ts`). */
const ReferenceValue = z.looseObject({ id: Id, name: z.string(), version: z.int() });
const anyQuery = z.record(z.string(), z.unknown());
const anyBody = z.record(z.string(), z.unknown());

export const referenceEndpoints = {
  /** §7: all values at once, for pickers and table cells. Administration uses the paged list instead. */
  values: endpoint('GET /reference/:name/value/list', {
    access: 'signed-in',
    query: z.strictObject({ search: z.string().default('') }),
    result: z.array(ReferenceValue),
  }),
  list: endpoint('GET /reference/:name/value', {
    access: administerAccess,
    query: anyQuery,
    result: listPage(ReferenceValue),
  }),
  ids: endpoint('GET /reference/:name/value/ids', {
    access: administerAccess,
    query: anyQuery,
    result: z.object({ ids: z.array(Id) }),
  }),
  exportList: endpoint('GET /reference/:name/value/export', {
    access: administerAccess,
    query: anyQuery,
    raw: tableMediaTypes.xlsx,
  }),
  exportSelected: endpoint('POST /reference/:name/value/export', {
    access: administerAccess,
    query: anyQuery,
    body: z.strictObject({ ids: SelectedIds }),
    raw: tableMediaTypes.xlsx,
  }),
  duplicate: endpoint('GET /reference/:name/value/duplicate', {
    access: administerAccess,
    query: duplicateQuery,
    result: Duplicate,
  }),
  read: endpoint('GET /reference/:name/value/:id', { access: administerAccess, result: ReferenceValue }),
  order: orderEndpoint('/reference/:name/value', administerAccess),
  createMany: endpoint('POST /reference/:name/value/many', {
    access: administerAccess,
    body: z.strictObject({ names: z.array(z.string().trim().min(1).max(255)).min(1).max(MAX_NAMES) }),
    result: z.object({ ids: z.array(Id), existing: z.array(z.string()) }),
  }),
  create: endpoint('POST /reference/:name/value', {
    access: administerAccess,
    body: anyBody,
    result: ReferenceValue,
  }),
  update: endpoint('PUT /reference/:name/value/:id', {
    access: administerAccess,
    body: anyBody,
    result: ReferenceValue,
  }),
  remove: endpoint('DELETE /reference/:name/value/:id', { access: administerAccess, result: ReferenceValue }),
  /**
   * Replaces this value with another one in all records, then deletes it. This is the only way to delete a value that
   * is in use.
   */
  replace: endpoint('POST /reference/:name/value/:id/replace', {
    access: administerAccess,
    body: z.strictObject({ by: Id }),
    result: ReferenceValue,
  }),
  preview: endpoint('POST /reference/:name/value/preview', {
    allowedWhenDiskFull: true,
    access: administerAccess,
    body: z.strictObject({ ids: BulkIds, data: anyBody }),
    result: buildBulkPreviewSchema(ReferenceValue),
  }),
  updateMany: endpoint('PUT /reference/:name/value', {
    access: administerAccess,
    body: z.strictObject({ ids: BulkIds, data: anyBody, versions: BulkVersions.optional() }),
    result: BulkResponse,
  }),
  removeMany: endpoint('DELETE /reference/:name/value', {
    access: administerAccess,
    body: z.strictObject({ ids: BulkIds }),
    result: BulkResponse,
  }),
} as const;
