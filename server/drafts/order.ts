import { MAX_MOVES, type OrderDifference } from '#contract/drafts.ts';
import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';

const toIds = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** The list of moves is minimal, because items on a longest increasing subsequence stay in place. */
export const describeMoves = (
  before: unknown,
  after: unknown,
  nameOf: (id: number) => string | null = () => null,
): OrderDifference => {
  const positionsBefore = new Map(toIds(before).map((id, index) => [id, index]));
  const idsAfter = toIds(after);
  const oldPositions = idsAfter.map(id => positionsBefore.get(id) ?? null);
  const stayingPlaces = longestIncreasingSubsequence(oldPositions);
  const movedItems = idsAfter.flatMap((id, to) => {
    const from = oldPositions[to] ?? null;
    return from === null || stayingPlaces.has(to) ? [] : [{ id, from: from + 1, to: to + 1 }];
  });
  return {
    count: idsAfter.length,
    moved: movedItems.length,
    moves: movedItems.slice(0, MAX_MOVES).map(move => ({ ...move, name: nameOf(move.id) })),
  };
};

export const findMovedIds = (before: unknown, after: unknown): number[] =>
  [describeMoves(before, after), describeMoves(after, before)].flatMap(({ moves }) => moves.map(({ id }) => id));
