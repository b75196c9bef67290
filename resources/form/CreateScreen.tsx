import { createElement, useRef, useState } from 'react';
import { Form, useCanAccess, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type Fields, getInitialValue } from '#contract/fields.ts';
import { getValueAt, nestValues } from '#contract/values.ts';
import type { FormAutosaver } from '#providers/forms/formAutosave.ts';
import { getFormErrors } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { SAVE_NOTICE_GROUP } from '#providers/reporting/notices.ts';
import { useService } from '#providers/ServicesContext.ts';
import { takeSecrets } from '#providers/session/oneTimeSecret.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { FocusFirstError } from '#ui/FocusFirstError.tsx';
import { Page } from '#ui/Page.tsx';
import { getCreatePath, getListPath } from '../engine/resourcePaths.ts';
import type { AfterCreateProps, Definition } from '../engine/types.ts';
import { useReadOnlyReason } from '../engine/useCurrentUser.ts';
import { useLabels } from '../engine/useLabels.ts';
import { AutosaveForm, useFormAutosaver } from './AutosaveForm.tsx';
import styles from './Editor.module.css';
import { useRecordPath } from './editorPaths.ts';
import { FieldsForm } from './FieldsForm.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { listWritableNames } from './resolver.ts';
import { FORM_ID, useSaveShortcut } from './SaveBar.tsx';
import { UnsavedDraftNotice } from './UnsavedDraftNotice.tsx';
import { useCreateOnce } from './useCreateOnce.ts';
import { useRecordResolver } from './useRecordResolver.ts';
import type { EditedRecord } from './useSave.ts';

export const CreateScreen = ({ definition }: { definition: Definition }) => {
  const labels = useLabels(definition.name);
  const { collection } = definition;
  const { form, autosaver } = useFormAutosaver(definition.name, null);
  const { submit, isDone, created, leave } = useCreate(definition, autosaver);
  const closedReason = useReadOnlyReason(definition, null);
  const [baseline] = useState(() => getInitialValues(collection.fields));
  return (
    <Page title={labels.create}>
      <Form
        defaultValues={baseline}
        onSubmit={submit}
        resolver={useRecordResolver(definition, { schema: collection.create })}
        noValidate
        id={FORM_ID}
      >
        <FocusFirstError />
        <AutosaveForm {...{ definition, autosaver, baseline }} />
        <UnsavedDraftNotice definition={definition} form={form} />
        {closedReason && <ReadOnlyNotice isWholeRecord reasonKey={closedReason} />}
        <fieldset className={styles['body']} disabled={closedReason !== null}>
          <FieldsForm definition={definition} names={listFormFields(definition)} />
        </fieldset>
        <CreateActions definition={definition} isOpen={closedReason === null} />
        <LeaveGuard
          staysAt={pathname => pathname === getCreatePath(definition)}
          {...{ collection, baseline, autosaver }}
          isReleased={isDone}
        />
      </Form>
      {created &&
        definition.afterCreate &&
        createElement(definition.afterCreate, { ...created, onClose: () => void leave(created.record) })}
    </Page>
  );
};

const useCreate = (definition: Definition, autosaver: FormAutosaver) => {
  const { canAccess: canShow } = useCanAccess({ resource: definition.name, action: 'show' });
  const notify = useNotify();
  const notifyError = useNotifyError(SAVE_NOTICE_GROUP);
  const written = useService('written');
  const navigate = useNavigate();
  const labels = useLabels(definition.name);
  const { name, collection } = definition;
  const getRecordPath = useRecordPath();
  const isUnderWay = useRef(false);
  const isDone = useRef(false);
  const create = useCreateOnce(definition);
  const [created, setCreated] = useState<{ record: EditedRecord; shownResult: AfterCreateProps['shownResult'] } | null>(
    null,
  );
  const names = listWritableNames(collection.fields);

  const leave = async ({ id }: EditedRecord): Promise<void> => {
    const address = canShow ? getRecordPath(name, id) : getListPath(name);
    await navigate(address, { replace: true });
  };
  const submit = async (values: Record<string, unknown>) => {
    // The second click of a double click arrives before the button is disabled.
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    try {
      const record = await create(nestValues(Object.fromEntries(names.map(name => [name, getValueAt(values, name)]))));
      isDone.current = true;
      await autosaver.discard();
      notify(labels.resultMessage('created', definition.represent(record)), {
        type: 'success',
        group: SAVE_NOTICE_GROUP,
        batchId: written.take(record),
      });
      // Read here rather than during render, because reading removes the secret and a second render would get nothing.
      if (definition.afterCreate) setCreated({ record, shownResult: takeSecrets(name, record.id) });
      else await leave(record);
    } catch (error) {
      const errors = getFormErrors(error);
      if (!errors && !notifyError(error)) throw error;
      return errors ?? undefined;
    } finally {
      isUnderWay.current = false;
    }
    return undefined;
  };
  return { submit, isDone, created, leave };
};

const CreateActions = ({ definition, isOpen }: { definition: Definition; isOpen: boolean }) => {
  const t = useT();
  const navigate = useNavigate();
  const { formState } = useFormContext();
  useSaveShortcut(isOpen && !formState.isSubmitting);
  return (
    <BottomBar>
      <Button onClick={() => void navigate(getListPath(definition.name))}>{t('shell.cancel')}</Button>
      <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={!isOpen}>
        {t('shell.create')}
      </Button>
    </BottomBar>
  );
};

/** Declared fields only: attributes may load while the form is open. */
const getInitialValues = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { readOnly, label }]) => !readOnly && !label)
      .map(([name, field]) => [name, getInitialValue(field)]),
  );

const listFormFields = ({ tabs, fields, collection }: Definition): readonly string[] => {
  if (fields) return fields.filter(name => !collection.fields[name]?.readOnly);
  const tabFields = Object.values(tabs ?? {})
    .map(({ fields }) => fields)
    .filter(fields => Array.isArray(fields));
  if (tabFields.length === 0) return listWritableNames(collection.fields);
  return tabFields
    .toSorted((a, b) => b.length - a.length)
    .flat()
    .filter(name => collection.fields[name]);
};
