import { type ComponentType, createElement, useRef } from 'react';
import { Form } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { getWriteAccess } from '#contract/collection.ts';
import { pickChangedFields } from '#providers/forms/formChanges.ts';
import { useCan } from '#providers/session/profile.ts';
import { FocusFirstError } from '#ui/FocusFirstError.tsx';
import { usePageTitle } from '#ui/Page.tsx';
import { getEditPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useCanEdit, useReadOnlyReason } from '../engine/useCurrentUser.ts';
import { AutosaveForm, useFormAutosaver } from './AutosaveForm.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DataLossDialog } from './DataLossDialog.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import styles from './Editor.module.css';
import { EditorHeader } from './EditorHeader.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { useIsEditorPath } from './editorPaths.ts';
import { findFieldTab } from './FieldLinks.tsx';
import { FieldsForm } from './FieldsForm.tsx';
import { FormRefSetter } from './FormRefSetter.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { OutdatedNotice } from './OutdatedNotice.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { FORM_ID, SaveBar } from './SaveBar.tsx';
import { UnsavedDraftNotice } from './UnsavedDraftNotice.tsx';
import { useEditedRecord } from './useEditedRecord.ts';
import { useRecordResolver } from './useRecordResolver.ts';
import type { EditedRecord } from './useSave.ts';

interface RecordEditorProps {
  definition: Definition;
  openedRecord: EditedRecord;
  /** A newer record never resets the form by itself, because that would overwrite the user's input. */
  current: EditedRecord;
  isDeleted: boolean;
  tab: string | null;
}

/** One form for all tabs, so that no input is lost when the user switches tabs. */
export const RecordEditor = ({ definition, openedRecord, current, isDeleted, tab }: RecordEditorProps) => {
  const can = useCan();
  const { collection } = definition;
  const editedState = useEditedRecord(definition, openedRecord);
  const { baseline, conflict, isSaving, isTouched, loss } = editedState;
  const { form, autosaver } = useFormAutosaver(definition.name, baseline.id);
  const canEdit = useCanEdit(definition, current);
  const isOpen = (name: string) => canEdit([name]);
  const isReleased = useRef(false);
  const staysAt = useIsEditorPath(definition, baseline.id);
  const isDeletedNow = isDeleted || editedState.isDeleted;
  usePageTitle(definition.represent(baseline));
  const showFieldError = useShowFieldError(definition, baseline.id);
  const discard = async () => {
    isReleased.current = true;
    await autosaver.discard();
  };
  return (
    <div className={styles['editor']}>
      <Form
        record={baseline}
        onSubmit={editedState.submit}
        resolver={useRecordResolver(definition, { schema: collection.update, openedValues: baseline })}
        disableInvalidFormNotification={false}
        noValidate
        id={FORM_ID}
      >
        <FormRefSetter formRef={editedState.form} />
        <FocusFirstError onUnmounted={showFieldError} />
        <AutosaveForm {...{ definition, autosaver, baseline, isTouched }} />
        <EditorHeader {...{ definition, current }} record={baseline} onDeleted={discard} />
        {tab && <EditorTabs definition={definition} id={baseline.id} />}
        {isDeletedNow && <DeletedNotice definition={definition} onMove={discard} />}
        {!isDeletedNow && !isSaving && hasChangedSince(definition, current, baseline) && (
          <OutdatedNotice {...{ definition, baseline, isTouched }} record={current} onAccept={editedState.adopt} />
        )}
        {!isDeletedNow && <UnsavedDraftNotice definition={definition} form={form} />}
        <TabBody {...{ definition, tab, isOpen }} record={current} />
        {definition.footer && createElement(definition.footer)}
        <SaveBar
          {...{ definition, baseline, tab, isSaving, isDeleted }}
          canWrite={name => isOpen(name) && can(getWriteAccess(collection, name))}
        />
        <LeaveGuard {...{ staysAt, collection, baseline, autosaver, isReleased }} />
        {conflict && (
          <ConflictDialog
            {...{ definition, conflict }}
            onDecide={editedState.decide}
            onClose={editedState.closeConflict}
          />
        )}
        {loss && (
          <DataLossDialog {...{ loss, isSaving }} onAccept={editedState.acceptLoss} onClose={editedState.closeLoss} />
        )}
      </Form>
    </div>
  );
};

interface TabBodyProps {
  definition: Definition;
  record: EditedRecord;
  tab: string | null;
  isOpen: (name: string) => boolean;
}

const TabBody = ({ definition, record, tab, isOpen }: TabBodyProps) => {
  const closedReason = useReadOnlyReason(definition, record);
  const { fields } = definition.collection;
  const visibleFields = getTabFields(definition, tab);
  const inputs = Array.isArray(visibleFields) ? visibleFields.filter(name => !fields[name]?.readOnly) : [];
  const isPartly = !inputs.every(isOpen);
  const isClosed = isPartly && !inputs.some(isOpen);
  return (
    <>
      {isPartly && <ReadOnlyNotice isWholeRecord={isClosed} reasonKey={closedReason} />}
      <fieldset className={styles['body']} disabled={isClosed}>
        {typeof visibleFields === 'function' ? (
          createElement(visibleFields)
        ) : (
          <FieldsForm {...{ definition, isOpen }} names={visibleFields} />
        )}
      </fieldset>
    </>
  );
};

/** Opens the tab of the first invalid field, which may be hidden now. */
const useShowFieldError = (definition: Definition, id: number) => {
  const navigate = useNavigate();
  return (names: readonly string[]): void => {
    const invalidTab = names.map(name => findFieldTab(definition, name)).find(Boolean);
    if (invalidTab) void navigate(getEditPath(definition, id, invalidTab), { replace: true });
  };
};

/**
 * Compares values too, because fields guarded by a slug arrive on a separate channel and may lag behind the version.
 */
const hasChangedSince = ({ collection }: Definition, current: EditedRecord, baseline: EditedRecord): boolean =>
  current.version > baseline.version ||
  (current.version === baseline.version && Object.keys(pickChangedFields(collection, current, baseline)).length > 0);

const getTabFields = (
  { tabs, fields, collection }: Definition,
  tab: string | null,
): readonly string[] | ComponentType => (tab && tabs?.[tab]?.fields) || (fields ?? Object.keys(collection.fields));
