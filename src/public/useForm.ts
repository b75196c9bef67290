import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '#providers/http/errors.ts';
import { getFormErrorText } from '#providers/reporting/notices.ts';
import type { Translate } from './translate.ts';

type FormValues<Name extends string> = Readonly<Record<Name, string>>;

interface FormOptions<Name extends string> {
  t: Translate;
  /** Validators by field; they return a message, or an empty text if valid. */
  checks: Readonly<Record<Name, (input: HTMLInputElement, values: FormValues<Name>) => string>>;
  submit: (values: FormValues<Name>) => Promise<string>;
}

export interface SessionForm<Name extends string> {
  form: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: true };
  field: (name: Name) => {
    name: Name;
    value: string;
    error: boolean;
    errorText: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  fill: (values: FormValues<Name>) => void;
  error: string;
  isBusy: boolean;
  run: (request: () => Promise<string>) => void;
}

/** Minimal form state for the public pages, which should not load react-hook-form. */
export const useForm = <Name extends string>({ t, checks, submit }: FormOptions<Name>): SessionForm<Name> => {
  const names = Object.keys(checks) as Name[];
  const [values, setValues] = useState(() => Object.fromEntries(names.map(name => [name, ''])) as Record<Name, string>);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const { errors, setErrors, refuse } = useFieldErrors(ref);

  const attempt = async (request: () => Promise<string>): Promise<void> => {
    // The second click of a double click arrives before the button re-renders as busy.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      setError(await request());
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      refuse(Object.fromEntries(Object.entries(failure.errors).map(([name, messages]) => [name, messages.join('\n')])));
      setError(getFormErrorText(failure, (key, values) => t(`errors.${key}`, values)) ?? t('session.refused'));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUnderWay.current) return;
    const getInput = (name: Name) => ref.current?.elements.namedItem(name) as HTMLInputElement;
    const foundErrors = Object.fromEntries(names.map(name => [name, checks[name](getInput(name), values)]));
    setError('');
    refuse(foundErrors);
    if (!Object.values(foundErrors).some(Boolean)) void attempt(() => submit(values));
  };
  return {
    form: { ref, onSubmit, noValidate: true },
    field: name => ({
      name,
      value: values[name],
      error: Boolean(errors[name]),
      errorText: errors[name] ?? '',
      onChange: ({ target }) => {
        setValues(before => ({ ...before, [name]: target.value }));
        setErrors(before => ({ ...before, [name]: '' }));
      },
    }),
    fill: filledValues => {
      setValues(filledValues);
      setErrors({});
    },
    error,
    isBusy,
    run: request => void attempt(request),
  };
};

type FieldErrors = Readonly<Record<string, string>>;

/** Only an attempt moves the focus. Typing removes an error, too, and has to go on in its field. */
const useFieldErrors = (form: RefObject<HTMLFormElement | null>) => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusedErrors, setRefusedErrors] = useState(errors);
  useEffect(() => {
    if (Object.values(refusedErrors).some(Boolean))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form, refusedErrors]);
  const refuse = (found: FieldErrors): void => {
    setErrors(found);
    setRefusedErrors(found);
  };
  return { errors, setErrors, refuse };
};
