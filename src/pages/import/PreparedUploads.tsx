import type { PreparedImport } from '#contract/preparing.ts';
import { usePreparedUploads, useRemovePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { LinkButton } from '#ui/Button.tsx';
import { SavedItemList } from './SavedItemList.tsx';

/**
 * The user's uploads that have not been imported yet, and tables taken by schedules that wait until somebody approves
 * them.
 */
export const PreparedUploads = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const t = useT();
  const { moment } = useFormats();
  const uploadsQuery = usePreparedUploads();
  const aboutOf = (scheduled: PreparedImport['scheduled'], times: { at: string; until: string }): string =>
    scheduled
      ? t('importPage.schedule.waitsAbout', { ...times, name: scheduled.profile })
      : t('importPage.prepared.keptUntil', times);
  return (
    <SavedItemList
      messages="importPage.uploads"
      items={uploadsQuery.data?.map(({ id, file_name, created_at, expires_at, scheduled }) => ({
        id,
        name: file_name,
        title: <LinkButton onClick={() => onOpen(id)}>{file_name}</LinkButton>,
        description: aboutOf(scheduled, { at: moment(created_at), until: moment(expires_at) }),
      }))}
      query={uploadsQuery}
      removal={useRemovePreparedImport()}
    />
  );
};
