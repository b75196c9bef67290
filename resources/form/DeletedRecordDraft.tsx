import { useEffect, useMemo, useState } from 'react';
import { useCanAccess } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { nestValues } from '#contract/values.ts';
import { type UnsavedDraft, useFormAutosave } from '#providers/forms/formAutosave.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { useFormats } from '../engine/format.ts';
import { getCreatePath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { DiffValue } from './MergeDialog.tsx';
import styles from './Notes.module.css';

interface DeletedRecordDraftProps {
  definition: Definition;
  id: number;
}

/** Unsaved edits to a deleted record. The user can read them or save them as a new record, so that no input is lost. */
export const DeletedRecordDraft = ({ definition, id }: DeletedRecordDraftProps) => {
  const t = useT();
  const { canAccess: canCreate } = useCanAccess({ resource: definition.name, action: 'create' });
  const autosave = useFormAutosave();
  const navigate = useNavigate();
  const labels = useLabels(definition.name);
  const { moment } = useFormats();
  const recordRef = useMemo(() => ({ resource: definition.name, record: id }), [definition.name, id]);
  const [[draft], setDrafts] = useState<UnsavedDraft[]>([]);
  useEffect(() => autosave.onUnsavedDrafts(recordRef, setDrafts), [autosave, recordRef]);
  if (!draft) return null;
  const { collection } = definition;
  const createAnew = async () => {
    await autosave.remove(recordRef, draft);
    await navigate(getCreatePath(definition), { state: { record: nestValues({ ...draft.base, ...draft.typed }) } });
  };
  return (
    <>
      <p>{t('editing.leftOfGone', { when: moment(new Date(draft.at).toISOString()) })}</p>
      <dl className={styles['kept']}>
        {Object.entries(draft.typed).map(([name, value]) => {
          const field = collection.fields[name];
          return (
            field && (
              <div key={name}>
                <dt>{labels.field(name)}</dt>
                <dd>
                  <DiffValue {...{ value, field }} CustomCell={definition.cells[name]} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {canCreate && (
        <p>
          <Button variant="contained" onClick={() => void createAnew()}>
            {t('editing.createAnew')}
          </Button>
        </p>
      )}
    </>
  );
};
