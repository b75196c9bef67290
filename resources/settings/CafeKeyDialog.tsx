import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SecretField } from '#ui/SecretField.tsx';

type Cafe = ResourceRecord<'settings/cafe'>;

/** Creates a key after a confirmation and shows it once, because it cannot be read again. */
export const CafeKeyDialog = ({ cafe, onClose }: { cafe: Cafe; onClose: () => void }) => {
  const t = useT();
  const api = useApi();
  const notifyError = useNotifyError();
  const client = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  // A second key would revoke the first, and the responses may arrive in either order.
  const [isCreatingKey, setCreatingKey] = useState(false);
  const createKey = async () => {
    setCreatingKey(true);
    try {
      setKey((await api(endpoints.cafes.makeKey, { params: { id: cafe.id } })).key);
      void client.invalidateQueries({ queryKey: ['settings/cafe'] });
    } catch (error) {
      if (!notifyError(error)) throw error;
    } finally {
      setCreatingKey(false);
    }
  };
  return (
    // While a key is shown, Escape and a click outside do nothing, because the key could not be shown again.
    <Dialog
      title={t('sending.key.of', { name: cafe.name })}
      size="medium"
      {...(key === null && !isCreatingKey && { onClose })}
      actions={
        key === null && (
          <Button variant="outlined" loading={isCreatingKey} onClick={() => void createKey()}>
            {t(cafe.has_key ? 'sending.key.remake' : 'sending.key.make')}
          </Button>
        )
      }
      action={
        key !== null && (
          <Button variant="contained" onClick={onClose}>
            {t('sending.key.done')}
          </Button>
        )
      }
    >
      <p>{t('sending.key.about')}</p>
      {key === null ? (
        cafe.has_key && <p>{t('sending.key.remakeText')}</p>
      ) : (
        <>
          <SecretField label={t('sending.key.key')} text={key} />
          <p>{t('sending.key.once')}</p>
        </>
      )}
    </Dialog>
  );
};
