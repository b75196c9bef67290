import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { buildHitsKey, useLiveHits } from '#providers/realtime/liveHits.ts';
import { inPlaceErrorMeta, useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';

const { matrices: matrixEndpoints } = endpoints;

export const PER_PAGE = 100;

const toHitList = (id: number) => ({ resource: 'matrices', id, field: 'products' });

export const useMatrixProducts = (id: number, page: number, search: string) => {
  const api = useApi();
  useLiveHits(toHitList(id), 'nomenclature');
  return useQuery({
    queryKey: [...buildHitsKey(toHitList(id)), page, search],
    queryFn: ({ signal }) =>
      api(matrixEndpoints.products, {
        params: { id },
        query: { page, per_page: PER_PAGE, ...(search && { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
};

export const useCandidates = (id: number, search: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['matrices', 'candidates', id, search],
    queryFn: ({ signal }) =>
      api(matrixEndpoints.candidates, { params: { id }, query: { per_page: 200, ...(search && { search }) }, signal }),
    placeholderData: keepPreviousData,
  });
};

export const useMatrixChanges = (id: number) => {
  const api = useApi();
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: buildHitsKey(toHitList(id)) }),
      client.invalidateQueries({ queryKey: ['matrices', 'candidates', id] }),
    ]);
  const params = { id };
  return {
    find: useMutation({
      mutationFn: (body: z.input<typeof matrixEndpoints.find.body>) => api(matrixEndpoints.find, { params, body }),
    }),
    add: useMutation({
      mutationFn: (ids: number[]) => api(matrixEndpoints.addProducts, { params, body: { ids } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (ids: number[]) => api(matrixEndpoints.removeProducts, { params, body: { ids } }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (body: { ids: number[]; before_id: number | null }) =>
        api(matrixEndpoints.moveProducts, { params, body }),
      onSuccess,
      // Here and not beside the call, because a search takes the buttons off the page while a move is on its way.
      onError: error => void notifyError(error),
    }),
  };
};
