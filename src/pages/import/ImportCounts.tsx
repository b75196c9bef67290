import type { ImportRunCounts } from '#contract/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Counts } from '../jobs/Counts.tsx';

export const countedOutcomes = ['new', 'changed', 'unchanged', 'faulty'] as const;

export const ImportCounts = ({ counts }: { counts: ImportRunCounts }) => {
  const t = useT();
  const { archived } = counts;
  const rows = countedOutcomes.map(kind => [t(`importPage.counts.${kind}`), counts[kind]] as const);
  return <Counts counts={archived === undefined ? rows : [...rows, [t('importPage.counts.archived'), archived]]} />;
};
