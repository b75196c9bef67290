import type { PriceChangeSummary } from '#contract/priceChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '../engine/format.ts';

export const PriceChangeNote = ({
  prices: { changed, mean, rising, falling, percent },
}: {
  prices: PriceChangeSummary;
}) => {
  const t = useT();
  const { number } = useFormats();
  const meanText = `${mean > 0 ? '+' : ''}${number(mean, 1)}`;
  const notes = [
    rising > 0 && t('importPage.prepared.rising', { smart_count: rising, number: number(rising), percent }),
    falling > 0 && t('importPage.prepared.falling', { smart_count: falling, number: number(falling), percent }),
  ];
  return (
    <p>
      {[t('importPage.prepared.prices', { smart_count: changed, number: number(changed), mean: meanText }), ...notes]
        .filter(Boolean)
        .join(', ')}
    </p>
  );
};
