import type { ExportFormat } from '#contract/bulk.ts';
import { type ListRequest, queryOf } from './bulkCalls.ts';
import { callsOf } from './collectionCalls.ts';
import type { Api, Download } from './http.ts';

interface ExportRequest {
  format: ExportFormat;
  /** What matches, in this order; of a selection the order alone. */
  list: ListRequest;
  /** The records of a selection. */
  ids?: readonly number[] | undefined;
  signal: AbortSignal;
  /** Bytes that have come so far: how many there will be nobody knows while the file is made. */
  onProgress: (received: number) => void;
}

/** A list, or a selection, as a table file. @throws ApiError; an AbortError when it is given up */
export const downloadTable = (
  api: Api,
  resource: string,
  { format, list, ids, signal, onProgress }: ExportRequest,
): Promise<Download> => {
  const { exportList, exportSelected } = callsOf(resource);
  const options = { signal, onDownloadProgress: onProgress };
  if (!ids) return api.download(exportList, { query: { ...queryOf(list), format }, ...options });
  const query = { ...queryOf({ ...list, filter: {} }), format };
  return api.download(exportSelected, { query, body: { ids: [...ids] }, ...options });
};
