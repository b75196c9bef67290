import { useState } from 'react';
import { useNotify } from 'react-admin';
import { API_BASE } from '#contract/limits.ts';
import type { SyncProject } from '#contract/synchronization.ts';
import { useSyncCalls } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SecretField } from '#ui/SecretField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { config } from '../../config.ts';
import styles from './Synchronization.module.css';

interface KeyDialogProps {
  project: SyncProject;
  onClose: () => void;
}

/** The server stores only the key's hash, so a new key is displayed once. */
export const KeyDialog = ({ project, onClose }: KeyDialogProps) => {
  const t = useT();
  const { key, isBusy, createKey, drop } = useKeyActions(project, onClose);
  return (
    // While a key is shown, Escape and a click outside do nothing, because the key could not be shown again.
    <Dialog
      title={t('synchronization.key.title', { name: project.name })}
      size="medium"
      {...(key === null && !isBusy && { onClose })}
      className={styles['key']}
      isQuestion
      actions={
        project.has_key && (
          <Button disabled={isBusy} onClick={() => void drop()}>
            {t('synchronization.key.drop')}
          </Button>
        )
      }
      action={
        key !== null && (
          <Button variant="contained" disabled={isBusy} onClick={onClose}>
            {t('synchronization.key.done')}
          </Button>
        )
      }
    >
      <p>{t('synchronization.key.about')}</p>
      <TextField
        label={t('synchronization.key.address')}
        value={getFeedUrl(project.code)}
        readOnly
        onFocus={event => event.target.select()}
      />
      <p className={styles['muted']}>{t('synchronization.key.header')}</p>
      {key === null ? (
        <p>
          <Button variant="outlined" loading={isBusy} onClick={() => void createKey()}>
            {t(project.has_key ? 'synchronization.key.remake' : 'synchronization.key.make')}
          </Button>
          {project.has_key && <span className={styles['muted']}>{t('synchronization.key.remakeText')}</span>}
        </p>
      ) : (
        <>
          <SecretField label={t('synchronization.key.key')} text={key} />
          <p>{t('synchronization.key.once')}</p>
        </>
      )}
    </Dialog>
  );
};

/** The full address that a shop has to use, because the API may have a different origin. */
const getFeedUrl = (code: string): string =>
  new URL(`${config.apiBase || API_BASE}/feeds/${code}`, window.location.origin).href;

const useKeyActions = (project: SyncProject, onClose: () => void) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { makeKey, dropKey } = useSyncCalls();
  const [key, setKey] = useState<string | null>(null);
  // A second key would revoke the first, and the responses may arrive in either order.
  const [isBusy, setBusy] = useState(false);
  const withBusyState = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      if (!notifyError(error)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const createKey = () => withBusyState(async () => setKey((await makeKey(project.id)).key));
  const drop = () =>
    withBusyState(async () => {
      await dropKey(project.id);
      notify(t('synchronization.key.dropped'), { type: 'info' });
      onClose();
    });
  return { key, isBusy, createKey, drop };
};
