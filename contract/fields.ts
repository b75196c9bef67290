import type { z } from 'zod';
import type { FieldShape } from './field.ts';
import type { FieldTraits } from './kind.ts';
import * as kinds from './kinds.ts';

export type Kinds = typeof kinds;
export type Kind = keyof Kinds;

type WideField = Pick<FieldShape, 'schema' | 'readOnly'>;
type FieldByKind<K extends Kind> = ReturnType<Kinds[K]>;
export type Field<K extends Kind = Kind> = { [P in K]: Omit<FieldByKind<P>, 'schema' | 'readOnly'> & WideField }[K];
export type ValueOfKind<K extends Kind> = NonNullable<z.output<FieldByKind<K>['schema']>>;
export type Fields = Record<string, Field>;

const kindRegistry: Readonly<Record<Kind, FieldTraits<Field>>> = kinds;

export const isKind = (name: string): name is Kind => Object.hasOwn(kindRegistry, name);

export const getKindTraits = ({ kind }: Pick<Field, 'kind'>): FieldTraits<Field> => kindRegistry[kind];

export const getInitialValue = (field: Field): unknown => getKindTraits(field).initial(field);

const isOfKind = <K extends Kind>(field: Field, kind: K): field is Field & Field<K> => field.kind === kind;

/** Remembered, because an import asks for each of its rows. */
const fieldsOfKinds = new WeakMap<Fields, Map<Kind, readonly [name: string, field: Field][]>>();

export const listFieldsOfKind = <K extends Kind>(fields: Fields, kind: K) => {
  const ofKinds = fieldsOfKinds.get(fields) ?? new Map<Kind, readonly [name: string, field: Field][]>();
  fieldsOfKinds.set(fields, ofKinds);
  const found = ofKinds.get(kind) ?? Object.entries(fields).filter(([, field]) => isOfKind(field, kind));
  ofKinds.set(kind, found);
  return found as readonly [name: string, field: Field<K>][];
};
