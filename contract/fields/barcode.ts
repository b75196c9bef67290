import { z } from 'zod';
import { ANY_PREFIX, validateBarcode } from '../barcode.ts';
import { type FieldFlags, field, withCheck } from '../field.ts';
import { defineKind } from '../kind.ts';

interface BarcodeOptions extends FieldFlags {
  /** The prefixes of own codes that the settings allow. While they are not known, any prefix is accepted. */
  ownPrefixes?: readonly string[];
}

export const barcode = defineKind(
  <const O extends BarcodeOptions>(options?: O) => {
    const { ownPrefixes = [ANY_PREFIX] }: BarcodeOptions = options ?? {};
    return field(
      'barcode',
      {},
      options,
      withCheck(z.string().trim(), value => {
        const error = validateBarcode(value, ownPrefixes);
        return error && `barcode.${error}`;
      }),
    );
  },
  { filter: null, sample: (_, n) => String(1_000_000 + n) },
);
