import type { z } from 'zod';
import type { FieldShape } from './field.ts';
import { queryId, queryNumber } from './query.ts';
import { isSame } from './values.ts';

/** Records that a sample may name. */
export interface SampleTargets {
  ids: readonly number[];
  codes: readonly string[];
}

type Filter = 'any' | 'range' | 'flag' | null;

/**
 * What a kind of field knows of its values: all that both sides need and neither a screen nor a table decides. How it is
 * drawn stands in `resources/fields`, how it is stored in `server/records/kinds`.
 */
export interface Traits<F> {
  /** How lists are filtered by it: any of some values, a range, yes or no, or not at all. */
  filter: Filter;
  /** A value, or a bound, of that filter in a query. */
  asked(field: F): z.ZodType;
  /** Parameters of the filter besides, by what follows the field's name and an underscore. */
  parameters: Readonly<Record<string, z.ZodType>>;
  /** It has a value whatever is written, so that nobody looks for records without one. */
  isNeverEmpty: boolean;
  /** The value of a record that does not set it; undefined where the server chooses it. */
  initial(field: F): unknown;
  /** Whether two values are one to a person. */
  isEqual(one: unknown, other: unknown): boolean;
  /** What a change from one value to another has to carry; undefined where there is nothing to change. */
  change(before: unknown, after: unknown): unknown;
  /** What a record has once a patch is written over what it had. */
  over(before: unknown, patch: unknown): unknown;
  /** A value with my change and theirs; undefined where they contradict each other. */
  join(base: unknown, theirs: unknown, mine: unknown): unknown;
  /** Its values are among these words. */
  words(field: F): readonly string[] | null;
  /** The resource whose records it names. */
  target(field: F): string | null;
  /** The `n`th value, unlike the others where there are enough of them. */
  sample(field: F, n: number, targets: SampleTargets): unknown;
}

type Make = (...of: never[]) => FieldShape;
/** A kind makes fields and carries its traits, so that one name serves records and registries. */
export type DefinedKind<M extends Make = Make> = M & Traits<ReturnType<M>>;
type Given<F> = Pick<Traits<F>, 'filter' | 'sample'> & Partial<Traits<F>>;

/** Declares a kind; what most of them share may be left out. */
export const defineKind = <M extends Make, const F extends Filter>(
  make: M,
  traits: Given<ReturnType<M>> & { filter: F },
): DefinedKind<M> & { filter: F } =>
  Object.assign(make, {
    asked: () => (traits.filter === 'range' ? queryNumber : queryId),
    parameters: {},
    isNeverEmpty: false,
    initial: () => null,
    isEqual: isSame,
    change: (before: unknown, after: unknown) => {
      const isEqual = traits.isEqual ?? isSame;
      return isEqual(before, after) ? undefined : after;
    },
    over: (_: unknown, patch: unknown) => patch,
    join: () => undefined,
    words: () => null,
    target: () => null,
    ...traits,
  });
