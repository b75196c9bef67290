import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import styles from './Form.module.css';
import { createEmailCheck, EmailField, FormError, PasswordField } from './fields.tsx';
import type { Translate } from './translate.ts';
import { type SessionForm, useForm } from './useForm.ts';

type FieldName = 'email' | 'password';

export const useSignInForm = (
  t: Translate,
  submit: (values: Readonly<Record<FieldName, string>>) => Promise<string>,
): SessionForm<FieldName> =>
  useForm<FieldName>({
    t,
    checks: { email: createEmailCheck(t), password: ({ value }) => (value ? '' : t('session.passwordEmpty')) },
    submit,
  });

interface SignInFormProps {
  t: Translate;
  state: SessionForm<FieldName>;
  children: (fields: ReactNode, enter: ReactNode) => ReactNode;
}

export const SignInForm = ({ t, state, children }: SignInFormProps) => (
  <form {...state.form} className={styles['form']} aria-label={t('session.signIn')}>
    {children(
      <>
        <FormError>{state.error}</FormError>
        <EmailField t={t} {...state.field('email')} autoFocus />
        <PasswordField
          t={t}
          {...state.field('password')}
          label={t('session.password')}
          autoComplete="current-password"
        />
      </>,
      <Button type="submit" id="enter" variant="contained" loading={state.isBusy}>
        {t('session.enter')}
      </Button>,
    )}
  </form>
);
