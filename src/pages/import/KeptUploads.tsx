import CloseIcon from '@mui/icons-material/Close';
import { usePreparedList, useRemovePrepared } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { IconButton, LinkButton } from '#ui/Button.tsx';
import styles from './Import.module.css';

/** Uploads of the user that were not imported yet. */
export const KeptUploads = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const t = useT();
  const { moment } = useFormats();
  const notifyError = useNotifyError();
  const { data = [] } = usePreparedList();
  const remove = useRemovePrepared();
  if (data.length === 0) return null;
  return (
    <section className={styles['kept']} aria-label={t('importPage.prepared.kept')}>
      <h2>{t('importPage.prepared.kept')}</h2>
      <ul>
        {data.map(({ id, file_name, created_at, expires_at }) => (
          <li key={id}>
            <LinkButton onClick={() => onOpen(id)}>{file_name}</LinkButton>
            <small>{t('importPage.prepared.keptUntil', { at: moment(created_at), until: moment(expires_at) })}</small>
            <IconButton
              aria-label={t('importPage.prepared.remove', { file: file_name })}
              title={t('importPage.prepared.remove', { file: file_name })}
              onClick={() => remove.mutate(id, { onError: error => notifyError(error) })}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
};
