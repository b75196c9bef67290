import type { ImportProfile } from '#contract/preparing.ts';
import { useFormats } from '#resources/engine/format.ts';

/** Returns a text with the user who last saved a profile, and the time. */
export const useSavedByText = (): ((profile: Pick<ImportProfile, 'updated_by' | 'updated_at'>) => string) => {
  const { moment } = useFormats();
  return ({ updated_by, updated_at }) => [updated_by, moment(updated_at)].filter(Boolean).join(', ');
};
