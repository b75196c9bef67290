import { Link } from 'react-router-dom';
import type { TakenTable } from '#contract/importSchedules.ts';
import { useReadSource } from '#providers/jobs/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Table } from '#ui/Table.tsx';

interface TakenTablesProps {
  id: number;
  tables: readonly TakenTable[];
  /** Null without a schedule, because only a schedule can take tables again. */
  isDue: boolean | null;
}

/** The tables that a schedule has taken most recently, with links to their uploads or runs. */
export const TakenTables = ({ id, tables, isDue }: TakenTablesProps) => {
  const t = useT();
  const notifyError = useNotifyError();
  const readMutation = useReadSource(id);
  const { moment } = useFormats();
  return (
    <Table label={t('importPage.schedule.taken')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.schedule.table')}</th>
          <th scope="col">{t('importPage.schedule.takenAt')}</th>
          <th scope="col">{t('importPage.schedule.became')}</th>
          {isDue !== null && <td />}
        </tr>
      </thead>
      <tbody>
        {tables.map(table => (
          <tr key={table.id}>
            <th scope="row">{table.name}</th>
            <td data-label={t('importPage.schedule.takenAt')}>{moment(table.taken_at)}</td>
            <td data-label={t('importPage.schedule.became')}>
              <TableState table={table} />
              {table.why.map(reason => (
                <div key={reason}>{reason}</div>
              ))}
            </td>
            {isDue !== null && (
              <td>
                {isClosed(table) && (
                  <Button
                    {...(readMutation.variables === table.id
                      ? { loading: isDue || readMutation.isPending }
                      : { disabled: isDue || readMutation.isPending })}
                    aria-label={t('importPage.schedule.takeAgainOf', { name: table.name, at: moment(table.taken_at) })}
                    onClick={() => readMutation.mutate(table.id, { onError: failure => notifyError(failure) })}
                  >
                    {t('importPage.schedule.takeAgain')}
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

/** Whether the table has a final outcome. */
const isClosed = ({ state, run }: TakenTable): boolean =>
  state !== 'checking' && state !== 'waiting' && !run?.status.endsWith('processing');

const TableState = ({ table: { state, prepared_id, run } }: { table: TakenTable }) => {
  const t = useT();
  if (run) return <Link to={`?run=${run.id}`}>{t(`importPage.status.${run.status}`)}</Link>;
  const text = t(`importPage.schedule.states.${state}`);
  return prepared_id === null ? text : <Link to={`?prepared=${prepared_id}`}>{text}</Link>;
};
