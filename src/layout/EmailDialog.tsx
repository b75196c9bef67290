import { useNotify } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import { OwnEmailBody } from '#contract/session.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { AccountForm, AccountInput, FormErrorText, useAccountChange } from './AccountForm.tsx';

const emptyForm = { email: '', password: '' };

export const EmailDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const change = useAccountChange();
  const save = async (values: Record<string, unknown>) => {
    const errors = await change(() => api(endpoints.auth.changeEmail, { body: OwnEmailBody.parse(values) }));
    if (errors) return errors;
    onClose();
    notify(t('shell.email.changed'), { type: 'success' });
    return undefined;
  };
  return (
    <AccountForm
      title={t('shell.email.title')}
      submit={t('shell.email.change')}
      body={OwnEmailBody}
      defaultValues={emptyForm}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('shell.email.about')}</p>
      <FormErrorText />
      <AccountInput name="email" type="email" label={t('shell.email.new')} autoComplete="email" required autoFocus />
      <AccountInput
        name="password"
        type="password"
        label={t('shell.password.old')}
        autoComplete="current-password"
        required
      />
    </AccountForm>
  );
};
