import { decimal, type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

const amountLimits = { currency: 'RUB', min: 0, max: 99_999_999, decimals: 2 } as const;

/** Limits of all amounts of money, kept in one place so that base and project prices cannot differ. */
export const amounts = {
  limits: amountLimits,
  schema: decimal(amountLimits.min, amountLimits.max, amountLimits.decimals),
};

interface Amount {
  currency: 'RUB';
  min: number;
  max: number;
  decimals: 2;
  project?: number;
}

export const money = defineKind(
  <const O extends FieldFlags>(options?: O) =>
    field<'money', Amount, O, number>('money', amountLimits, options, amounts.schema),
  { filter: 'range', sample: (_, n) => n + 0.25 },
);
