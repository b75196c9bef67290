import type { SystemProcess } from '#contract/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { Table } from '#ui/Table.tsx';
import styles from './System.module.css';
import { useSystemTexts } from './useSystemTexts.ts';

const columns = ['build', 'roles', 'startedAt', 'memory', 'busy', 'runs', 'seenAt'] as const;
const numericColumns: ReadonlySet<string> = new Set(['memory', 'busy']);

export const ProcessTable = ({ processes, read }: { processes: readonly SystemProcess[]; read: string }) => {
  const t = useT();
  const texts = useSystemTexts();
  if (processes.length === 0) return <p className={styles['hint']}>{t('system.processes.none')}</p>;
  return (
    <Table isStacked label={t('system.processes.title')} className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('system.processes.server')}</th>
          {columns.map(name => (
            <th key={name} scope="col" data-numeric={numericColumns.has(name) || undefined}>
              {t(`system.processes.${name}`)}
            </th>
          ))}
          <th scope="col">{t('system.processes.state')}</th>
        </tr>
      </thead>
      <tbody>
        {processes.map(process => {
          const cells = texts.process(process, read);
          return (
            <tr key={process.id}>
              <th scope="row">{cells.server}</th>
              {columns.map(name => (
                <td
                  key={name}
                  data-label={t(`system.processes.${name}`)}
                  data-numeric={numericColumns.has(name) || undefined}
                  data-warning={(name === 'build' && process.is_outdated) || undefined}
                >
                  {cells[name] || <span className="dash">—</span>}
                </td>
              ))}
              <td data-label={t('system.processes.state')}>
                <StatusBadge status={process.is_alive ? 'active' : 'blocked'} label={cells.state} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
};
