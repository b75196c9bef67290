import type { ScheduleTime } from '#contract/importSchedules.ts';

/**
 * The first time after `now`. A daily time is the server's local time, even on days when the clocks change. Times that
 * were missed are skipped.
 */
export const computeNextTime = (time: ScheduleTime, now: Date): Date => {
  if (time.kind === 'interval') return new Date(now.getTime() + time.minutes * 60_000);
  const [hours = 0, minutes = 0] = time.time.split(':').map(Number);
  const getDay = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes);
  const today = getDay(0);
  return today > now ? today : getDay(1);
};
