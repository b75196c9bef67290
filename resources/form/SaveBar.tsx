import { useEffect } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useIsAutosaveFailing } from '#providers/forms/formAutosave.ts';
import { pickChangedFields } from '#providers/forms/formChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useEditingPresence } from '#providers/realtime/editing.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import type { Definition } from '../engine/types.ts';
import { FieldLinks } from './FieldLinks.tsx';
import type { EditedRecord } from './useSave.ts';

interface SaveBarProps {
  definition: Definition;
  baseline: EditedRecord;
  tab: string | null;
  isSaving: boolean;
  isDeleted: boolean;
  canWrite: (field: string) => boolean;
}

/**
 * Shown only while there are unsaved changes. Lists the changes and errors on every tab, because the other tabs are
 * hidden.
 */
export const SaveBar = ({ definition, baseline, tab, isSaving, isDeleted, canWrite }: SaveBarProps) => {
  const t = useT();
  const { reset, control } = useFormContext();
  const { errors } = useFormState({ control });
  const isFailing = useIsAutosaveFailing();
  const { fields } = definition.collection;
  const values = useWatch({ control });
  const unsavedNames = Object.keys(pickChangedFields(definition.collection, values, baseline));
  const invalidFields = Object.keys(fields).filter(name => get(errors, name));
  const isOpen = unsavedNames.every(canWrite) && !isDeleted;
  useEditingPresence(definition.name, baseline.id, unsavedNames.length > 0);
  useSaveShortcut(unsavedNames.length > 0 && isOpen);
  if (unsavedNames.length === 0) return null;
  const links = { definition, id: baseline.id, tab };
  return (
    <BottomBar
      label={t('shell.unsaved')}
      description={
        <>
          <p>
            <strong>{t('shell.unsaved')}:</strong> <FieldLinks {...links} names={unsavedNames} />
          </p>
          {invalidFields.length > 0 && (
            <p data-wrong>
              <strong>{t('editing.toFix')}:</strong> <FieldLinks {...links} names={invalidFields} />
            </p>
          )}
          {isFailing && <p role="status">{t('editing.notKept')}</p>}
        </>
      }
    >
      <Button disabled={isSaving} onClick={() => reset(baseline)}>
        {t('shell.revert')}
      </Button>
      <Button type="submit" form={FORM_ID} variant="contained" loading={isSaving} disabled={!isOpen}>
        {t('shell.save')}
      </Button>
    </BottomBar>
  );
};

/** The id of the open form's element; buttons outside the form submit it by this id. */
export const FORM_ID = 'record';

/** `requestSubmit` rather than `submit`, which would skip validation and the submit event. */
export const submitForm = (): void => {
  const form = document.getElementById(FORM_ID);
  if (form instanceof HTMLFormElement) form.requestSubmit();
};

export const useSaveShortcut = (enabled: boolean): void => {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      if (enabled && !document.querySelector('[role=dialog]')) submitForm();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [enabled]);
};
