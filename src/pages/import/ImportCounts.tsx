import type { ImportRunCounts } from '#contract/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Counts } from '../jobs/Counts.tsx';

export const countedOutcomes = ['new', 'changed', 'unchanged', 'faulty'] as const;

export const ImportCounts = ({ counts }: { counts: ImportRunCounts }) => {
  const t = useT();
  const optional = (['archived', 'images', 'images_failed'] as const).filter(kind => counts[kind] !== undefined);
  const rows = [...countedOutcomes, ...optional];
  return <Counts counts={rows.map(kind => [t(`importPage.counts.${kind}`), counts[kind] ?? 0] as const)} />;
};
