import { Link } from 'react-router-dom';
import type { SystemHour } from '#contract/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getLink } from '../../menu.ts';
import styles from './DayBars.module.css';
import { dayRows } from './supportText.ts';

/** A row of bars for each number, on a scale of its own: there are a thousand requests for each change. */
export const DayBars = ({ hours }: { hours: readonly SystemHour[] }) => {
  const t = useT();
  const { time } = useFormats();
  const marks = [hours[0], hours[12], hours.at(-1)].filter(hour => hour !== undefined);
  return (
    <div className={styles['bars']}>
      {dayRows.map(name => (
        <div key={name} className={styles['row']} data-row={name}>
          <span className={styles['name']}>
            {name === 'changes' ? (
              <Link to={getLink('history')}>{t('system.day.changes')}</Link>
            ) : (
              t(`system.day.${name}`)
            )}
          </span>
          <HourBars hours={hours} name={name} />
        </div>
      ))}
      <p className={styles['axis']} aria-hidden>
        {marks.map(({ at }) => (
          <span key={at}>{time(at)}</span>
        ))}
      </p>
    </div>
  );
};

const HourBars = ({ hours, name }: { hours: readonly SystemHour[]; name: (typeof dayRows)[number] }) => {
  const t = useT();
  const { number, time } = useFormats();
  const counts = hours.map(hour => hour[name]);
  const max = Math.max(1, ...counts);
  const describe = (at: string, count: number) => t('system.day.bar', { when: time(at), number: number(count) });
  return (
    <>
      <ul>
        {hours.map(({ at, [name]: count }) => (
          <li key={at} title={describe(at, count)} aria-hidden={count === 0 || undefined}>
            <span style={{ height: count === 0 ? 0 : `${Math.max(8, Math.round((100 * count) / max))}%` }} />
            {count > 0 && <span className="visually-hidden">{describe(at, count)}</span>}
          </li>
        ))}
      </ul>
      <span className={styles['total']}>{number(counts.reduce((total, count) => total + count, 0))}</span>
    </>
  );
};
