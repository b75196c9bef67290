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
  undecidedNames: readonly string[];
  messages: Record<'title' | 'about' | 'allTheirs' | 'allMine' | 'decide' | MergeSide, string>;
  onDecide: (names: readonly string[]) => void;
  onClose: () => void;
}

export const MergeDialog = ({ definition, rows, undecidedNames, messages, onDecide, onClose }: MergeDialogProps) => {
  const t = useT();
  const [choices, setChoices] = useState<Readonly<Record<string, MergeSide>>>(() => ({
    ...chooseAll(
      'mine',
      rows.filter(({ name }) => !undecidedNames.includes(name)),
    ),
  }));
  const undecidedRows = rows.filter(({ name }) => !choices[name]);
  return (
    <Dialog
      title={messages.title}
      size="large"
      onClose={onClose}
      closeLabel={t('editing.back')}
      status={undecidedRows.length > 0 && t('editing.toChoose', { number: undecidedRows.length })}
      action={
        <Button
          variant="contained"
          disabled={undecidedRows.length > 0}
          onClick={() => onDecide(rows.map(({ name }) => name).filter(name => choices[name] === 'theirs'))}
        >
          {messages.decide}
        </Button>
      }
    >
      <p>{messages.about}</p>
      {rows.length > 1 && (
        <p className={styles['all']}>
          <Button variant="outlined" onClick={() => setChoices(chooseAll('theirs', rows))}>
            {messages.allTheirs}
          </Button>
          <Button variant="outlined" onClick={() => setChoices(chooseAll('mine', rows))}>
            {messages.allMine}
          </Button>
        </p>
      )}
      {rows.map(row => (
        <FieldChoice
          key={row.name}
          definition={definition}
          row={row}
          messages={messages}
          side={choices[row.name]}
          onChoose={side => setChoices({ ...choices, [row.name]: side })}
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
  messages: Record<MergeSide, string>;
  side: MergeSide | undefined;
  onChoose: (side: MergeSide) => void;
}

const FieldChoice = ({ definition, row, messages, side, onChoose }: FieldChoiceProps) => {
  const t = useT();
  const group = useId();
  const labels = useLabels(definition.name);
  const field = definition.collection.fields[row.name];
  if (!field) return null;
  const CustomCell = definition.cells[row.name];
  const isUnchanged = isSameValue(field, row.base, row.theirs);
  return (
    <fieldset className={styles['field']} data-unchanged={isUnchanged || undefined}>
      <legend>{labels.field(row.name)}</legend>
      {!isUnchanged && (
        <div className={styles['base']}>
          <small>{t('editing.base')}</small>
          <DiffValue value={row.base} {...{ field, CustomCell }} />
        </div>
      )}
      {(['theirs', 'mine'] as const).map(sideOption => (
        <MergeSideOption
          key={sideOption}
          group={group}
          label={messages[sideOption]}
          isChosen={side === sideOption}
          onChoose={() => onChoose(sideOption)}
        >
          <DiffValue value={row[sideOption]} base={row.base} {...{ field, CustomCell }} />
        </MergeSideOption>
      ))}
    </fieldset>
  );
};

interface ValueProps {
  value: unknown;
  base?: unknown;
  field: Field;
  CustomCell: AnyCell | undefined;
}

/** Invalid input is shown as typed, because it cannot be formatted as in a list. */
export const DiffValue = ({ value, base, field, CustomCell }: ValueProps) => {
  const isValid = field.schema.safeParse(value).success;
  return (
    <div className={styles['value']}>
      {canCompare(value, base) && <WordDiff before={base as string} after={value as string} />}
      {!canCompare(value, base) &&
        (isValid || value === null ? <Cell {...{ value, field, CustomCell }} /> : String(value))}
    </div>
  );
};
