import { usePreparedUploads, useRemovePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { LinkButton } from '#ui/Button.tsx';
import { SavedItemList } from './SavedItemList.tsx';

/** The user's uploads that have not been imported yet. */
export const PreparedUploads = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const t = useT();
  const { moment } = useFormats();
  const reading = usePreparedUploads();
  return (
    <SavedItemList
      texts="uploads"
      items={reading.data?.map(({ id, file_name, created_at, expires_at }) => ({
        id,
        name: file_name,
        title: <LinkButton onClick={() => onOpen(id)}>{file_name}</LinkButton>,
        about: t('importPage.prepared.keptUntil', { at: moment(created_at), until: moment(expires_at) }),
      }))}
      reading={reading}
      removal={useRemovePreparedImport()}
    />
  );
};
