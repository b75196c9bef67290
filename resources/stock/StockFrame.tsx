import { type ReactNode, useCallback } from 'react';
import { AddNotificationContext, RouterProviderContext } from 'react-admin';
import { downloadTable, recallListRequest } from '#providers/http/exportCalls.ts';
import { saveBlob } from '#providers/http/saveBlob.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { StockTheme } from '#ui/StockTheme.tsx';
import { FormContent } from './FormContent.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { useReadFailure } from './ReadFailure.tsx';
import { listPagination, noRows } from './ReadRows.tsx';
import { StockLoading } from './StockLoading.tsx';
import { StayContext, stockRouter } from './stockRouter.tsx';
import './trustedTypes.ts';

interface StockFrameProps {
  /** The text of save buttons, as a message key. */
  saveLabel?: string | undefined;
  loading?: ReactNode;
  children: ReactNode;
}

/**
 * Lets react-admin's components work inside a page of one's own: with our theme and defaults, our addresses, the question
 * before unsaved changes are left, and the policy without which Trusted Types would stop their forms. The page's heading
 * stays its own.
 */
export const StockFrame = ({ saveLabel = 'ra.action.save', loading = untitledLoading, children }: StockFrameProps) => {
  const { addNotification, mustStay, failure } = useReadFailure();
  return (
    <RouterProviderContext value={stockRouter}>
      <StockTheme parts={parts} exporter={useExporter()} loading={loading} saveLabel={saveLabel}>
        <LeaveGuard>
          <AddNotificationContext value={addNotification}>
            <StayContext value={mustStay}>{failure ?? children}</StayContext>
          </AddNotificationContext>
        </LeaveGuard>
      </StockTheme>
    </RouterProviderContext>
  );
};

const parts = { formContent: FormContent, listPagination, noRows };

const untitledLoading = <StockLoading />;

const ALL_BY_ID = { filter: {}, sort: { field: 'id', order: 'ASC' } } as const;

/**
 * Replaces react-admin's exporter: the server exports all matching or selected records, with the column titles of our
 * own tables. Which of the two is meant depends on the records that the button has fetched.
 */
const useExporter = () => {
  const api = useApi();
  const notifyError = useNotifyError();
  return useCallback(
    async (records: { id: unknown }[], _related: unknown, _provider: unknown, resource = ''): Promise<void> => {
      const list = recallListRequest(records);
      const ids = list ? undefined : records.map(({ id }) => Number(id));
      try {
        const { blob, fileName } = await downloadTable(api, resource, {
          format: 'xlsx',
          list: list ?? ALL_BY_ID,
          ids,
        });
        saveBlob(blob, fileName ?? `${resource}.xlsx`);
      } catch (error) {
        if (!notifyError(error)) throw error;
      }
    },
    [api, notifyError],
  );
};
