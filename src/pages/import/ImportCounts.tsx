import type { ImportCounts as CountsOfImport } from '#contract/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Counts } from '../jobs/Counts.tsx';

/** How many rows are of which kind. */
export const ImportCounts = ({ counts }: { counts: CountsOfImport }) => {
  const t = useT();
  const kinds = ['new', 'changed', 'unchanged', 'faulty'] as const;
  return <Counts counts={kinds.map(kind => [t(`importPage.counts.${kind}`), counts[kind]])} />;
};
