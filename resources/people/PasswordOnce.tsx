import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { COPIED_NOTICE } from '#contract/limits.ts';
import { useT } from '#providers/i18nProvider.ts';
import type { MadeProps } from '../schema/types.ts';
import { Button } from '../schema/ui/Button.tsx';
import styles from '../schema/ui/Secret.module.css';
import { TextField } from '../schema/ui/TextField.tsx';

/** §5: the password of a new user, which can be seen and copied now and never again. */
export const PasswordOnce = ({ shown, onClose }: MadeProps) => {
  const t = useT();
  const password = shown?.['password'] ?? null;
  const input = useRef<HTMLInputElement>(null);
  const copy = useCopy(input);
  return (
    // Escape or a click beside would lose what cannot be seen again.
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="password-once">
      <DialogTitle id="password-once">{t('people.password.title')}</DialogTitle>
      <DialogContent>
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
      </DialogContent>
      <DialogActions>
        {password !== null && (
          <Button variant="outlined" color="inherit" onClick={() => void copy(String(password))}>
            {t('people.password.copy')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('people.password.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Copies a text and says so for 1500 ms; where it cannot be copied, as on plain http, it is left selected. */
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
