import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './Form.module.css';
import type { Translate } from './translate.ts';
import type { SessionForm } from './useForm.ts';

interface FieldProps extends ReturnType<SessionForm<string>['field']> {
  t: Translate;
  autoFocus?: boolean;
}

export const createEmailCheck =
  (t: Translate) =>
  ({ validity }: HTMLInputElement): string => {
    if (validity.valueMissing) return t('session.emailEmpty');
    return validity.valid ? '' : t('session.invalidEmail');
  };

export const EmailField = ({ t, errorText, ...field }: FieldProps) => (
  <TextField
    {...field}
    label={t('session.email')}
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
    helperText={errorText}
  />
);

interface PasswordFieldProps extends FieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
}

/**
 * A password that users can reveal. Warns about Caps Lock and the Russian keyboard layout, which are common reasons for
 * rejected passwords.
 */
export const PasswordField = ({ t, errorText, ...field }: PasswordFieldProps) => {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [hint, setHint] = useState('');
  const detectCapsLock = (event: FormEvent<HTMLElement> | KeyboardEvent<HTMLElement>): void => {
    const { value } = event.target as HTMLInputElement;
    const isCapsLock = 'getModifierState' in event && event.getModifierState('CapsLock');
    setHint(/[а-яё]/i.test(value) ? t('session.passwordCyrillic') : isCapsLock ? t('session.capsLock') : '');
  };
  return (
    <div>
      <TextField
        {...field}
        id={id}
        type={isShown ? 'text' : 'password'}
        required
        helperText={errorText}
        onInput={detectCapsLock}
        onKeyUp={detectCapsLock}
        end={
          <Button className={styles['reveal']} aria-controls={id} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'session.hidePassword' : 'session.showPassword')}
          </Button>
        }
      />
      <p className={styles['hint']} role="status">
        {hint}
      </p>
    </div>
  );
};

/** Errors that do not belong to a field, such as a network failure. */
export const FormError = ({ children }: { children: string }) => (
  <p className={styles['error']} role="alert">
    {children}
  </p>
);
