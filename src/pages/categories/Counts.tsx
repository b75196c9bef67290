import { useMemo } from 'react';
import { type Category, flattenTree } from '#contract/categories.ts';
import type { PlatformTree } from '#providers/cache/categories.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import styles from './Categories.module.css';

type CategoryCounts = Pick<Category, 'models_count' | 'products_count' | 'models_total' | 'products_total'>;
export type GetCounts = (id: number) => CategoryCounts | undefined;

/**
 * The server counts the records, because a record can be in several categories. Unsaved edits do not affect the counts.
 */
export const useCounts = ({ categories }: PlatformTree): GetCounts => {
  const counts = useMemo(
    () => new Map<number, CategoryCounts>(flattenTree([...categories]).map(node => [node.id, node])),
    [categories],
  );
  return id => counts.get(id);
};

export const useCountWords = (): ((models: number, products: number) => string[]) => {
  const t = useT();
  const { number } = useFormats();
  return (models, products) => [
    ...(models > 0 ? [t('categoryEditor.models', { smart_count: models, number: number(models) })] : []),
    ...(products > 0 ? [t('categoryEditor.products', { smart_count: products, number: number(products) })] : []),
  ];
};

export const Counts = ({ counts }: { counts: CategoryCounts }) => {
  const t = useT();
  const formatCounts = useCountWords();
  const { models_count, products_count, models_total, products_total } = counts;
  const total = formatCounts(models_total, products_total);
  if (total.length === 0) return null;
  if (models_total === models_count && products_total === products_count)
    return <span className={styles['counts']}>{total.join(' · ')}</span>;
  const ownCounts = formatCounts(models_count, products_count).join(', ');
  return (
    <span
      className={styles['counts']}
      title={ownCounts ? t('categoryEditor.own', { counts: ownCounts }) : t('categoryEditor.ownNothing')}
    >
      {total.join(' · ')}
      <span className="visually-hidden">{t('categoryEditor.withNested')}</span>
    </span>
  );
};
