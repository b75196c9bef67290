import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '#providers/http/errors.ts';
import { getFormErrorText } from '#providers/reporting/notices.ts';
import type { Translate } from './translate.ts';

type FormValues<Name extends string> = Readonly<Record<Name, string>>;

interface FormOptions<Name extends string> {
  t: Translate;
  /** Validators by field; they return a message, or an empty text if valid. */
  checks: Readonly<Record<Name, (input: HTMLInputElement, typed: FormValues<Name>) => string>>;
  submit: (typed: FormValues<Name>) => Promise<string>;
}

export interface SessionForm<Name extends string> {
  form: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: true };
  field: (name: Name) => {
    name: Name;
    value: string;
    error: boolean;
    fault: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  fill: (typed: FormValues<Name>) => void;
  error: string;
  isBusy: boolean;
  run: (work: () => Promise<string>) => void;
}

/** Minimal form state for the public pages, which should not load react-hook-form. */
export const useForm = <Name extends string>({ t, checks, submit }: FormOptions<Name>): SessionForm<Name> => {
  const names = Object.keys(checks) as Name[];
  const [typed, setTyped] = useState(() => Object.fromEntries(names.map(name => [name, ''])) as Record<Name, string>);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.values(faults).some(Boolean)) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);

  const attempt = async (work: () => Promise<string>): Promise<void> => {
    // The second click of a double click arrives before the button re-renders as busy.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      setError(await work());
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setFaults(Object.fromEntries(Object.entries(failure.errors).map(([name, texts]) => [name, texts.join('\n')])));
      setError(getFormErrorText(failure, (key, values) => t(`errors.${key}`, values)) ?? t('session.refused'));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUnderWay.current) return;
    const inputOf = (name: Name) => ref.current?.elements.namedItem(name) as HTMLInputElement;
    const found = Object.fromEntries(names.map(name => [name, checks[name](inputOf(name), typed)]));
    setError('');
    setFaults(found);
    if (!Object.values(found).some(Boolean)) void attempt(() => submit(typed));
  };
  return {
    form: { ref, onSubmit, noValidate: true },
    field: name => ({
      name,
      value: typed[name],
      error: Boolean(faults[name]),
      fault: faults[name] ?? '',
      onChange: ({ target }) => {
        setTyped(before => ({ ...before, [name]: target.value }));
        setFaults(before => ({ ...before, [name]: '' }));
      },
    }),
    fill: filled => {
      setTyped(filled);
      setFaults({});
    },
    error,
    isBusy,
    run: work => void attempt(work),
  };
};
