import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { COPIED_NOTICE } from '#contract/limits.ts';
import { useT } from '#providers/i18nProvider.ts';

/** A text that is seen once, to be copied; where it cannot be, as on plain http, it is left selected. */
export const Secret = ({ label, text }: { label: string; text: string }) => {
  const t = useT();
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(t('shell.copied'), { type: 'success', autoHideDuration: COPIED_NOTICE });
    } catch {
      notify(t('shell.copyFailed'), { type: 'warning' });
      input.current?.focus();
      input.current?.select();
    }
  };
  return (
    <>
      <TextField
        fullWidth
        margin="dense"
        autoFocus
        value={text}
        inputRef={input}
        label={label}
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off' } }}
      />
      <Button variant="outlined" color="inherit" onClick={() => void copy()}>
        {t('shell.copy')}
      </Button>
    </>
  );
};
