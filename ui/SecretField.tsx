import { useRef } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from './Button.tsx';
import styles from './SecretField.module.css';
import { TextField } from './TextField.tsx';
import { useCopy } from './useCopy.ts';

interface SecretFieldProps {
  label: string;
  text: string;
  messages?: { copiedMessage: string; failureMessage: string };
}

/**
 * A value that is shown once, with a copy button. Where the clipboard is not available (plain http), it selects the
 * text instead.
 */
export const SecretField = ({ label, text, messages }: SecretFieldProps) => {
  const t = useT();
  const copyText = useCopy();
  const input = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    if (await copyText(text, messages ?? { copiedMessage: t('shell.copied'), failureMessage: t('shell.copyFailed') }))
      return;
    input.current?.focus();
    input.current?.select();
  };
  return (
    <>
      <div className={styles['secret']}>
        <TextField
          autoFocus
          value={text}
          inputRef={input}
          label={label}
          onFocus={({ target }) => target.select()}
          readOnly
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      <Button variant="outlined" onClick={() => void copy()}>
        {t('shell.copy')}
      </Button>
    </>
  );
};
