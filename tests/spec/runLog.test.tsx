import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLogSearch } from '#src/pages/jobs/useLogSearch.ts';

const lines = Array.from({ length: 100_000 }, (_, at) => ({ seq: at + 1 }));
type Line = (typeof lines)[number];

/** How often a line was looked at, each look taking a hundredth of a millisecond. */
let looks = 0;
const looksFor = (found: (seq: number) => boolean) => (line: Line) => {
  looks += 1;
  return found(line.seq);
};
const withSlowLooks = () => {
  looks = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + looks / 100);
};
afterEach(() => vi.restoreAllMocks());

interface Props {
  lines: readonly Line[];
  isWanted: ((line: Line) => boolean) | null;
}
const search = (isWanted: (line: Line) => boolean) => {
  const drawn = new Set<readonly Line[]>();
  const hook = renderHook(
    (props: Props) => {
      const found = useLogSearch(props.lines, props.isWanted);
      drawn.add(found);
      return found;
    },
    { initialProps: { lines, isWanted } as Props },
  );
  return { ...hook, drawn };
};

describe('The log of a run', () => {
  it('[I26] is searched a few milliseconds at a time, and what an older query would find is never drawn', async () => {
    withSlowLooks();
    const { result, rerender, drawn } = search(looksFor(seq => seq % 7 === 0));
    expect(looks).toBeLessThan(2000);
    expect(result.current).toBe(lines);
    rerender({ lines, isWanted: looksFor(seq => seq >= 99_999) });
    expect(looks).toBeLessThan(4000);
    await waitFor(() => expect(result.current).toEqual([{ seq: 99_999 }, { seq: 100_000 }]));
    expect(looks).toBeLessThan(104_000);
    expect(drawn.size).toBe(2);
    rerender({ lines, isWanted: null });
    expect(result.current).toBe(lines);
  });

  it('[I26] that grows is searched on from where it ended before; another one from its start', async () => {
    looks = 0;
    const isWanted = looksFor(seq => seq % 50_000 === 0);
    const { result, rerender } = search(isWanted);
    await waitFor(() => expect(result.current).toEqual([{ seq: 50_000 }, { seq: 100_000 }]));
    expect(looks).toBe(100_000);
    rerender({ lines: [...lines, { seq: 100_001 }, { seq: 150_000 }], isWanted });
    await waitFor(() => expect(result.current).toEqual([{ seq: 50_000 }, { seq: 100_000 }, { seq: 150_000 }]));
    expect(looks).toBe(100_002);
    rerender({ lines: [{ seq: 50_000 }, { seq: 50_001 }], isWanted });
    await waitFor(() => expect(result.current).toEqual([{ seq: 50_000 }]));
  });
});
