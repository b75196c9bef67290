import { z } from 'zod';
import { barcodeFault } from '../barcode.ts';
import { check, type Flags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

export const barcode = defineKind(
  <const O extends Flags>(options?: O) =>
    field(
      'barcode',
      {},
      options,
      check(z.string().trim(), value => {
        const fault = barcodeFault(value);
        return fault && `barcode.${fault}`;
      }),
    ),
  { filter: null, sample: (_, n) => String(1_000_000 + n) },
);
