import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getValueAt } from '#contract/values.ts';
import { type FormRef, type UnsavedDraft, useFormAutosave } from '#providers/forms/formAutosave.ts';
import { threeWayMerge } from '#providers/forms/threeWayMerge.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { useChangeLabels } from './useChangeLabels.ts';

interface UnsavedDraftNoticeProps {
  definition: Definition;
  form: FormRef;
}

export const UnsavedDraftNotice = ({ definition, form }: UnsavedDraftNoticeProps) => {
  const autosave = useFormAutosave();
  const [all, setAll] = useState<UnsavedDraft[]>([]);
  useEffect(() => autosave.onUnsavedDrafts(form, setAll), [autosave, form]);
  const [draft] = all;
  // Waits for attributes to load, because an edit to a field that has not loaded could not be offered and would be
  // lost.
  if (!draft || definition.isAwaiting) return null;
  const done = () => {
    setAll(all.filter(({ id }) => id !== draft.id));
    void autosave.remove(form, draft);
  };
  return <RestoreOffer key={draft.id} definition={definition} draft={draft} onDone={done} />;
};

type FormValues = Readonly<Record<string, unknown>>;

interface RestoreOfferProps {
  definition: Definition;
  draft: UnsavedDraft;
  onDone: () => void;
}

const RestoreOffer = ({ definition, draft, onDone }: RestoreOfferProps) => {
  const t = useT();
  const { moment } = useFormats();
  const { namesOf } = useChangeLabels(definition);
  const { control, setValue } = useFormContext();
  const now = useWatch({ control }) as FormValues;
  const [isChoosing, setChoosing] = useState(false);
  const { edits, conflicts } = threeWayMerge(definition.collection, draft.base, now, draft.typed);
  const names = Object.keys(edits);
  const isEmpty = names.length === 0;
  useEffect(() => {
    if (isEmpty) onDone();
  });
  if (isEmpty) return null;
  const savedAt = moment(new Date(draft.at).toISOString());
  const restore = (draftNames: readonly string[]) => {
    for (const name of names.filter(name => !draftNames.includes(name)))
      setValue(name, edits[name], { shouldDirty: true, shouldValidate: true });
    onDone();
  };
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <>
          <Button variant="outlined" onClick={() => (conflicts.length > 0 ? setChoosing(true) : restore([]))}>
            {t('editing.leftAgain')}
          </Button>
          <Button onClick={() => setChoosing(true)}>{t('editing.leftChoose')}</Button>
          <Button onClick={onDone}>{t('editing.leftDrop')}</Button>
          {isChoosing && (
            <MergeDialog
              definition={definition}
              rows={buildDiffRows(edits, draft.base, now)}
              undecidedNames={conflicts}
              messages={{
                title: t('editing.leftTitle'),
                about: t('editing.leftText', { when: savedAt }),
                theirs: t('editing.leftNow'),
                mine: t('editing.leftMine'),
                allTheirs: t('editing.leftAllNow'),
                allMine: t('editing.leftAllMine'),
                decide: t('editing.takeChosen'),
              }}
              onDecide={restore}
              onClose={() => setChoosing(false)}
            />
          )}
        </>
      }
    >
      {t('editing.left', { when: savedAt, names: namesOf(names) })}
    </Notice>
  );
};

const buildDiffRows = (edits: FormValues, base: FormValues, now: FormValues) =>
  Object.entries(edits).map(([name, myValue]) => ({
    name,
    base: getValueAt(base, name),
    theirs: getValueAt(now, name),
    mine: myValue,
  }));
