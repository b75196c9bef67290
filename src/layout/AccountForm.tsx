import { type ReactNode, useState } from 'react';
import { Form, useInput } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { ApiError } from '#providers/http/errors.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { getFormErrorText } from '#providers/reporting/notices.ts';
import { createBodyResolver } from '#resources/form/resolver.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { FocusFirstError } from '#ui/FocusFirstError.tsx';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
import styles from './AccountForm.module.css';

type FieldFailures = Record<string, string>;

interface AccountFormProps {
  title: string;
  submit: string;
  body: Parameters<typeof createBodyResolver>[0];
  defaultValues: Record<string, unknown>;
  /** @returns errors by field; undefined on success */
  onSubmit: (values: Record<string, unknown>) => Promise<FieldFailures | undefined>;
  onClose: () => void;
  children: ReactNode;
}

export const AccountForm = ({ title, submit, body, defaultValues, onSubmit, onClose, children }: AccountFormProps) => {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const send = async (values: Record<string, unknown>) => {
    setSending(true);
    return onSubmit(values).finally(() => setSending(false));
  };
  return (
    <DialogFrame title={title} onClose={isSending ? undefined : onClose}>
      <Form
        defaultValues={defaultValues}
        onSubmit={send}
        resolver={createBodyResolver(body, t)}
        disableInvalidFormNotification
        noValidate
      >
        <FocusFirstError />
        <DialogBody action={<SubmitButton text={submit} />}>
          <div className={styles['fields']}>{children}</div>
        </DialogBody>
      </Form>
    </DialogFrame>
  );
};

/** @returns errors by field, or null on success */
export const useAccountChange = () => {
  const t = useT();
  return async (change: () => Promise<unknown>): Promise<FieldFailures | null> => {
    try {
      await change();
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const messagesByField = Object.entries(error.errors).map(
        ([name, messages]) => [name, messages.join('\n')] as const,
      );
      if (messagesByField.length > 0) return Object.fromEntries(messagesByField);
      return {
        'root.serverError': getFormErrorText(error, (key, props) => t(`errors.${key}`, props)) ?? t('errors.unknown'),
      };
    }
  };
};

export const ErrorText = ({ children }: { children: ReactNode }) => (
  <p className={styles['fault']} role="alert">
    {children}
  </p>
);

export const FormErrorText = () => <ErrorText>{useFormState().errors.root?.['serverError']?.message}</ErrorText>;

const SubmitButton = ({ text }: { text: string }) => {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="contained" loading={isSubmitting}>
      {text}
    </Button>
  );
};

interface AccountInputProps extends Pick<TextFieldProps, 'type' | 'autoComplete' | 'autoFocus' | 'required'> {
  name: string;
  label: string;
  hint?: string;
  parse?: (value: string) => string | null;
}

export const AccountInput = ({ name, label, hint, parse = value => value, ...props }: AccountInputProps) => {
  const { field, fieldState, id } = useInput({ source: name, format: value => (value as string | null) ?? '', parse });
  const { ref, ...input } = field;
  return (
    <TextField
      {...input}
      {...props}
      id={id}
      inputRef={ref}
      label={label}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
    />
  );
};
