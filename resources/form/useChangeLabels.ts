import { useT } from '#providers/locale/i18nProvider.ts';
import { useProfile } from '#providers/session/profile.ts';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { EditedRecord } from './useSave.ts';

export const useChangeLabels = ({ name }: Pick<Definition, 'name'>) => {
  const t = useT();
  const { moment } = useFormats();
  const labels = useLabels(name);
  const profile = useProfile();
  return {
    /** Joined by semicolons, because labels contain commas («Вес, кг»). */
    namesOf: (fields: readonly string[]): string => fields.map(labels.field).join('; '),
    who: ({ updated_at, updated_by }: EditedRecord): string =>
      t('editing.who', {
        name: updated_by?.id === profile?.id ? t('editing.you') : (updated_by?.name ?? t('editing.somebody')),
        when: moment(updated_at),
      }),
  };
};
