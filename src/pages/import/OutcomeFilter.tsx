import { type PreparedImport, type RowOutcome, rowOutcomes } from '#contract/preparing.ts';
import { countRows } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';

interface OutcomeFilterProps extends Pick<PreparedImport, 'counts'> {
  /** Null selects all rows. */
  outcome: RowOutcome | null;
  onChoose: (outcome: RowOutcome | null) => void;
}

export const OutcomeFilter = ({ counts, outcome, onChoose }: OutcomeFilterProps) => {
  const t = useT();
  const { number } = useFormats();
  const choices = [
    ['all', `${t('importPage.prepared.all')} ${number(countRows(counts, null))}`] as const,
    ...rowOutcomes.map(
      rowOutcome =>
        [rowOutcome, `${t(`importPage.prepared.outcomes.${rowOutcome}`)} ${number(counts[rowOutcome])}`] as const,
    ),
  ];
  return (
    <SegmentedControl
      label={t('importPage.prepared.rows')}
      value={outcome ?? 'all'}
      choices={choices}
      onChoose={chosenOutcome => onChoose(chosenOutcome === 'all' ? null : chosenOutcome)}
    />
  );
};
