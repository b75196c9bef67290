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
  signal?: AbortSignal;
  /** Bytes that have come so far: how many there will be nobody knows while the file is made. */
  onProgress?: (received: number) => void;
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

const listings = new WeakMap<readonly unknown[], ListRequest>();

/** Takes note of what records were asked for by: react-admin gives its exporters no more than the records. */
export const rememberListing = (records: readonly unknown[], request: ListRequest): void =>
  void listings.set(records, request);

/** The list that these very records are a page of, if they are of one. */
export const listingOf = (records: readonly unknown[]): ListRequest | undefined => listings.get(records);
