import { z } from 'zod';
import { type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

/** A time set by the server, ISO 8601 in UTC. */
export const moment = defineKind(
  <const O extends Pick<FieldFlags, 'required'>>(options?: O) => ({
    ...field('moment', {}, options, z.iso.datetime()),
    readOnly: true as const,
  }),
  {
    filter: 'range',
    // A bound has its own UTC offset, because the user's day starts at local midnight.
    querySchema: () => z.iso.datetime({ offset: true }),
    sample: (_, n) => new Date(Date.UTC(2026, 1, 1 + n, 12)).toISOString(),
  },
);
