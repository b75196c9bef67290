import Button from '@mui/material/Button';
import { useRef } from 'react';
import { Form, useCreate, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { initialValue } from '#contract/fields.ts';
import { formErrorsOf } from '#providers/httpError.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { editAddress, listAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import { Page } from '../ui/Page.tsx';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';
import { FieldsForm } from './FieldsForm.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { resolverOf, writableNames } from './resolver.ts';
import { useSaveShortcut } from './SaveBar.tsx';
import type { EditedRecord } from './useSave.ts';

/** The form of a new record; one POST however often it is submitted. */
export const CreateScreen = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const notify = useNotify();
  const tell = useTellFailure();
  const navigate = useNavigate();
  const labels = useLabels(definition.name);
  const { fields, create: schema } = definition.collection;
  const sent = useRef({ key: '', body: '' });
  const isUnderWay = useRef(false);
  const isDone = useRef(false);
  const [create, { isPending }] = useCreate<EditedRecord, Error>();
  const names = writableNames(fields);
  const initial = Object.fromEntries(names.map(name => [name, initialOf(definition, name)]));

  const submit = async (values: Record<string, unknown>) => {
    // The second click of a double one comes before the button is drawn as busy.
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    const data = Object.fromEntries(names.map(name => [name, values[name]]));
    const body = JSON.stringify(data);
    // The same form sent again after a lost answer is the same write; another text is another one.
    if (sent.current.body !== body) sent.current = { key: newKey(), body };
    try {
      const made = await create(
        definition.name,
        { data, meta: { idempotencyKey: sent.current.key } },
        { returnPromise: true },
      );
      if (!made) return undefined;
      isDone.current = true;
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
      <Form defaultValues={initial} onSubmit={submit} resolver={resolverOf(schema, fields, t)} noValidate id="record">
        <FieldsForm definition={definition} names={formNames(definition)} />
        <CreateActions definition={definition} isPending={isPending} />
        <LeaveGuard
          within={`${listAddress(definition.name)}/new/`}
          collection={definition.collection}
          baseline={initial}
          isReleased={isDone}
        />
      </Form>
    </Page>
  );
};

const CreateActions = ({ definition, isPending }: { definition: Definition; isPending: boolean }) => {
  const t = useT();
  const navigate = useNavigate();
  const { formState } = useFormContext();
  useSaveShortcut(!isPending);
  return (
    <div className={styles['saveBar']} data-create>
      <p />
      <Button color="inherit" onClick={() => void navigate(listAddress(definition.name))}>
        {t('shell.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={isPending || formState.isSubmitting}>
        {t('shell.create')}
      </Button>
    </div>
  );
};

const initialOf = ({ collection }: Definition, name: string): unknown => {
  const field = collection.fields[name];
  return field ? initialValue(field) : null;
};

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

/** Marks a form's one POST; `crypto.randomUUID` does not exist on plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');
