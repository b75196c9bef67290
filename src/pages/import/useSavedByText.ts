import type { ImportProfile } from '#contract/preparing.ts';
import { useFormats } from '#resources/engine/format.ts';

/** A text saying who last saved a profile, and when. */
export const useSavedByText = (): ((profile: ImportProfile) => string) => {
  const { moment } = useFormats();
  return ({ updated_by, updated_at }) => [updated_by, moment(updated_at)].filter(Boolean).join(', ');
};
