import { z } from 'zod';
import { type FieldFlags, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';

/** Yes or no. Never empty, so a checkbox can show every state. */
export const flag = defineKind(
  <const O extends Pick<FieldFlags, 'readOnly'>>(options?: O) => nonNullField('flag', {}, z.boolean(), options),
  {
    filter: 'flag',
    querySchema: () => z.stringbool(),
    isNeverEmpty: true,
    initial: () => false,
    sample: (_, n) => n % 2 === 1,
  },
);
