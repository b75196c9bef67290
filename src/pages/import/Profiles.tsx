import CloseIcon from '@mui/icons-material/Close';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useProfiles, useRemoveProfile } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { IconButton } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import styles from './Import.module.css';

/** The senders whose columns are remembered, for all who import. */
export const Profiles = () => {
  const t = useT();
  const api = useApi();
  const { moment } = useFormats();
  const notifyError = useNotifyError();
  const { data = [] } = useProfiles();
  const remove = useRemoveProfile();
  if (data.length === 0) return null;
  return (
    <section className={styles['kept']} aria-label={t('importPage.profiles.title')}>
      <h2>{t('importPage.profiles.title')}</h2>
      <ul>
        {data.map(({ id, name, updated_at, updated_by }) => (
          <li key={id}>
            {name}
            <small>{[updated_by, moment(updated_at)].filter(Boolean).join(', ')}</small>
            <DownloadButton
              variant="text"
              download={() => api.download(endpoints.importProfiles.exported, { params: { id } })}
              spareName={`profile-${id}.json`}
            >
              {t('importPage.profiles.export')}
            </DownloadButton>
            <IconButton
              aria-label={t('importPage.profiles.remove', { name })}
              title={t('importPage.profiles.remove', { name })}
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
