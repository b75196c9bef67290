import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { Form, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type Fields, initialValue } from '#contract/fields.ts';
import { nested, valueAt } from '#contract/values.ts';
import { formErrorsOf } from '#providers/httpError.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { createAddress, editAddress, listAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import { FaultFocus } from '../ui/FaultFocus.tsx';
import { Page } from '../ui/Page.tsx';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';
import { FieldsForm } from './FieldsForm.tsx';
import { KeepTyped, useKeeper } from './KeepTyped.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LeftNote } from './LeftNote.tsx';
import { resolverOf, writableNames } from './resolver.ts';
import { FORM_ID, useSaveShortcut } from './SaveBar.tsx';
import { useCreateOnce } from './useCreateOnce.ts';

/** The form of a new record; one POST however often it is submitted. */
export const CreateScreen = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const notify = useNotify();
  const tell = useTellFailure();
  const navigate = useNavigate();
  const labels = useLabels(definition.name);
  const { collection } = definition;
  const isUnderWay = useRef(false);
  const isDone = useRef(false);
  const create = useCreateOnce(definition);
  const { place, keeper } = useKeeper(definition.name, null);
  const names = writableNames(collection.fields);
  const [baseline] = useState(() => initialValues(collection.fields));

  const submit = async (values: Record<string, unknown>) => {
    // The second click of a double one comes before the button is drawn as busy.
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    try {
      const made = await create(nested(Object.fromEntries(names.map(name => [name, valueAt(values, name)]))));
      isDone.current = true;
      await keeper.forget();
      notify(t('shell.created', { name: definition.represent(made) }), { type: 'success' });
      await navigate(editAddress(definition, made.id), { replace: true });
    } catch (error) {
      const errors = formErrorsOf(error);
      if (errors) notify(t('shell.notSaved'), { type: 'error' });
      else if (!tell(error)) throw error;
      return errors ?? undefined;
    } finally {
      isUnderWay.current = false;
    }
    return undefined;
  };

  return (
    <Page title={`${t('shell.newRecord')}: ${labels.one.toLowerCase()}`}>
      <Form
        defaultValues={baseline}
        onSubmit={submit}
        resolver={resolverOf(collection.create, collection.fields, t)}
        noValidate
        id={FORM_ID}
      >
        <FaultFocus />
        <KeepTyped {...{ definition, keeper, baseline }} />
        <LeftNote definition={definition} place={place} />
        <FieldsForm definition={definition} names={formNames(definition)} />
        <CreateActions definition={definition} />
        <LeaveGuard
          staysAt={pathname => pathname === createAddress(definition)}
          {...{ collection, baseline, keeper }}
          isReleased={isDone}
        />
      </Form>
    </Page>
  );
};

const CreateActions = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const navigate = useNavigate();
  const { formState } = useFormContext();
  useSaveShortcut(!formState.isSubmitting);
  return (
    <div className={styles['saveBar']} data-create>
      <p />
      <Button color="inherit" onClick={() => void navigate(listAddress(definition.name))}>
        {t('shell.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={formState.isSubmitting}>
        {t('shell.create')}
      </Button>
    </div>
  );
};

/** Of the declared fields alone: attributes come while the form is open. */
const initialValues = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { readOnly, label }]) => !readOnly && !label)
      .map(([name, field]) => [name, initialValue(field)]),
  );

/** The fields of every tab that lists some, the fullest tab first, else those of the contract. */
const formNames = ({ tabs, collection }: Definition): readonly string[] => {
  const listed = Object.values(tabs ?? {})
    .map(({ shows }) => shows)
    .filter(shows => Array.isArray(shows));
  if (listed.length === 0) return writableNames(collection.fields);
  return listed
    .toSorted((a, b) => b.length - a.length)
    .flat()
    .filter(name => collection.fields[name]);
};
