import { Conversion, weightUnits } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';

export type StepKind = Conversion['kind'];

/** A conversion as typed, which may not be valid yet. */
export interface StepDraft {
  kind: StepKind;
  textByInput: Readonly<Record<string, string>>;
}

interface StepInput {
  name: 'separator' | 'at' | 'after' | 'before' | 'mark' | 'unit' | 'currency' | 'rate' | 'percent' | 'by' | 'order';
  choices?: readonly string[];
  isNumber?: true;
  /** An empty text counts as absent. */
  isOptional?: true;
}

export const stepInputs: Readonly<Record<StepKind, readonly StepInput[]>> = {
  part: [{ name: 'separator' }, { name: 'at', isNumber: true }],
  between: [
    { name: 'after', isOptional: true },
    { name: 'before', isOptional: true },
  ],
  digits: [],
  list: [{ name: 'separator' }],
  decimal: [{ name: 'mark', choices: [',', '.'] }],
  unit: [{ name: 'unit', choices: weightUnits }],
  currency: [{ name: 'currency' }],
  rate: [{ name: 'currency' }, { name: 'rate', isNumber: true }],
  withoutTax: [{ name: 'percent', isNumber: true }],
  multiply: [{ name: 'by', isNumber: true }],
  date: [{ name: 'order', choices: ['dmy', 'mdy', 'ymd'] }],
};

const initialTexts: Readonly<Partial<Record<StepKind, StepDraft['textByInput']>>> = {
  part: { separator: ',', at: '1' },
  list: { separator: '|' },
  decimal: { mark: ',' },
  unit: { unit: 'g' },
  currency: { currency: 'USD' },
  rate: { currency: 'USD' },
  withoutTax: { percent: '20' },
  date: { order: 'dmy' },
};

export const createStep = (kind: StepKind): StepDraft => ({ kind, textByInput: initialTexts[kind] ?? {} });

export const toStepDraft = (conversion: Conversion): StepDraft => ({
  kind: conversion.kind,
  textByInput: Object.fromEntries(
    stepInputs[conversion.kind].map(({ name }) => {
      const value = (conversion as Readonly<Record<string, unknown>>)[name];
      return [name, typeof value === 'number' ? String(value).replace('.', ',') : String(value ?? '')];
    }),
  ),
});

/** The conversion described by the inputs, or the names of the invalid inputs. */
export const parseStep = ({
  kind,
  textByInput,
}: StepDraft): { conversion: Conversion } | { invalidInputs: readonly string[] } => {
  const entries = stepInputs[kind].map(({ name, isNumber, isOptional }) => {
    const text = textByInput[name] ?? '';
    if (isNumber) return [name, text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))] as const;
    if (name === 'currency') return [name, text.trim().toUpperCase()] as const;
    return [name, isOptional && text === '' ? null : text] as const;
  });
  const values = Object.fromEntries(entries);
  const parseResult = Conversion.safeParse({ kind, ...values });
  // Rejects zero, because nobody multiplies by zero on purpose.
  if (parseResult.success) return values['by'] === 0 ? { invalidInputs: ['by'] } : { conversion: parseResult.data };
  return { invalidInputs: parseResult.error.issues.map(({ path }) => String(path[0])) };
};

const textSteps: readonly StepKind[] = ['part', 'between', 'digits'];
const stepsByKind: Readonly<Record<string, readonly StepKind[]>> = {
  number: ['decimal', 'multiply', 'part', 'between'],
  money: ['decimal', 'currency', 'rate', 'withoutTax', 'multiply', 'part', 'between'],
  date: ['date', 'part', 'between'],
  flag: ['part', 'between'],
  status: ['part', 'between'],
  choice: ['part', 'between'],
  reference: ['part', 'between'],
  references: ['list', 'part', 'between'],
  categories: ['list', 'part', 'between'],
};

/** Conversions that suit a field of this kind, most likely first. */
export const listSteps = ({ kind, unit }: ImportField): readonly StepKind[] => [
  ...(isWeight(unit) ? (['unit'] as const) : []),
  ...(stepsByKind[kind] ?? textSteps),
];

const isWeight = (unit: string | null): boolean => (weightUnits as readonly (string | null)[]).includes(unit);
