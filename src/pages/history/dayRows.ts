import { MAX_CHART_DAYS } from '#contract/batches.ts';
import { toLocalDay } from '#resources/list/days.ts';

export interface ChartRow {
  name: string;
  /** Null for the people who are not shown by name. */
  user: number | null;
  /** One number a day. */
  counts: number[];
}

/** People shown by name; the others share a row. */
const MAX_PEOPLE = 5;

interface DayCount {
  day: string;
  user: { id: number; name: string };
  batches: number;
}

/** The local days between two, both included; at most as many as a chart has. */
export const listDays = (first: string, last: string): string[] => {
  const days: string[] = [];
  const date = new Date(`${last}T12:00:00`);
  while (days.length < MAX_CHART_DAYS) {
    const day = toLocalDay(date.toISOString());
    if (day < first) break;
    days.unshift(day);
    date.setDate(date.getDate() - 1);
  }
  return days;
};

/** One row a person, those with the most batches first. */
export const buildPersonRows = (
  counts: readonly DayCount[],
  days: readonly string[],
  othersName: string,
): ChartRow[] => {
  const rows = new Map<number, ChartRow>();
  for (const { day, user, batches } of counts) {
    const at = days.indexOf(day);
    if (at < 0) continue;
    const row = rows.get(user.id) ?? { name: user.name, user: user.id, counts: days.map(() => 0) };
    row.counts[at] = (row.counts[at] ?? 0) + batches;
    rows.set(user.id, row);
  }
  const sorted = [...rows.values()].toSorted((row, other) => sum(other.counts) - sum(row.counts));
  const others = sorted.slice(MAX_PEOPLE);
  if (others.length === 0) return sorted;
  const shared = days.map((_, at) => sum(others.map(row => row.counts[at] ?? 0)));
  return [...sorted.slice(0, MAX_PEOPLE), { name: othersName, user: null, counts: shared }];
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
