import { createElement } from 'react';
import { Form } from 'react-admin';
import { writersOf } from '#contract/collection.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import type { Definition } from '../types.ts';
import { usePageTitle } from '../ui/Page.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import styles from './Editor.module.css';
import { EditorHeader } from './EditorHeader.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { FieldsForm } from './FieldsForm.tsx';
import { FormReach } from './FormReach.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { resolverOf } from './resolver.ts';
import { SaveBar } from './SaveBar.tsx';
import { StaleNote } from './StaleNote.tsx';
import { useEditedRecord } from './useEditedRecord.ts';
import type { EditedRecord } from './useSave.ts';

interface RecordEditorProps {
  definition: Definition;
  /** The record as it was when the editor was opened. */
  opened: EditedRecord;
  /** The record as the server has it now; never moves the form by itself. */
  current: EditedRecord;
  tab: string | null;
}

/** The form of a record over all its tabs, with everything that may happen to it. */
export const RecordEditor = ({ definition, opened, current, tab }: RecordEditorProps) => {
  const t = useT();
  const may = useCan();
  const { collection } = definition;
  const { fields, update } = collection;
  const { form, baseline, isSaving, conflict, submit, take, closeConflict } = useEditedRecord(definition, opened);
  usePageTitle(definition.represent(baseline));
  const isStale = current.version > baseline.version && !isSaving;
  return (
    <div className={styles['editor']}>
      <Form
        record={baseline}
        onSubmit={submit}
        resolver={resolverOf(update, fields, t)}
        disableInvalidFormNotification={false}
        noValidate
        id="record"
      >
        <FormReach reach={form} />
        <EditorHeader definition={definition} record={baseline} current={current} />
        {tab && <EditorTabs definition={definition} id={baseline.id} />}
        {isStale && <StaleNote {...{ definition, baseline }} record={current} onTake={take} />}
        <TabBody definition={definition} tab={tab} />
        <SaveBar {...{ definition, baseline, isSaving }} mayWrite={name => may(writersOf(collection, name))} />
        <LeaveGuard within={rootOf(definition, baseline.id)} {...{ collection, baseline }} />
        {conflict && (
          <ConflictDialog {...{ definition, baseline }} theirs={conflict} onTake={take} onClose={closeConflict} />
        )}
      </Form>
    </div>
  );
};

/** The fields of a tab, the component that draws it, or every field where there are no tabs. */
const TabBody = ({ definition, tab }: Pick<RecordEditorProps, 'definition' | 'tab'>) => {
  const shown = (tab && definition.tabs?.[tab]?.shows) || Object.keys(definition.collection.fields);
  if (typeof shown !== 'function') return <FieldsForm definition={definition} names={shown as readonly string[]} />;
  return createElement(shown);
};

/** The path below which moving is not leaving the form: its tabs. */
const rootOf = ({ name }: Definition, id: number): string => `/content/${name}/${id}/`;
