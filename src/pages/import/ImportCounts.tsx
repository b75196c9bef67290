import type { ImportCounts as CountsOfImport } from '#contract/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Counts } from '../jobs/Counts.tsx';

export const countedOutcomes = ['new', 'changed', 'unchanged', 'faulty'] as const;

export const ImportCounts = ({ counts }: { counts: CountsOfImport }) => {
  const t = useT();
  return <Counts counts={countedOutcomes.map(kind => [t(`importPage.counts.${kind}`), counts[kind]])} />;
};
