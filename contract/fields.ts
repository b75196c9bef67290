import type { z } from 'zod';
import type { FieldShape } from './field.ts';
import type { Traits } from './kind.ts';
import * as kinds from './kinds.ts';

export type Kinds = typeof kinds;
export type Kind = keyof Kinds;

type Wide = Pick<FieldShape, 'schema' | 'readOnly'>;
type Made<K extends Kind> = ReturnType<Kinds[K]>;
/** The widest field of a kind, for whoever draws or stores any of them. */
export type Field<K extends Kind = Kind> = { [P in K]: Omit<Made<P>, 'schema' | 'readOnly'> & Wide }[K];
/** What a field of a kind holds while it is not empty. */
export type ValueOfKind<K extends Kind> = NonNullable<z.output<Made<K>['schema']>>;
export type Fields = Record<string, Field>;

const known: Readonly<Record<Kind, Traits<Field>>> = kinds;

/** What is known of the values of a field, whatever its kind. */
export const kindOf = ({ kind }: Pick<Field, 'kind'>): Traits<Field> => known[kind];

/** The value of a field in a record that does not set it; undefined where the server chooses it. */
export const initialValue = (field: Field): unknown => kindOf(field).initial(field);

const isOfKind = <K extends Kind>(field: Field, kind: K): field is Field & Field<K> => field.kind === kind;

/** The fields of a kind that has a part of its own to play in a record, such as the one picture that stands for it. */
export const fieldsOfKind = <K extends Kind>(fields: Fields, kind: K): [name: string, field: Field<K>][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field<K>][] =>
    isOfKind(field, kind) ? [[name, field]] : [],
  );
