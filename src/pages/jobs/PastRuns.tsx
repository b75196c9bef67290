import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { Table } from '#ui/Table.tsx';
import styles from './Runs.module.css';

interface PastRun {
  id: number;
  finished_at: string | null;
  started_at: string;
  user: { name: string };
}

/** A column of a list of runs. */
export interface RunColumn<R> {
  title: string;
  of: (run: R) => string | number;
}

interface PastRunsProps<R> {
  title: string;
  /** What is said where there is none. */
  none: string;
  /** Undefined until they have come. */
  runs: readonly R[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** What stands between when it began and who began it. */
  columns: readonly RunColumn<R>[];
  /** While one is on, no other can be looked at. */
  isBusy: boolean;
  /** Reads on, where there are more. */
  more?: { isReading: boolean; read: () => void } | false;
}

/** The runs so far, the latest first; each opens with its log. */
export const PastRuns = <R extends PastRun>(props: PastRunsProps<R>) => {
  const { title, none, error, onRetry, more } = props;
  // The one that is on stands above, with what it counts by now.
  const runs = props.runs?.filter(({ finished_at }) => finished_at !== null);
  const t = useT();
  const id = useId();
  if (!runs && !error) return null;
  return (
    <section className={styles['runs']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {!runs && <ReadFailed error={error} onRetry={onRetry} />}
      {props.runs?.length === 0 && <p className={styles['muted']}>{none}</p>}
      {runs && runs.length > 0 && <Runs {...props} runs={runs} />}
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('runs.more')}
        </Button>
      )}
    </section>
  );
};

const Runs = <R extends PastRun>({ runs, columns, isBusy }: PastRunsProps<R> & { runs: readonly R[] }) => {
  const t = useT();
  const formats = useFormats();
  return (
    <Table isStacked>
      <thead>
        <tr>
          <th scope="col">{t('runs.startedAt')}</th>
          {columns.map(({ title, of }) => (
            <th key={title} scope="col" data-numeric={isNumeric(runs, of) || undefined}>
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
              <Opening run={run} isBusy={isBusy}>
                {formats.moment(run.started_at)}
              </Opening>
            </th>
            {columns.map(({ title, of }) => (
              <Cell key={title} title={title} value={of(run)} />
            ))}
            <td data-label={t('runs.who')}>{run.user.name}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

const isNumeric = <R,>([first]: readonly R[], of: RunColumn<R>['of']): boolean =>
  first !== undefined && typeof of(first) === 'number';

const Opening = ({ run, isBusy, children }: { run: PastRun; isBusy: boolean; children: ReactNode }) =>
  isBusy ? children : <Link to={`?run=${run.id}`}>{children}</Link>;

const Cell = ({ title, value }: { title: string; value: string | number }) => {
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
