import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Secret } from '#ui/Secret.tsx';
import type { AfterCreateProps } from '../engine/types.ts';

/** §5: shows the password of a new user, which can be copied now and never again. */
export const OneTimePasswordDialog = ({ shown, onClose }: AfterCreateProps) => {
  const t = useT();
  const password = shown?.['password'] ?? null;
  return (
    // No `onClose`: Escape or a click outside would lose what cannot be shown again.
    <Dialog
      title={t('people.password.title')}
      action={
        <Button variant="contained" onClick={onClose}>
          {t('people.password.done')}
        </Button>
      }
    >
      <p>{t(password === null ? 'people.password.lost' : 'people.password.once')}</p>
      {password !== null && (
        <Secret
          label={t('resources.users.fields.password')}
          text={String(password)}
          messages={{ copied: t('people.password.copied'), failed: t('people.password.copyFailed') }}
        />
      )}
    </Dialog>
  );
};
