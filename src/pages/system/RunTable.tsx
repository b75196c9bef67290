import { Link } from 'react-router-dom';
import type { SystemRun } from '#contract/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Table } from '#ui/Table.tsx';
import { getLink } from '../../menu.ts';
import styles from './System.module.css';
import { useSystemTexts } from './useSystemTexts.ts';

/** An undo has no page of its own. */
const pageByKind = { import: 'import', sending: 'sending', publication: 'synchronization', undo: null } as const;

export const RunTable = ({ runs, read }: { runs: readonly SystemRun[]; read: string }) => {
  const t = useT();
  const texts = useSystemTexts();
  if (runs.length === 0) return <p className={styles['hint']}>{t('system.runs.none')}</p>;
  return (
    <Table isStacked label={t('system.runs.title')} className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('system.runs.run')}</th>
          <th scope="col">{t('system.runs.who')}</th>
          <th scope="col">{t('system.runs.startedAt')}</th>
          <th scope="col" data-numeric>
            {t('system.runs.took')}
          </th>
          <th scope="col">{t('system.runs.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(run => {
          const { title, startedAt, took, outcome } = texts.run(run, read);
          const page = pageByKind[run.kind];
          return (
            <tr key={run.id}>
              <th scope="row">{page ? <Link to={`${getLink(page)}?run=${run.id}`}>{title}</Link> : title}</th>
              <td data-label={t('system.runs.who')}>{run.user ?? t('system.runs.nobody')}</td>
              <td data-label={t('system.runs.startedAt')}>{startedAt}</td>
              <td data-label={t('system.runs.took')} data-numeric>
                {took}
              </td>
              <td data-label={t('system.runs.outcome')} data-fault={run.status === 'failed' || undefined}>
                {outcome}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
};
