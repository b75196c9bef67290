import { z } from 'zod';
import { validateBarcode } from '../barcode.ts';
import { type FieldFlags, field, withCheck } from '../field.ts';
import { defineKind } from '../kind.ts';

export const barcode = defineKind(
  <const O extends FieldFlags>(options?: O) =>
    field(
      'barcode',
      {},
      options,
      withCheck(z.string().trim(), value => {
        const error = validateBarcode(value);
        return error && `barcode.${error}`;
      }),
    ),
  { filter: null, sample: (_, n) => String(1_000_000 + n) },
);
