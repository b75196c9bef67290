/** The local date of a timestamp as `YYYY-MM-DD`; empty if the timestamp is invalid. */
export const toLocalDay = (moment: string): string => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return [
    String(date.getFullYear()).padStart(4, '0'),
    padTwoDigits(date.getMonth() + 1),
    padTwoDigits(date.getDate()),
  ].join('-');
};

/** Rejects the years 2 to 202, which a browser reports while 2026 is being typed. */
export const isWholeDay = (day: string): boolean => day >= '1000-01-01';

/** The first or last millisecond of a local day as ISO text; undefined for an invalid or partly typed date. */
export const toMoment = (day: string, edge: 'start' | 'end'): string | undefined => {
  const date = new Date(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}`);
  return Number.isNaN(date.getTime()) || !isWholeDay(day) ? undefined : date.toISOString();
};

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');
