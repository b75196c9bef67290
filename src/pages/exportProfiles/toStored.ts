import type { ExportProfile } from '#contract/exportProfiles.ts';

/** A stored profile as the content and version that an editor begins with. */
export const toStored = ({ resource, name, file, columns, version }: ExportProfile) => ({
  content: { resource, name, file, columns },
  version,
});
