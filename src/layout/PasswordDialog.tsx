import { Form, useInput, useNotify } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { endpoints } from '#contract/endpoints.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { OwnPassword } from '#contract/session.ts';
import { useApi } from '#providers/http/ApiContext.tsx';
import { ApiError } from '#providers/http/errors.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { refusalOf } from '#providers/reporting/notices.ts';
import { bodyResolverOf } from '#resources/form/resolver.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { FaultFocus } from '#ui/FocusFirstError.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './PasswordDialog.module.css';

const NAMES = ['old_password', 'password', 'password_confirmation'] as const;
const empty = Object.fromEntries(NAMES.map(name => [name, '']));

/** §3, own account: the old password, the new one and its confirmation. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const submit = useChange(onClose);
  return (
    <DialogFrame title={t('shell.password.title')} onClose={onClose}>
      <Form
        defaultValues={empty}
        onSubmit={submit}
        resolver={bodyResolverOf(OwnPassword, t)}
        disableInvalidFormNotification
        noValidate
      >
        <FaultFocus />
        <DialogBody action={<SubmitButton />}>
          <div className={styles['fields']}>
            <p>{t('shell.password.about')}</p>
            <Fault />
            <PasswordInput
              name="old_password"
              label={t('shell.password.old')}
              autoComplete="current-password"
              autoFocus
            />
            <PasswordInput
              name="password"
              label={t('shell.password.new')}
              hint={t('shell.password.hint', { min: MIN_PASSWORD_LENGTH })}
              autoComplete="new-password"
            />
            <PasswordInput
              name="password_confirmation"
              label={t('shell.password.confirmation')}
              autoComplete="new-password"
            />
          </div>
        </DialogBody>
      </Form>
    </DialogFrame>
  );
};

/** Sends the change; what the server has against it goes to its field, or to the form's own place. */
const useChange = (onDone: () => void) => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  return async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    try {
      await api(endpoints.auth.changePassword, { body: OwnPassword.parse(values) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const byField = Object.entries(error.errors).map(([name, texts]) => [name, texts.join('\n')] as const);
      if (byField.length > 0) return Object.fromEntries(byField);
      return { 'root.serverError': refusalOf(error, (key, given) => t(`errors.${key}`, given)) ?? t('errors.unknown') };
    }
    onDone();
    notify(t('shell.password.changed'), { type: 'success' });
    return undefined;
  };
};

/** What concerns no single field. */
const Fault = () => {
  const { errors } = useFormState();
  return (
    <p className={styles['fault']} role="alert">
      {errors.root?.['serverError']?.message}
    </p>
  );
};

const SubmitButton = () => {
  const t = useT();
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="contained" loading={isSubmitting}>
      {t('shell.password.change')}
    </Button>
  );
};

interface PasswordInputProps {
  name: (typeof NAMES)[number];
  label: string;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
}

const PasswordInput = ({ name, label, hint, ...given }: PasswordInputProps) => {
  const { field, fieldState, id } = useInput({ source: name });
  const { ref, ...input } = field;
  return (
    <TextField
      {...input}
      {...given}
      id={id}
      inputRef={ref}
      type="password"
      label={label}
      required
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
    />
  );
};
