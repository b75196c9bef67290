import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { usePages } from '#providers/cache/usePages.ts';
import { ErrorNotifier } from '#providers/reporting/ErrorNotifier.tsx';

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <ErrorNotifier>{children}</ErrorNotifier>
  </QueryClientProvider>
);

it('[B202] asking for more ends when another search with a single page takes its place', async () => {
  const totals: Record<string, number> = { all: 2, few: 1 };
  const readPage = async (search: string, page: number) => {
    // Never answered, as on a slow network.
    if (search === 'all' && page === 2) await new Promise<never>(() => undefined);
    return { items: [{ id: page }], page, per_page: 1, total: totals[search] ?? 0 };
  };
  const usePagesOf = ({ search }: { search: string }) =>
    usePages({
      queryKey: [search],
      readPage: (page): ReturnType<typeof readPage> => readPage(search, page),
      getKey: ({ id }) => id,
    });
  const { result, rerender } = renderHook(usePagesOf, { wrapper, initialProps: { search: 'all' } });
  await waitFor(() => expect(result.current.more).not.toBeNull());
  act(() => result.current.more?.read());
  rerender({ search: 'few' });
  await waitFor(() => expect(result.current.isPlaceholderData).toBe(false));
  expect(result.current).toMatchObject({ items: [{ id: 1 }], more: null });
});
