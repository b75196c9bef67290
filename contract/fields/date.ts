import { z } from 'zod';
import { type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

/** A calendar date, `YYYY-MM-DD`. Has no time zone, so it is the same day for every user. */
export const date = defineKind(<const O extends FieldFlags>(options?: O) => field('date', {}, options, z.iso.date()), {
  filter: 'range',
  querySchema: () => z.iso.date(),
  sample: (_, n) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10),
});
