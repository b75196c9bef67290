import { type ExportColumn, type ExportResource, type NewExportProfile, stockFile } from '#contract/exportProfiles.ts';

export const createEmptyProfile = (resource: ExportResource): NewExportProfile => ({
  resource,
  name: '',
  file: { type: 'xlsx', ...stockFile },
  columns: [],
});

export const createColumn = (heading: string, field: string | null): ExportColumn => ({
  heading,
  field,
  constant: '',
  format: null,
});
