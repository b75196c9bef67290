import type { ExportFormat } from '#contract/bulk.ts';
import { buildListQuery, type ListRequest } from './bulkCalls.ts';
import { endpointsFor } from './endpointsFor.ts';
import type { Api, Download } from './http.ts';

interface ExportRequest {
  format: ExportFormat;
  /** The id of the export profile. */
  profile?: number | undefined;
  list: ListRequest;
  ids?: readonly number[] | undefined;
  signal?: AbortSignal;
  /** Bytes received; there is no total, because the server streams the file while creating it. */
  onProgress?: (receivedBytes: number) => void;
}

/** Downloads a list or a selection as a table file. @throws ApiError; AbortError when aborted */
export const downloadTable = (
  api: Api,
  resource: string,
  { format, profile, list, ids, signal, onProgress }: ExportRequest,
): Promise<Download> => {
  const { exportList, exportSelected } = endpointsFor(resource);
  const form = { format, ...(profile !== undefined && { profile: String(profile) }) };
  const options = { signal, onDownloadProgress: onProgress };
  if (!ids) return api.download(exportList, { query: { ...buildListQuery(list), ...form }, ...options });
  const query = { ...buildListQuery({ ...list, filter: {} }), ...form };
  return api.download(exportSelected, { query, body: { ids: [...ids] }, ...options });
};

const listRequests = new WeakMap<readonly unknown[], ListRequest>();

/** Stores the request that returned a page of records, because react-admin passes only the records to an exporter. */
export const rememberListRequest = (records: readonly unknown[], request: ListRequest): void =>
  void listRequests.set(records, request);

export const recallListRequest = (records: readonly unknown[]): ListRequest | undefined => listRequests.get(records);
