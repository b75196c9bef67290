import { z } from 'zod';
import { validateCode, validateSlug } from '../code.ts';
import { validateFolder, validateUrl } from '../destination.ts';
import { type FieldFlags, field, withCheck } from '../field.ts';
import { defineKind } from '../kind.ts';

const formatSchemas = {
  code: (line: z.ZodString) => withCheck(line, validateCode),
  slug: (line: z.ZodString) => withCheck(line, validateSlug),
  email: (line: z.ZodString) => line.toLowerCase().check(z.email()),
  url: (line: z.ZodString) => withCheck(line, validateUrl).meta({ format: 'uri' }),
  folder: (line: z.ZodString) => withCheck(line, validateFolder),
  digits: (line: z.ZodString) => withCheck(line, value => (/^\d+$/.test(value) ? null : 'digits')),
};

export type TextFormat = keyof typeof formatSchemas;

interface TextOptions extends FieldFlags {
  max?: number;
  format?: TextFormat;
  /** Digits and dashes matter, so an import must undo a spreadsheet's conversion to a number or date. */
  mayBeCode?: boolean;
}

const sampleFactories: Record<TextFormat, (n: number) => string> = {
  code: n => `code-${n}`,
  slug: n => `code-${n}`,
  email: n => `hedgehog-${n}@example.com`,
  url: n => `https://cafe-${n}.example.com/media`,
  folder: n => `code-${n}`,
  digits: String,
};

/**
 * A single line of text, trimmed. E-mail addresses are lower-cased; otherwise two accounts could differ only in case.
 */
export const text = defineKind(
  <const O extends TextOptions>(options?: O) => {
    const { max = 255, format, mayBeCode }: TextOptions = options ?? {};
    const line = z.string().trim().min(1).max(max);
    const kindOptions = { max, ...(format && { format }), ...(mayBeCode && { mayBeCode }) };
    return field('text', kindOptions, options, format ? formatSchemas[format](line) : line);
  },
  {
    filter: null,
    sample: ({ format, max }, n) => {
      if (format) return sampleFactories[format](n);
      const sample = `Ёж ${n}_%`;
      return sample.length <= max ? sample : String(n).slice(-max);
    },
  },
);
