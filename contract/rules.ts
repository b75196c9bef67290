import type { z } from 'zod';
import type { FieldShape } from './field.ts';
import { type Fields, getInitialValue } from './fields.ts';

type RuledFields = Readonly<Record<string, FieldShape>>;
type RuledFieldName<F> = keyof F & string;
type RuledValues<F extends RuledFields> = { [N in keyof F]: z.output<F[N]['schema']> };

export interface Rule<
  Name extends string = string,
  V = Readonly<Record<string, unknown>>,
  Fault extends string = string,
> {
  inputFields: readonly Name[];
  findError(values: V): Fault | undefined;
  errorField: Name;
}
export type RecordRules<F extends RuledFields, Fault extends string> = readonly Rule<
  RuledFieldName<F>,
  RuledValues<F>,
  Fault
>[];

/**
 * Declares a rule across fields. Forms, saves, bulk edits and imports all enforce the rule and show its error at the
 * field `errorField`, so that no kind of write can bypass the rule.
 * @param findError returns the key of the error text, below `faults` in the labels of the record
 */
export const rule = <F extends RuledFields, const N extends RuledFieldName<F>, const Fault extends string>(
  inputFields: readonly N[],
  findError: (values: Pick<RuledValues<F>, N>) => Fault | undefined,
  { errorField }: { errorField: NoInfer<N> },
): Rule<RuledFieldName<F>, RuledValues<F>, Fault> => ({ inputFields, findError, errorField });

export const onlyWhen = <const F extends object>(
  field: string,
  values: readonly string[],
  dependentField: F,
  { required = false } = {},
): F & Pick<Required<FieldShape>, 'when'> => ({ ...dependentField, when: { field, is: values, required } });

type FieldValues = Readonly<Record<string, unknown>>;

export const isApplicable = ({ when }: Pick<FieldShape, 'when'>, record: FieldValues): boolean =>
  !when || when.is.includes(String(record[when.field]));

/**
 * The empty values of the fields that do not apply to a record. Nobody could correct or remove what such a field holds,
 * since forms do not show it. Omits fields of which it is not known whether they apply, since guarded fields may be
 * missing.
 */
export const emptyInapplicable = ({ fields }: { fields: Fields }, record: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const isKnown = field.when && [name, field.when.field].every(one => record[one] !== undefined);
      return isKnown && !isApplicable(field, record) ? [[name, getInitialValue(field)]] : [];
    }),
  );

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
            inputFields: [field.when.field, name],
            findError: values =>
              isApplicable(field, values) && (values[name] ?? null) === null ? REQUIRED_ERROR : undefined,
            errorField: name,
          },
        ]
      : [],
  );

const listRules = ({ fields, rules = [] }: WithRules): readonly Rule[] => [...buildRequiredRules(fields), ...rules];

/** The fields whose stored values are needed to check the rules, and to know which fields apply. */
export const listRuledFields = (record: WithRules): string[] => [
  ...listRules(record).flatMap(({ inputFields }) => inputFields),
  ...Object.entries(record.fields).flatMap(([name, { when }]) => (when ? [when.field, name] : [])),
];

export interface WithRules {
  fields: RuledFields;
  rules?: readonly Rule[];
}

/**
 * Checks the rules against a record's new values. Returns errors by field. A rule runs only if one of its fields
 * changes, so that records older than the rule stay editable, and only if all its values are known, since guarded
 * fields may be missing.
 * @param changedNames the fields being written
 */
export const findRuleViolations = (
  record: WithRules,
  values: FieldValues,
  changedNames: readonly string[] = Object.keys(values),
): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const { inputFields, findError, errorField } of listRules(record)) {
    const isTriggered =
      inputFields.some(name => changedNames.includes(name)) && inputFields.every(name => values[name] !== undefined);
    const error = isTriggered ? findError(values) : undefined;
    if (error) errors[errorField] ??= error;
  }
  return errors;
};
