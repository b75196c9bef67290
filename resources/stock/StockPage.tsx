import { type ReactNode, useCallback, useMemo } from 'react';
import { RouterProviderContext } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';
import { downloadTable, recallListRequest } from '#providers/http/exportCalls.ts';
import { saveBlob } from '#providers/http/saveBlob.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { FramedPage } from '#ui/Page.tsx';
import { StockTheme } from '#ui/StockTheme.tsx';
import { getListPath } from '../engine/resourcePaths.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { ScreenKind } from './createStockRoute.tsx';
import { FormContent } from './FormContent.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { ReadFailure } from './ReadFailure.tsx';
import { StockLoading } from './StockLoading.tsx';
import { stockRouter } from './stockRouter.tsx';
import './trustedTypes.ts';

interface StockPageProps {
  resource: ResourceName;
  kind: ScreenKind;
  children: ReactNode;
}

export const StockPage = ({ resource, kind, children }: StockPageProps) => {
  const { one, several } = useLabels(resource);
  useLiveRecords(resource);
  const readFailure = useMemo(() => <ReadFailure resource={resource} />, [resource]);
  const loading = useMemo(() => <StockLoading title={kind === 'list' ? several : one} />, [kind, several, one]);
  return (
    <RouterProviderContext value={stockRouter}>
      <StockTheme
        exporter={useExporter()}
        formContent={FormContent}
        readFailure={readFailure}
        loading={loading}
        saveLabel={kind === 'create' ? 'ra.action.create' : 'ra.action.save'}
      >
        <FramedPage
          headingId="react-admin-title"
          backLink={kind === 'list' ? null : { to: getListPath(resource), name: several }}
        >
          <LeaveGuard>{children}</LeaveGuard>
        </FramedPage>
      </StockTheme>
    </RouterProviderContext>
  );
};

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
