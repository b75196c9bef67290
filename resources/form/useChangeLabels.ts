import { useT } from '#providers/locale/i18nProvider.ts';
import { useProfile } from '#providers/session/profile.ts';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useEditorName } from '../engine/useEditorName.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { EditedRecord } from './useSave.ts';

export const useChangeLabels = ({ name }: Pick<Definition, 'name'>) => {
  const t = useT();
  const { moment } = useFormats();
  const labels = useLabels(name);
  const profile = useProfile();
  const nameOf = useEditorName();
  /** Excludes changes that an actor made in this user's name. */
  const isOwn = (editor: EditedRecord['updated_by']): boolean =>
    editor?.id === profile?.id && editor?.acted_by?.id === profile?.acted_by?.id;
  return {
    /** Joined by semicolons, because labels contain commas («Вес, кг»). */
    namesOf: (fields: readonly string[]): string => fields.map(labels.field).join('; '),
    who: ({ updated_at, updated_by }: EditedRecord): string =>
      t('editing.who', {
        name: isOwn(updated_by) ? t('editing.you') : updated_by ? nameOf(updated_by) : t('editing.somebody'),
        when: moment(updated_at),
      }),
  };
};
