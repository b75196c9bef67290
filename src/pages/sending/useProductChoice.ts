import { useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SendingFilter } from '#contract/sending.ts';
import type { ForecastRequest } from '#providers/jobs/sending.ts';
import { useListSelection } from '#resources/list/selection.ts';

export const productSources = ['all', 'matrix', 'filter', 'selected'] as const;
export type ProductSource = (typeof productSources)[number];

export interface ProductChoiceState {
  source: ProductSource;
  choose: (source: ProductSource) => void;
  matrixId: number | null;
  chooseMatrix: (id: number | null) => void;
  filter: SendingFilter | null;
  selectedIds: readonly number[];
}

/** Starts from the address, so that lists and matrices can link here: `?matrix=3`, `?filter={…}` or `?selected=1`. */
export const useProductChoice = (): ProductChoiceState => {
  const [query] = useSearchParams();
  const selection = useListSelection('nomenclature');
  const selectedIds = useSyncExternalStore(selection.subscribe, selection.ids);
  const filter = parseFilter(query.get('filter'));
  const [matrixId, setMatrixId] = useState(() => Number(query.get('matrix')) || null);
  const [source, setSource] = useState<ProductSource>(() => {
    if (matrixId !== null) return 'matrix';
    if (filter) return 'filter';
    return query.has('selected') && selectedIds.length > 0 ? 'selected' : 'all';
  });
  return { source, choose: setSource, matrixId, chooseMatrix: setMatrixId, filter, selectedIds };
};

const parseFilter = (text: string | null): SendingFilter | null => {
  try {
    return SendingFilter.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
};

export const toProductSelection = ({
  source,
  matrixId,
  filter,
  selectedIds,
}: ProductChoiceState): Omit<ForecastRequest, 'cafe_ids'> | null => {
  if (source === 'all') return { all: true };
  if (source === 'matrix') return matrixId === null ? null : { matrix_id: matrixId };
  if (source === 'filter') return filter && { filter };
  return selectedIds.length > 0 ? { product_ids: [...selectedIds] } : null;
};
