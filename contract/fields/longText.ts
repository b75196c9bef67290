import { z } from 'zod';
import { type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

interface LongTextOptions extends FieldFlags {
  max?: number;
}

export const longText = defineKind(
  <const O extends LongTextOptions>(options?: O) => {
    const { max = 10_000 }: LongTextOptions = options ?? {};
    return field('longText', { max }, options, z.string().trim().min(1).max(max));
  },
  { filter: null, sample: (_, n) => `Первая строка ${n}\n «вторая» 🦔` },
);
