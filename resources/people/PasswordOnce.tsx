import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { COPIED_NOTICE } from '#contract/limits.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from '#ui/Secret.module.css';
import { TextField } from '#ui/TextField.tsx';
import type { MadeProps } from '../engine/types.ts';

/** §5: shows the password of a new user, which can be copied now and never again. */
export const PasswordOnce = ({ shown, onClose }: MadeProps) => {
  const t = useT();
  const password = shown?.['password'] ?? null;
  const input = useRef<HTMLInputElement>(null);
  const copy = useCopy(input);
  return (
    // No `onClose`: Escape or a click outside would lose what cannot be shown again.
    <Dialog
      title={t('people.password.title')}
      actions={
        password !== null && (
          <Button variant="outlined" onClick={() => void copy(String(password))}>
            {t('people.password.copy')}
          </Button>
        )
      }
      action={
        <Button variant="contained" onClick={onClose}>
          {t('people.password.done')}
        </Button>
      }
    >
      <p>{t(password === null ? 'people.password.lost' : 'people.password.once')}</p>
      {password !== null && (
        <div className={styles['secret']}>
          <TextField
            autoFocus
            value={String(password)}
            inputRef={input}
            label={t('resources.users.fields.password')}
            onFocus={({ target }) => target.select()}
            readOnly
            spellCheck={false}
            autoComplete="off"
          />
        </div>
      )}
    </Dialog>
  );
};

/** Copies a text and confirms it for 1500 ms; where the clipboard is missing, as on plain http, the text is selected instead. */
const useCopy = (input: { current: HTMLInputElement | null }) => {
  const t = useT();
  const notify = useNotify();
  return async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(t('people.password.copied'), { type: 'success', autoHideDuration: COPIED_NOTICE });
    } catch {
      notify(t('people.password.copyFailed'), { type: 'warning' });
      input.current?.focus();
      input.current?.select();
    }
  };
};
