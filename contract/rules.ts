import type { z } from 'zod';
import type { FieldShape } from './field.ts';

type AnyFields = Readonly<Record<string, FieldShape>>;
type NameOf<F> = keyof F & string;
type ValuesOf<F extends AnyFields> = { [N in keyof F]: z.output<F[N]['schema']> };

/** A condition across fields of a record. */
export interface Rule<
  Name extends string = string,
  V = Readonly<Record<string, unknown>>,
  Fault extends string = string,
> {
  reads: readonly Name[];
  faultOf(values: V): Fault | undefined;
  /** The field that shows the fault. */
  at: Name;
}
/** The rules that fields of these can have. */
export type RulesOf<F extends AnyFields, Fault extends string> = readonly Rule<NameOf<F>, ValuesOf<F>, Fault>[];

/**
 * A rule of a record: form, single save, bulk edit and import all ask it, and show its fault at the field `at`.
 * @param faultOf the key of the fault's text, which stands under `faults` in the labels of the record
 */
export const rule = <F extends AnyFields, const N extends NameOf<F>, const Fault extends string>(
  reads: readonly N[],
  faultOf: (values: Pick<ValuesOf<F>, N>) => Fault | undefined,
  { at }: { at: NoInfer<N> },
): Rule<NameOf<F>, ValuesOf<F>, Fault> => ({ reads, faultOf, at });

/** A field that is meant only while the choice `field` is one of the words `is`, and may be required then. */
export const onlyWhen = <const F extends object>(
  field: string,
  is: readonly string[],
  meant: F,
  { required = false } = {},
): F & Pick<Required<FieldShape>, 'when'> => ({ ...meant, when: { field, is, required } });

type Values = Readonly<Record<string, unknown>>;

/** Whether a field is meant in a record: another field's word may rule it out. */
export const isMeant = ({ when }: Pick<FieldShape, 'when'>, record: Values): boolean =>
  !when || when.is.includes(String(record[when.field]));

/** What every rule about a field that lacks its value answers; its text is that of any required field. */
export const LACKING = 'required' as const;

/** A field that another one's word requires. */
const requirements = (fields: AnyFields): Rule[] =>
  Object.entries(fields).flatMap(([name, field]): Rule[] =>
    field.when?.required
      ? [
          {
            reads: [field.when.field, name],
            faultOf: values => (isMeant(field, values) && (values[name] ?? null) === null ? LACKING : undefined),
            at: name,
          },
        ]
      : [],
  );

/** The rules of a record, those included that its fields have by themselves. */
export const rulesOf = ({ fields, rules = [] }: Ruled): readonly Rule[] => [...requirements(fields), ...rules];

export interface Ruled {
  fields: AnyFields;
  rules?: readonly Rule[];
}

/**
 * The faults across the fields of a record as it would be, by the field that shows each. A rule is asked only where one
 * of its fields changes, so that a record from before the rule can still be edited elsewhere, and where all of them are
 * known: a guarded field is absent for some.
 * @param changed the fields that somebody writes
 */
export const ruleFaults = (
  ruled: Ruled,
  values: Values,
  changed: readonly string[] = Object.keys(values),
): Record<string, string> => {
  const faults: Record<string, string> = {};
  for (const { reads, faultOf, at } of rulesOf(ruled)) {
    const isAsked = reads.some(name => changed.includes(name)) && reads.every(name => values[name] !== undefined);
    const fault = isAsked ? faultOf(values) : undefined;
    if (fault) faults[at] ??= fault;
  }
  return faults;
};
