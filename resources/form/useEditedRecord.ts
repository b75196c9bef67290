import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { UseFormReturn } from 'react-hook-form';
import type { DataLoss } from '#contract/dataLoss.ts';
import { emptyHiddenFields, pickChangedFields } from '#providers/forms/formChanges.ts';
import { type MergeOutcome, threeWayMerge } from '#providers/forms/threeWayMerge.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { SAVE_NOTICE_GROUP } from '#providers/reporting/notices.ts';
import { useService } from '#providers/ServicesContext.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { submitForm } from './SaveBar.tsx';
import { useChangeLabels } from './useChangeLabels.ts';
import { type EditedRecord, type FieldErrors, type SaveOutcome, useSave } from './useSave.ts';

type FormValues = Record<string, unknown>;

export interface Conflict {
  base: FormValues;
  theirs: EditedRecord;
  mine: FormValues;
  merge: MergeOutcome;
  /** True when the conflict arose during a save, so that the choice is saved at once. */
  isSaving: boolean;
}

interface EditedState {
  form: RefObject<UseFormReturn | null>;
  baseline: EditedRecord;
  isSaving: boolean;
  isDeleted: boolean;
  /** Stays set even if the edit is undone. */
  isTouched: RefObject<boolean>;
  conflict: Conflict | null;
  submit: (values: FormValues) => Promise<FieldErrors | undefined>;
  adopt: (record: EditedRecord) => void;
  decide: (theirs: readonly string[]) => void;
  closeConflict: () => void;
  /** The values of other records that a save would remove; the editor has to accept this first. */
  loss: DataLoss | null;
  acceptLoss: () => void;
  closeLoss: () => void;
}

/**
 * The baseline of a form. It changes only after the form's own save, or when the editor accepts other people's changes,
 * so that typed values are never overwritten.
 */
export const useEditedRecord = (definition: Definition, openedRecord: EditedRecord): EditedState => {
  const { collection } = definition;
  const { form, baseline, isTouched, getValues, moveTo } = useBaseline(openedRecord);
  const typed = () => emptyHiddenFields(collection, getValues());
  const isBusy = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [loss, setLoss] = useState<DataLoss | null>(null);
  const save = useSave(definition);
  const notifyOutcome = useNotifyOutcome(definition);

  /** False when the editor has to resolve a conflict first. */
  const join = (base: FormValues, theirs: EditedRecord, isSaving: boolean): boolean => {
    const myValues = typed();
    const merge = threeWayMerge(collection, base, theirs, myValues);
    if (merge.conflicts.length > 0) setConflict({ base, theirs, mine: myValues, merge, isSaving });
    else moveTo(theirs, merge.edits);
    return merge.conflicts.length === 0;
  };
  const applyOutcome = (outcome: SaveOutcome, sentValues: FormValues): FieldErrors | undefined => {
    if (outcome.kind === 'saved') moveTo(outcome.record, pickChangedFields(collection, typed(), sentValues));
    setDeleted(outcome.kind === 'gone');
    setLoss(outcome.kind === 'costly' ? outcome.loss : null);
    if (outcome.kind !== 'conflict' || join(outcome.base, outcome.theirs, true)) notifyOutcome(outcome);
    return outcome.kind === 'invalid' ? outcome.errors : undefined;
  };
  const submit = async (values: FormValues, acceptedLoss?: number): Promise<FieldErrors | undefined> => {
    // The second click of a double click arrives before the button is disabled.
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setSaving(true);
    try {
      return applyOutcome(await save(values, baseline, acceptedLoss), values);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const decide = (decidedNames: readonly string[]): void => {
    if (!conflict) return;
    const { theirs, merge, isSaving: isSent } = conflict;
    setConflict(null);
    const remainingEdits = Object.entries(merge.edits).filter(([name]) => !decidedNames.includes(name));
    moveTo(theirs, Object.fromEntries(remainingEdits), isSent && remainingEdits.length > 0);
  };
  return {
    form,
    baseline,
    isSaving,
    isDeleted,
    isTouched,
    conflict,
    submit: values => submit(values),
    adopt: record => void join(baseline, record, false),
    decide,
    closeConflict: () => setConflict(null),
    loss,
    acceptLoss: () => void submit(typed(), loss?.lost),
    closeLoss: () => setLoss(null),
  };
};

const useBaseline = (openedRecord: EditedRecord) => {
  const form = useRef<UseFormReturn>(null);
  const isTouched = useRef(false);
  const next = useRef<{ edits: FormValues; isSent: boolean }>({ edits: {}, isSent: false });
  const [baseline, setBaseline] = useState(openedRecord);
  // The form below was reset to the new baseline earlier, because effects of children run first.
  useEffect(() => {
    const { edits, isSent } = next.current;
    next.current = { edits: {}, isSent: false };
    for (const [name, value] of Object.entries(edits))
      form.current?.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    if (isSent) submitForm();
  }, [baseline]);
  return {
    form,
    baseline,
    isTouched,
    getValues: (): FormValues => form.current?.getValues() ?? {},
    moveTo: (record: EditedRecord, edits: FormValues, isSent = false): void => {
      next.current = { edits, isSent };
      isTouched.current = false;
      setBaseline(record);
    },
  };
};

/** Conflicts are left out because their dialog already shows them. */
const useNotifyOutcome = (definition: Definition) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError(SAVE_NOTICE_GROUP);
  const written = useService('written');
  const { namesOf, who } = useChangeLabels(definition);
  const { resultMessage } = useLabels(definition.name);
  return (outcome: SaveOutcome): void => {
    if (outcome.kind === 'saved') {
      const { theirs } = outcome;
      const text = theirs
        ? t('editing.savedWithTheirs', { names: namesOf(theirs.names), who: who(theirs.record) })
        : resultMessage('saved');
      notify(text, { type: 'success', group: SAVE_NOTICE_GROUP, batchId: written.take(outcome.record) });
    } else if (outcome.kind === 'costly' || outcome.kind === 'invalid') return;
    else if (outcome.kind === 'conflict') notify(t('editing.moving'), { type: 'warning', group: SAVE_NOTICE_GROUP });
    else if (!notifyError(outcome.error)) throw outcome.error;
  };
};
