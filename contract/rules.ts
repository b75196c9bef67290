import type { z } from 'zod';
import type { FieldShape } from './field.ts';

type RuledFields = Readonly<Record<string, FieldShape>>;
type RuledFieldName<F> = keyof F & string;
type RuledValues<F extends RuledFields> = { [N in keyof F]: z.output<F[N]['schema']> };

export interface Rule<
  Name extends string = string,
  V = Readonly<Record<string, unknown>>,
  Fault extends string = string,
> {
  reads: readonly Name[];
  faultOf(values: V): Fault | undefined;
  at: Name;
}
export type RecordRules<F extends RuledFields, Fault extends string> = readonly Rule<
  RuledFieldName<F>,
  RuledValues<F>,
  Fault
>[];

/**
 * Declares a rule across fields. Form, save, bulk edit and import all enforce the rule and show its error at the field
 * `at`, so that no kind of write can bypass it.
 * @param faultOf returns the key of the error text, below `faults` in the labels of the record
 */
export const rule = <F extends RuledFields, const N extends RuledFieldName<F>, const Fault extends string>(
  reads: readonly N[],
  faultOf: (values: Pick<RuledValues<F>, N>) => Fault | undefined,
  { at }: { at: NoInfer<N> },
): Rule<RuledFieldName<F>, RuledValues<F>, Fault> => ({ reads, faultOf, at });

export const onlyWhen = <const F extends object>(
  field: string,
  is: readonly string[],
  meant: F,
  { required = false } = {},
): F & Pick<Required<FieldShape>, 'when'> => ({ ...meant, when: { field, is, required } });

type FieldValues = Readonly<Record<string, unknown>>;

export const isApplicable = ({ when }: Pick<FieldShape, 'when'>, record: FieldValues): boolean =>
  !when || when.is.includes(String(record[when.field]));

/**
 * The error of an empty field that is required under a condition. Its text is the same as for other required fields,
 * since the user sees no difference.
 */
export const REQUIRED_ERROR = 'required' as const;

const buildRequiredRules = (fields: RuledFields): Rule[] =>
  Object.entries(fields).flatMap(([name, field]): Rule[] =>
    field.when?.required
      ? [
          {
            reads: [field.when.field, name],
            faultOf: values =>
              isApplicable(field, values) && (values[name] ?? null) === null ? REQUIRED_ERROR : undefined,
            at: name,
          },
        ]
      : [],
  );

const listRules = ({ fields, rules = [] }: WithRules): readonly Rule[] => [...buildRequiredRules(fields), ...rules];

export interface WithRules {
  fields: RuledFields;
  rules?: readonly Rule[];
}

/**
 * Checks the rules against a record's new values. Returns errors by field. A rule runs only if one of its fields
 * changes, so that records older than the rule stay editable, and only if all its values are known, since guarded
 * fields may be missing.
 * @param changed the fields being written
 */
export const findRuleViolations = (
  ruled: WithRules,
  values: FieldValues,
  changed: readonly string[] = Object.keys(values),
): Record<string, string> => {
  const faults: Record<string, string> = {};
  for (const { reads, faultOf, at } of listRules(ruled)) {
    const isTriggered = reads.some(name => changed.includes(name)) && reads.every(name => values[name] !== undefined);
    const fault = isTriggered ? faultOf(values) : undefined;
    if (fault) faults[at] ??= fault;
  }
  return faults;
};
