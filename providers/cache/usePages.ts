import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inPlaceErrorMeta, useNotifyError } from '../reporting/ErrorNotifier.tsx';

interface ListedPage {
  items: readonly unknown[];
  page: number;
  per_page: number;
  total: number;
}

interface PagesOptions<P extends ListedPage> {
  queryKey: QueryKey;
  readPage: (page: number, signal: AbortSignal) => Promise<P>;
  getKey: (item: P['items'][number]) => number;
}

/** A list that grows by one page at a time and is refetched as a whole. `more` is null on the last page. */
export const usePages = <P extends ListedPage>({ queryKey, readPage, getKey }: PagesOptions<P>) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isPlaceholderData } = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
  const notifyError = useNotifyError();
  const [isReading, setReading] = useState(false);
  // Repeats the request if a refetch has cancelled it, so that the user need not press again. Another search may have no
  // further page.
  const readMore = async (): Promise<void> => {
    setReading(true);
    let result = await fetchNextPage();
    while (result.hasNextPage && !result.isError && result.data?.pages.length === data?.pages.length)
      result = await fetchNextPage({ cancelRefetch: false });
    setReading(false);
    // The pages that were read stay on the screen, so that no other part of it shows the failure.
    if (result.isError) notifyError(result.error);
  };
  // If an item is added between two page requests, the others shift, so an item may be on both pages.
  const all = data?.pages.flatMap((page): P['items'][number][] => [...page.items]);
  const items = all && [...new Map(all.map(item => [getKey(item), item])).values()];
  return {
    items,
    firstPage: data?.pages[0],
    error,
    retry: () => void refetch(),
    isPlaceholderData,
    more: hasNextPage ? { isReading, read: () => void readMore() } : null,
  };
};
