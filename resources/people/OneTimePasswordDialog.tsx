import { LOGIN_PATH } from '#contract/addresses.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SecretField } from '#ui/SecretField.tsx';
import { useCopy } from '#ui/useCopy.ts';
import type { AfterCreateProps } from '../engine/types.ts';

/**
 * §5: shows the password of a new user, which cannot be shown again. Users can copy it alone, or with everything else
 * needed to sign in.
 */
export const OneTimePasswordDialog = ({ shownResult, record, onClose }: AfterCreateProps) => {
  const t = useT();
  const copy = useCopy();
  const password = shownResult?.['password'] ?? null;
  const failureText = t('people.password.copyFailed');
  const address = `${window.location.origin}${LOGIN_PATH}`;
  const all = t('people.password.all', { address, email: String(record['email']), password: String(password) });
  return (
    // There is no `onClose`, because after Escape or a click outside, the password could not be shown again.
    <Dialog
      title={t('people.password.title')}
      actions={<Button onClick={onClose}>{t('people.password.done')}</Button>}
      action={
        password !== null && (
          <Button
            variant="contained"
            onClick={() =>
              void copy(all, { copiedMessage: t('people.password.allCopied'), failureMessage: failureText })
            }
          >
            {t('people.password.copyAll')}
          </Button>
        )
      }
    >
      <p>{t(password === null ? 'people.password.lost' : 'people.password.once')}</p>
      {password !== null && (
        <SecretField
          label={t('resources.users.fields.password')}
          text={String(password)}
          messages={{ copiedMessage: t('people.password.copied'), failureMessage: failureText }}
        />
      )}
    </Dialog>
  );
};
