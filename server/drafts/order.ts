import { type OrderDifference, SHOWN_MOVES } from '#contract/drafts.ts';
import { longestRise } from '#contract/longestRise.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** The moves that lead from one order to another, as few as can be: what keeps its place among the others is not moved. */
export const orderDifference = (
  before: unknown,
  after: unknown,
  nameOf: (id: number) => string | null = () => null,
): OrderDifference => {
  const was = new Map(idsOf(before).map((id, at) => [id, at]));
  const is = idsOf(after);
  const places = is.map(id => was.get(id) ?? null);
  const staying = longestRise(places);
  const moved = is.flatMap((id, to) => {
    const from = places[to] ?? null;
    return from === null || staying.has(to) ? [] : [{ id, from: from + 1, to: to + 1 }];
  });
  return {
    count: is.length,
    moved: moved.length,
    moves: moved.slice(0, SHOWN_MOVES).map(move => ({ ...move, name: nameOf(move.id) })),
  };
};

/** The products that are named of an order, there and back. */
export const movedIn = (before: unknown, after: unknown): number[] =>
  [orderDifference(before, after), orderDifference(after, before)].flatMap(({ moves }) => moves.map(({ id }) => id));
