import { useSearchParams } from 'react-router-dom';
import { historyStatuses } from '#contract/drafts.ts';
import type { HistoryFilter } from '#providers/cache/draftQueries.ts';

/** Page state in the URL, so that it can be linked and survives a reload: the filter (§3) and the open draft. */
export interface HistoryAddress {
  filter: HistoryFilter;
  open: number | null;
  /** `replace` corrects an invalid URL without adding a history entry. */
  set: (changes: Partial<HistoryFilter>, options?: { replace: boolean }) => void;
  showDraft: (draft: number | null) => void;
}

const parseId = (text: string | null): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** A new filter resets the page, which may not exist in the new result. */
export const useHistoryAddress = (): HistoryAddress => {
  const [query, setQuery] = useSearchParams();
  const write = (values: Readonly<Record<string, unknown>>, replace: boolean) =>
    setQuery(
      before => {
        const next = new URLSearchParams(before);
        // Stays in this view when the open draft is closed.
        next.set('view', 'drafts');
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === null) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace },
    );
  const status = historyStatuses.find(statusOption => statusOption === query.get('status'));
  return {
    filter: { page: parseId(query.get('page')) ?? 1, user: parseId(query.get('user')) ?? undefined, status },
    open: parseId(query.get('draft')),
    set: (changes, { replace } = { replace: false }) => write({ page: undefined, ...changes }, replace),
    showDraft: draft => write({ draft }, true),
  };
};
