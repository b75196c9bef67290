import { useId, useState } from 'react';
import type { Field } from '#contract/fields.ts';
import { isSameValue } from '#providers/forms/threeWayMerge.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { Cell } from '../fields/Cell.tsx';
import type { AnyCell } from '../fields/custom.tsx';
import styles from './Merge.module.css';
import { MergeSideOption } from './MergeSideOption.tsx';
import { canCompare, WordDiff } from './WordDiff.tsx';

interface MergeRow {
  name: string;
  base: unknown;
  theirs: unknown;
  mine: unknown;
}
type MergeSide = 'theirs' | 'mine';

interface MergeDialogProps {
  definition: Definition;
  rows: readonly MergeRow[];
  undecided: readonly string[];
  texts: Record<'title' | 'about' | 'allTheirs' | 'allMine' | 'decide' | MergeSide, string>;
  onDecide: (theirs: readonly string[]) => void;
  onClose: () => void;
}

export const MergeDialog = ({ definition, rows, undecided, texts, onDecide, onClose }: MergeDialogProps) => {
  const t = useT();
  const [chosen, choose] = useState<Readonly<Record<string, MergeSide>>>(() => ({
    ...chooseAll(
      'mine',
      rows.filter(({ name }) => !undecided.includes(name)),
    ),
  }));
  const undecidedRows = rows.filter(({ name }) => !chosen[name]);
  return (
    <Dialog
      title={texts.title}
      size="large"
      onClose={onClose}
      closeLabel={t('editing.back')}
      status={undecidedRows.length > 0 && t('editing.toChoose', { number: undecidedRows.length })}
      action={
        <Button
          variant="contained"
          disabled={undecidedRows.length > 0}
          onClick={() => onDecide(rows.map(({ name }) => name).filter(name => chosen[name] === 'theirs'))}
        >
          {texts.decide}
        </Button>
      }
    >
      <p>{texts.about}</p>
      {rows.length > 1 && (
        <p className={styles['all']}>
          <Button variant="outlined" onClick={() => choose(chooseAll('theirs', rows))}>
            {texts.allTheirs}
          </Button>
          <Button variant="outlined" onClick={() => choose(chooseAll('mine', rows))}>
            {texts.allMine}
          </Button>
        </p>
      )}
      {rows.map(row => (
        <FieldChoice
          key={row.name}
          definition={definition}
          row={row}
          texts={texts}
          side={chosen[row.name]}
          onChoose={side => choose({ ...chosen, [row.name]: side })}
        />
      ))}
    </Dialog>
  );
};

const chooseAll = (side: MergeSide, rows: readonly MergeRow[]): Record<string, MergeSide> =>
  Object.fromEntries(rows.map(({ name }) => [name, side]));

interface FieldChoiceProps {
  definition: Definition;
  row: MergeRow;
  texts: Record<MergeSide, string>;
  side: MergeSide | undefined;
  onChoose: (side: MergeSide) => void;
}

const FieldChoice = ({ definition, row, texts, side, onChoose }: FieldChoiceProps) => {
  const t = useT();
  const group = useId();
  const labels = useLabels(definition.name);
  const field = definition.collection.fields[row.name];
  if (!field) return null;
  const Own = definition.cells[row.name];
  const isUnchanged = isSameValue(field, row.base, row.theirs);
  return (
    <fieldset className={styles['field']} data-unchanged={isUnchanged || undefined}>
      <legend>{labels.field(row.name)}</legend>
      {!isUnchanged && (
        <div className={styles['base']}>
          <small>{t('editing.base')}</small>
          <DiffValue value={row.base} {...{ field, Own }} />
        </div>
      )}
      {(['theirs', 'mine'] as const).map(one => (
        <MergeSideOption
          key={one}
          group={group}
          label={texts[one]}
          isChosen={side === one}
          onChoose={() => onChoose(one)}
        >
          <DiffValue value={row[one]} base={row.base} {...{ field, Own }} />
        </MergeSideOption>
      ))}
    </fieldset>
  );
};

interface ValueProps {
  value: unknown;
  base?: unknown;
  field: Field;
  Own: AnyCell | undefined;
}

/** Invalid input is shown as typed, because a list could not format it. */
export const DiffValue = ({ value, base, field, Own }: ValueProps) => {
  const isValid = field.schema.safeParse(value).success;
  return (
    <div className={styles['value']}>
      {canCompare(value, base) && <WordDiff before={base as string} after={value as string} />}
      {!canCompare(value, base) && (isValid || value === null ? <Cell {...{ value, field, Own }} /> : String(value))}
    </div>
  );
};
