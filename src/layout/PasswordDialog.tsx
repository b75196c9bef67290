import { useNotify } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { OwnPasswordBody } from '#contract/session.ts';
import { useCommonPasswords } from '#providers/forms/useCommonPasswords.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { AccountForm, AccountInput, FormErrorText, useAccountChange } from './AccountForm.tsx';

const emptyForm = { old_password: '', password: '', password_confirmation: '' };

export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const change = useAccountChange();
  useCommonPasswords();
  const save = async (values: Record<string, unknown>) => {
    const errors = await change(() => api(endpoints.auth.changePassword, { body: OwnPasswordBody.parse(values) }));
    if (errors) return errors;
    onClose();
    notify(t('shell.password.changed'), { type: 'success' });
    return undefined;
  };
  return (
    <AccountForm
      title={t('shell.password.title')}
      submit={t('shell.password.change')}
      body={OwnPasswordBody}
      defaultValues={emptyForm}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('shell.password.about')}</p>
      <FormErrorText />
      <AccountInput
        name="old_password"
        type="password"
        label={t('shell.password.old')}
        autoComplete="current-password"
        required
        autoFocus
      />
      <AccountInput
        name="password"
        type="password"
        label={t('shell.password.new')}
        hint={t('shell.password.hint', { min: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        required
      />
      <AccountInput
        name="password_confirmation"
        type="password"
        label={t('shell.password.confirmation')}
        autoComplete="new-password"
        required
      />
    </AccountForm>
  );
};
