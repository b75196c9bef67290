import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useBatchDays } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { toLocalDay, toMoment } from '#resources/list/days.ts';
import styles from './DayChart.module.css';
import { buildPersonRows, type ChartRow, listDays } from './dayRows.ts';
import type { BatchAddress } from './useBatchAddress.ts';

/** Days shown without dates in the filter. */
const DAYS = 30;

const shiftDay = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() + days);
  return toLocalDay(date.toISOString());
};

/** The days of the chart: those of the filter, or the last ones, in which the filter's days are then marked. */
const useWindow = ({ values: { since, until } }: BatchAddress) => {
  const today = toLocalDay(new Date().toISOString());
  const start = shiftDay(today, 1 - DAYS);
  const isWithin = (since ?? start) >= start && (until ?? today) <= today;
  return isWithin
    ? { first: start, last: today }
    : { first: since ?? shiftDay(until ?? today, 1 - DAYS), last: until ?? today };
};

/** Bars by day and person. A bar leads to its list, and days are brushed with the pointer or with Shift and the arrows. */
export const DayChart = ({ address }: { address: BatchAddress }) => {
  const t = useT();
  const { first, last } = useWindow(address);
  const { from: _from, to: _to, ...filter } = address.filter;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data, error } = useBatchDays({ ...filter, from: toMoment(first, 'start'), to: toMoment(last, 'end') }, zone);
  // The list below it says why nothing can be read.
  if (data?.days.length === 0 || (error && !data)) return null;
  const days = listDays(first, last);
  const rows = data ? buildPersonRows(data.days, days, t('batches.others')) : [];
  return (
    <section className={styles['chart']} aria-label={t('batches.chart')} aria-busy={!data}>
      <p className={styles['hint']}>{t('batches.chartHint')}</p>
      <Bars {...{ days, rows, address }} />
      <Axis days={days} />
    </section>
  );
};

const Axis = ({ days }: { days: readonly string[] }) => {
  const { dayOf } = useFormats();
  const marks = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)].filter(day => day !== undefined);
  return (
    <p className={styles['axis']} aria-hidden>
      {[...new Set(marks)].map(day => (
        <span key={day}>{dayOf(`${day}T12:00:00`)}</span>
      ))}
    </p>
  );
};

interface BarsProps {
  days: readonly string[];
  rows: readonly ChartRow[];
  address: BatchAddress;
}

const Bars = ({ days, rows, address }: BarsProps) => {
  const { values, set } = address;
  const [brush, setBrush] = useState<readonly [from: number, to: number] | null>(null);
  const selected = brush ?? findSelected(days, values);
  const select = ([from, to]: readonly [number, number]) =>
    set({ since: days[Math.min(from, to)], until: days[Math.max(from, to)] }, { replace: true });
  const { onClickCapture, ...pointer } = useBrush(days.length, brush, setBrush, select);
  const keys = useBarKeys({ days, selected, select });
  const max = Math.max(1, ...rows.flatMap(row => row.counts));
  return (
    <div className={styles['rows']} {...pointer} onClickCapture={onClickCapture} onKeyDown={keys.onKeyDown}>
      {rows.map((row, at) => (
        <Row key={row.user ?? 'others'} {...{ row, at, days, max, address }} isTabStop={keys.isTabStop} />
      ))}
      {selected && (
        <span
          className={styles['selection']}
          aria-hidden
          style={{
            insetInlineStart: `calc(var(--names) + (100% - var(--names)) * ${Math.min(...selected) / days.length})`,
            width: `calc((100% - var(--names)) * ${(Math.abs(selected[1] - selected[0]) + 1) / days.length})`,
          }}
        />
      )}
    </div>
  );
};

const findSelected = (
  days: readonly string[],
  { since, until }: BatchAddress['values'],
): readonly [number, number] | null => {
  if (since === undefined && until === undefined) return null;
  const from = since === undefined ? 0 : days.indexOf(since);
  const to = until === undefined ? days.length - 1 : days.indexOf(until);
  return from < 0 || to < 0 ? null : [from, to];
};

/** A drag over days selects them; a press without one is left to the bar below it. */
const useBrush = (
  count: number,
  brush: readonly [number, number] | null,
  setBrush: (brush: readonly [number, number] | null) => void,
  select: (range: readonly [number, number]) => void,
) => {
  const start = useRef<number | null>(null);
  const hasDragged = useRef(false);
  const dayAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const area = currentTarget.querySelector('[data-days]')?.getBoundingClientRect();
    if (!area || area.width === 0) return 0;
    return Math.max(0, Math.min(count - 1, Math.floor(((clientX - area.left) / area.width) * count)));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      start.current = dayAt(event);
      hasDragged.current = false;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null) return;
      const day = dayAt(event);
      if (day === start.current && !brush) return;
      hasDragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      setBrush([start.current, day]);
    },
    onPointerUp: () => {
      start.current = null;
      if (brush) select(brush);
      setBrush(null);
    },
    onPointerCancel: () => {
      start.current = null;
      setBrush(null);
    },
    onDragStart: (event: MouseEvent<HTMLElement>) => event.preventDefault(),
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (hasDragged.current) event.preventDefault();
      hasDragged.current = false;
    },
  };
};

interface BarKeys {
  days: readonly string[];
  selected: readonly [number, number] | null;
  select: (range: readonly [number, number]) => void;
}

/** One tab stop for all bars: arrows move among them, and Shift with the arrows selects days. */
const useBarKeys = ({ days, selected, select }: BarKeys) => {
  const [stop, setStop] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]');
    if (step === undefined || !bar) return;
    event.preventDefault();
    const [row = 0, day = 0] = (bar.dataset['bar'] ?? '').split(' ').map(Number);
    if (event.shiftKey && event.key.length > 7) {
      const [from, to] = selected ?? [day, day];
      select([from, Math.max(0, Math.min(days.length - 1, to + step))]);
      return;
    }
    const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')];
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const others = bars.filter(other => (Number(other.dataset['bar']?.split(' ')[0]) === row) === isSideways);
    const next = isSideways ? others[others.indexOf(bar) + step] : findNearest(others, row + step, day);
    if (!next) return;
    setStop(next.dataset['bar'] ?? null);
    next.focus();
  };
  return { onKeyDown, isTabStop: (key: string, isFirst: boolean) => (stop === null ? isFirst : stop === key) };
};

const findNearest = (bars: readonly HTMLElement[], row: number, day: number): HTMLElement | undefined => {
  const placed = bars.map(bar => ({ bar, place: (bar.dataset['bar'] ?? '').split(' ').map(Number) }));
  return placed
    .filter(({ place }) => place[0] === row)
    .toSorted((one, other) => Math.abs((one.place[1] ?? 0) - day) - Math.abs((other.place[1] ?? 0) - day))[0]?.bar;
};

interface RowProps {
  row: ChartRow;
  at: number;
  days: readonly string[];
  max: number;
  address: BatchAddress;
  isTabStop: (key: string, isFirst: boolean) => boolean;
}

const Row = ({ row, at, days, max, address, isTabStop }: RowProps) => {
  const t = useT();
  const { number, dayOf } = useFormats();
  const firstFilled = row.counts.findIndex(count => count > 0);
  return (
    <div className={styles['row']}>
      <span className={styles['name']}>{row.name}</span>
      <ul data-days>
        {days.map((day, index) => {
          const count = row.counts[index] ?? 0;
          const key = `${at} ${index}`;
          if (count === 0) return <li key={day} aria-hidden />;
          return (
            <li key={day}>
              <Link
                to={address.buildLink({ since: day, until: day, ...(row.user !== null && { user: row.user }) })}
                data-bar={key}
                tabIndex={isTabStop(key, at === 0 && index === firstFilled) ? 0 : -1}
                title={t('batches.bar', { name: row.name, day: dayOf(`${day}T12:00:00`), number: number(count) })}
                aria-label={t('batches.bar', { name: row.name, day: dayOf(`${day}T12:00:00`), number: number(count) })}
                draggable={false}
              >
                <span style={{ height: `${Math.max(8, Math.round((100 * count) / max))}%` }} />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
};
