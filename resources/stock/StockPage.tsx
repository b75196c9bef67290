import { type ReactNode, useMemo } from 'react';
import type { ResourceName } from '#contract/records.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { FramedPage } from '#ui/Page.tsx';
import { getListPath } from '../engine/resourcePaths.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { ScreenKind } from './createStockRoute.tsx';
import { StockFrame } from './StockFrame.tsx';
import { StockLoading } from './StockLoading.tsx';

interface StockPageProps {
  resource: ResourceName;
  kind: ScreenKind;
  children: ReactNode;
}

export const StockPage = ({ resource, kind, children }: StockPageProps) => {
  const { one, several } = useLabels(resource);
  useLiveRecords(resource);
  const loading = useMemo(() => <StockLoading title={kind === 'list' ? several : one} />, [kind, several, one]);
  return (
    <FramedPage
      headingId="react-admin-title"
      backLink={kind === 'list' ? null : { to: getListPath(resource), name: several }}
    >
      <StockFrame loading={loading} saveLabel={kind === 'create' ? 'ra.action.create' : undefined}>
        {children}
      </StockFrame>
    </FramedPage>
  );
};
