/** The day of a moment where the person is, `YYYY-MM-DD`; nothing for what is no moment. */
export const dayOf = (moment: string): string => {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  return [String(at.getFullYear()).padStart(4, '0'), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
};

/** When a day begins where the person is, or its last millisecond; undefined for what is no day. */
export const momentOf = (day: string, edge: 'start' | 'end'): string | undefined => {
  const at = new Date(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');
