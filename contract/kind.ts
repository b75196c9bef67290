import type { z } from 'zod';
import type { FieldShape } from './field.ts';
import { queryId, queryNumber } from './query.ts';
import { isSame } from './values.ts';

export interface SampleTargets {
  ids: readonly number[];
  codes: readonly string[];
}

export type EditOp = 'add' | 'remove' | 'move' | 'replace';

export interface MultiValueTraits<F> {
  offers: readonly EditOp[];
  removedSchema?(field: F): z.ZodType;
  /** The schema of `within`, which limits an edit to some of the items, such as the items of one platform. */
  withinSchema?: z.ZodType;
  add(before: unknown, additions: unknown): unknown;
  remove?(before: unknown, removals: unknown): unknown;
}

type FilterTraits = 'any' | 'range' | 'flag' | null;

/**
 * The behaviour of a field kind that is the same on the client and the server. Rendering is in `resources/fields` and
 * storage in `server/records/kinds`, so that neither side depends on the other.
 */
export interface FieldTraits<F> {
  filter: FilterTraits;
  querySchema(field: F): z.ZodType;
  parameters: Readonly<Record<string, z.ZodType>>;
  /** The field is never empty, so a filter by emptiness would be useless. */
  isNeverEmpty: boolean;
  initial(field: F): unknown;
  isEqual(one: unknown, other: unknown): boolean;
  /** The patch that turns one value into another; undefined if nothing changed. */
  change(before: unknown, after: unknown): unknown;
  mergePatch(before: unknown, patch: unknown): unknown;
  /** Three-way merge of a value, so that two users can edit parts of the same value at once; undefined on conflict. */
  join(base: unknown, theirs: unknown, mine: unknown): unknown;
  /** Null for a kind with a single value, because a bulk edit can only replace it. */
  multiValue: MultiValueTraits<F> | null;
  optionWords(field: F): readonly string[] | null;
  target(field: F): string | null;
  sample(field: F, n: number, targets: SampleTargets): unknown;
}

type FieldFactory = (...args: never[]) => FieldShape;
/** A kind is both a field factory and its traits, so that records and registries use one name. */
export type DefinedKind<M extends FieldFactory = FieldFactory> = M & FieldTraits<ReturnType<M>>;
type KindOptions<F> = Pick<FieldTraits<F>, 'filter' | 'sample'> & Partial<FieldTraits<F>>;

export const defineKind = <M extends FieldFactory, const F extends FilterTraits>(
  factory: M,
  traits: KindOptions<ReturnType<M>> & { filter: F },
): DefinedKind<M> & { filter: F } =>
  Object.assign(factory, {
    querySchema: () => (traits.filter === 'range' ? queryNumber : queryId),
    parameters: {},
    isNeverEmpty: false,
    initial: () => null,
    isEqual: isSame,
    change: (before: unknown, after: unknown) => {
      const isEqual = traits.isEqual ?? isSame;
      return isEqual(before, after) ? undefined : after;
    },
    mergePatch: (_: unknown, patch: unknown) => patch,
    join: () => undefined,
    multiValue: null,
    optionWords: () => null,
    target: () => null,
    ...traits,
  });
