import { z } from 'zod';
import { AbsentPage } from './absentProducts.ts';
import { endpoint } from './endpoint.ts';
import { ImportRun, importAccess } from './importing.ts';
import { ImportProfileDetails, ListedProfile, ProfileHistory, RestoreProfileBody } from './importProfiles.ts';
import { ReadSourceQuery, RemoveScheduleQuery, SaveScheduleBody, ScheduleDetails } from './importSchedules.ts';
import {
  AbsentQuery,
  ChangeProfileBody,
  ColumnTrialBody,
  ColumnTrialResult,
  CorrectionsPage,
  CorrectionsQuery,
  ImportProfile,
  NewProfile,
  PreparedChoices,
  PreparedImport,
  PreparedRows,
  PreparedRowsQuery,
  PreparedUploads,
  preparedLimits,
  SaveProfileBody,
  StartImportQuery,
  UnknownValuesPage,
  UnknownValuesQuery,
  UploadQuery,
} from './preparing.ts';

const imageArchiveEndpoints = () => ({
  /** Adds a zip file with images to a table, or replaces it. Only for callers who may change images of products. */
  addImages: endpoint('POST /products/import/nomenclature/prepared/:id/images', {
    access: importAccess,
    failsWithMessages: true,
    file: 'archive',
    result: PreparedImport,
  }),
  removeImages: endpoint('DELETE /products/import/nomenclature/prepared/:id/images', {
    access: importAccess,
    result: PreparedImport,
  }),
});

/** Uploaded tables with their owner's choices. They are stored until they are imported or expire. */
export const preparedImportEndpoints = () => ({
  list: endpoint('GET /products/import/nomenclature/prepared', { access: importAccess, result: PreparedUploads }),
  keep: endpoint('POST /products/import/nomenclature/prepared', {
    access: importAccess,
    failsWithMessages: true,
    query: UploadQuery,
    file: 'table',
    result: PreparedImport,
  }),
  read: endpoint('GET /products/import/nomenclature/prepared/:id', { access: importAccess, result: PreparedImport }),
  rows: endpoint('GET /products/import/nomenclature/prepared/:id/rows', {
    access: importAccess,
    query: PreparedRowsQuery,
    result: PreparedRows,
  }),
  /** Corrections of all cells with the same text come first, then corrections of single cells in row order. */
  corrections: endpoint('GET /products/import/nomenclature/prepared/:id/corrections', {
    access: importAccess,
    query: CorrectionsQuery,
    result: CorrectionsPage,
  }),
  change: endpoint('PUT /products/import/nomenclature/prepared/:id', {
    access: importAccess,
    body: PreparedChoices,
    result: PreparedImport,
  }),
  remove: endpoint('DELETE /products/import/nomenclature/prepared/:id', {
    access: importAccess,
    allowedWhenDiskFull: true,
    result: z.null(),
  }),
  ...imageArchiveEndpoints(),
  remember: endpoint('POST /products/import/nomenclature/prepared/:id/profile', {
    access: importAccess,
    body: SaveProfileBody,
    result: PreparedImport,
  }),
  /** All texts of a column that are not values of its field. */
  unknownValues: endpoint('GET /products/import/nomenclature/prepared/:id/values', {
    access: importAccess,
    query: UnknownValuesQuery,
    result: UnknownValuesPage,
  }),
  /** Expected products that are missing from the table, sorted by name. */
  absent: endpoint('GET /products/import/nomenclature/prepared/:id/absent', {
    access: importAccess,
    query: AbsentQuery,
    result: AbsentPage,
  }),
  /** Previews a column rule on the first rows without changing anything. */
  tryColumn: endpoint('POST /products/import/nomenclature/prepared/:id/trial', {
    access: importAccess,
    allowedWhenDiskFull: true,
    body: ColumnTrialBody,
    result: ColumnTrialResult,
  }),
  /** Imports an uploaded table with its owner's choices. */
  start: endpoint('POST /products/import/nomenclature/prepared/:id/start', {
    access: importAccess,
    failsWithMessages: true,
    query: StartImportQuery,
    result: ImportRun,
  }),
});

export const importProfileEndpoints = () => ({
  list: endpoint('GET /products/import/nomenclature/profiles', {
    access: importAccess,
    result: z.array(ListedProfile),
  }),
  read: endpoint('GET /products/import/nomenclature/profiles/:id', {
    access: importAccess,
    result: ImportProfileDetails,
  }),
  create: endpoint('POST /products/import/nomenclature/profiles', {
    access: importAccess,
    body: NewProfile,
    bodyBytes: preparedLimits.profileBytes,
    result: ImportProfile,
  }),
  change: endpoint('PUT /products/import/nomenclature/profiles/:id', {
    access: importAccess,
    body: ChangeProfileBody,
    bodyBytes: preparedLimits.profileBytes,
    result: ImportProfile,
  }),
  remove: endpoint('DELETE /products/import/nomenclature/profiles/:id', { access: importAccess, result: z.null() }),
  /** A profile in the form that `create` accepts, so that it can be moved to another installation. */
  exported: endpoint('GET /products/import/nomenclature/profiles/:id/export', {
    access: importAccess,
    raw: 'application/json',
  }),
  /** Newest first; the first one is the current version. */
  versions: endpoint('GET /products/import/nomenclature/profiles/:id/versions', {
    access: importAccess,
    result: ProfileHistory,
  }),
  /** Saves an earlier version as the newest one. */
  restore: endpoint('POST /products/import/nomenclature/profiles/:id/versions', {
    access: importAccess,
    body: RestoreProfileBody,
    result: ImportProfile,
  }),
  schedule: endpoint('GET /products/import/nomenclature/profiles/:id/schedule', {
    access: importAccess,
    result: ScheduleDetails,
  }),
  /**
   * Sets where the tables of the profile come from and when. The caller becomes the author of imports that start
   * automatically.
   */
  setSchedule: endpoint('PUT /products/import/nomenclature/profiles/:id/schedule', {
    access: importAccess,
    body: SaveScheduleBody,
    result: ScheduleDetails,
  }),
  removeSchedule: endpoint('DELETE /products/import/nomenclature/profiles/:id/schedule', {
    access: importAccess,
    query: RemoveScheduleQuery,
    result: ScheduleDetails,
  }),
  /** Reads the source as soon as a process is free. */
  readSource: endpoint('POST /products/import/nomenclature/profiles/:id/schedule/reading', {
    access: importAccess,
    query: ReadSourceQuery,
    result: ScheduleDetails,
  }),
});
