import type { ColumnRule } from '#contract/importMapping.ts';
import { useColumnTrial } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';
import styles from './ColumnDialog.module.css';

interface RuleTrialProps {
  id: number;
  revision: number;
  rule: ColumnRule;
}

/** The result of a rule for the first rows, computed by the import's own code. */
export const RuleTrial = ({ id, revision, rule }: RuleTrialProps) => {
  const t = useT();
  const { data, error, refetch } = useColumnTrial({ id, revision }, rule);
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-live="polite" className={styles['tried']}>
      <Table label={t('importPage.steps.tried')}>
        <thead>
          <tr>
            <th scope="col">{t('importPage.steps.was')}</th>
            <th scope="col">{t('importPage.steps.becomes')}</th>
          </tr>
        </thead>
        <tbody>
          {data?.rows.map(({ row, cells, text, fault }) => (
            <tr key={row}>
              <td>{cells.map(cell => cell || '—').join(' + ')}</td>
              <td data-faulty={fault !== null || undefined}>
                {text ?? '—'}
                {fault && <small>{fault}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
};
