import type { Field } from '#contract/fields.ts';
import { useFormats } from '../engine/format.ts';
import { getKindView } from '../fields/getKindView.ts';
import styles from './Drafts.module.css';
import { PriceMark } from './PriceMark.tsx';

interface DifferenceProps {
  field: Field | null;
  before: unknown;
  after: unknown;
}

export const Difference = ({ field, before, after }: DifferenceProps) => {
  const { number } = useFormats();
  if (typeof before !== 'number' || typeof after !== 'number' || !field || !getKindView(field).isMeasured) return null;
  const delta = after - before;
  const changePercent = before === 0 ? null : (delta / before) * 100;
  const formatSigned = (value: number, decimals: number) =>
    `${value > 0 ? '+' : '−'}${number(Math.abs(value), decimals)}`;
  return (
    <>
      <span className={styles['difference']} data-less={delta < 0 || undefined}>
        {formatSigned(delta, 3)}
        {changePercent !== null && Math.abs(changePercent) < 1000 && ` (${formatSigned(changePercent, 1)} %)`}
      </span>
      {'currency' in field && <PriceMark {...{ before, after }} />}
    </>
  );
};
