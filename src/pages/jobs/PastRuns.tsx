import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { LogLine, RunRecord } from '#providers/jobs/runState.ts';
import type { RunStore } from '#providers/jobs/runStore.ts';
import { usePastRuns } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { Button } from '#ui/Button.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';
import type { RunMessages } from './Run.tsx';
import styles from './Runs.module.css';

interface RunColumn<R> {
  title: string;
  render: (run: R) => string | number;
}

interface RunTableProps<R> {
  columns: readonly RunColumn<R>[];
  isBusy: boolean;
}

interface PastRunsProps<R extends RunRecord, Line extends LogLine> extends RunTableProps<R> {
  store: RunStore<R, Line>;
  messages: RunMessages;
}

export const PastRuns = <R extends RunRecord, Line extends LogLine>(props: PastRunsProps<R, Line>) => {
  const { store, messages, columns, isBusy } = props;
  const { runs, error, retry, more } = usePastRuns(store);
  const endedRuns = runs?.filter(({ finished_at }) => finished_at !== null);
  const t = useT();
  const id = useId();
  if (!endedRuns && !error) return null;
  return (
    <section className={styles['runs']} aria-labelledby={id}>
      <h2 id={id}>{t(`${messages}.runs`)}</h2>
      {!endedRuns && <ReadError error={error} onRetry={retry} />}
      {runs?.length === 0 && <p className={styles['muted']}>{t(`${messages}.noRuns`)}</p>}
      {endedRuns && endedRuns.length > 0 && <RunTable runs={endedRuns} columns={columns} isBusy={isBusy} />}
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('runs.more')}
        </Button>
      )}
    </section>
  );
};

const RunTable = <R extends RunRecord>({ runs, columns, isBusy }: RunTableProps<R> & { runs: readonly R[] }) => {
  const t = useT();
  const formats = useFormats();
  const nameOf = useEditorName();
  return (
    <Table isStacked>
      <thead>
        <tr>
          <th scope="col">{t('runs.startedAt')}</th>
          {columns.map(({ title, render }) => (
            <th key={title} scope="col" data-numeric={isNumeric(runs, render) || undefined}>
              {title}
            </th>
          ))}
          <th scope="col">{t('runs.who')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(run => (
          <tr key={run.id}>
            <th scope="row">
              <RunLink run={run} isBusy={isBusy}>
                {formats.moment(run.started_at)}
              </RunLink>
            </th>
            {columns.map(({ title, render }) => (
              <RunCell key={title} title={title} value={render(run)} />
            ))}
            <td data-label={t('runs.who')}>{nameOf(run.user)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

const isNumeric = <R,>([first]: readonly R[], getValue: RunColumn<R>['render']): boolean =>
  first !== undefined && typeof getValue(first) === 'number';

const RunLink = ({ run, isBusy, children }: { run: RunRecord; isBusy: boolean; children: ReactNode }) =>
  isBusy ? children : <Link to={`?run=${run.id}`}>{children}</Link>;

const RunCell = ({ title, value }: { title: string; value: string | number }) => {
  const { number } = useFormats();
  return typeof value === 'number' ? (
    <td data-label={title} data-numeric>
      {number(value)}
    </td>
  ) : (
    <td data-label={title} title={value}>
      {value}
    </td>
  );
};
