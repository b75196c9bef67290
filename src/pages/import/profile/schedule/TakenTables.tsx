import { Link } from 'react-router-dom';
import type { TakenTable } from '#contract/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Table } from '#ui/Table.tsx';

/** The tables that a schedule has taken last, with links to what became of them. */
export const TakenTables = ({ tables }: { tables: readonly TakenTable[] }) => {
  const t = useT();
  const { moment } = useFormats();
  return (
    <Table label={t('importPage.schedule.taken')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.schedule.table')}</th>
          <th scope="col">{t('importPage.schedule.takenAt')}</th>
          <th scope="col">{t('importPage.schedule.became')}</th>
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
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

const TableState = ({ table: { state, prepared_id, run } }: { table: TakenTable }) => {
  const t = useT();
  if (run) return <Link to={`?run=${run.id}`}>{t(`importPage.status.${run.status}`)}</Link>;
  const text = t(`importPage.schedule.states.${state}`);
  return prepared_id === null ? text : <Link to={`?prepared=${prepared_id}`}>{text}</Link>;
};
