import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import { useState } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { useCommonPasswords } from '#providers/forms/useCommonPasswords.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { KindInputProps } from './view.ts';

/**
 * A write-only password. If the user leaves it empty, a new record gets a generated password, and an existing record
 * keeps its password.
 */
export const PasswordInput = ({ name, label, field: { readOnly: isClosed } }: KindInputProps<'password'>) => {
  const t = useT();
  const isNew = useRecordContext() === undefined;
  const [isShown, setShown] = useState(false);
  useCommonPasswords();
  const { field, fieldState, id } = useInput({
    source: name,
    format: value => (value as string | null | undefined) ?? '',
    parse: value => value || null,
  });
  const { ref, ...input } = field;
  const hint = isNew ? t('people.password.hintNew', { min: MIN_PASSWORD_LENGTH }) : t('people.password.hint');
  const generate = () => {
    field.onChange(generatePassword());
    setShown(true);
  };
  const toggle = t(isShown ? 'people.password.hide' : 'people.password.show');
  return (
    <TextField
      {...input}
      id={id}
      inputRef={ref}
      type={isShown ? 'text' : 'password'}
      label={label}
      disabled={isClosed}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      autoComplete="new-password"
      spellCheck={false}
      end={
        <>
          <IconButton disabled={isClosed} aria-label={toggle} title={toggle} onClick={() => setShown(!isShown)}>
            {isShown ? <HideIcon fontSize="small" /> : <ShowIcon fontSize="small" />}
          </IconButton>
          <Button disabled={isClosed} onClick={generate}>
            {t('people.password.invent')}
          </Button>
        </>
      }
    />
  );
};

/** Sixteen characters out of 64: 96 bits. */
const generatePassword = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => ALPHABET[byte % ALPHABET.length]).join('');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
