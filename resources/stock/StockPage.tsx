import { type ReactNode, useMemo } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import { useLocation, useParams } from 'react-router-dom';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { FramedPage } from '#ui/Page.tsx';
import { HistoryButton } from '../drafts/HistoryButton.tsx';
import { getListPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { withVisibleFields } from '../engine/withVisibleFields.tsx';
import { TrashLink } from '../trash/TrashLink.tsx';
import { TrashScreen } from '../trash/TrashScreen.tsx';
import { isTrashAddress } from '../trash/trashAddress.ts';
import type { ScreenKind } from './createStockRoute.tsx';
import { StockFrame } from './StockFrame.tsx';
import { StockLoading } from './StockLoading.tsx';

interface StockPageProps {
  definition: Definition;
  kind: ScreenKind;
  children: ReactNode;
}

export const StockPage = ({ definition, kind, children }: StockPageProps) => {
  const { name: resource } = definition;
  const { one, several } = useLabels(resource);
  const { search } = useLocation();
  useLiveRecords(resource);
  const isList = kind === 'list';
  const loading = useMemo(() => <StockLoading title={isList ? several : one} />, [isList, several, one]);
  if (isList && isTrashAddress(search)) return <TrashScreen definition={definition} />;
  return (
    <FramedPage
      headingId="react-admin-title"
      backLink={isList ? null : { to: getListPath(resource), name: several }}
      actions={isList ? <TrashLink resource={resource} /> : kind !== 'create' && <History definition={definition} />}
    >
      <StockFrame loading={loading} saveLabel={kind === 'create' ? 'ra.action.create' : undefined}>
        {children}
      </StockFrame>
    </FramedPage>
  );
};

const History = withVisibleFields(({ definition }) => {
  const id = Number(useParams()['id']);
  const { one } = useLabels(definition.name);
  // Read by the screen, unless its query has a `meta` of its own.
  const { data } = useGetOne<RaRecord<number>>(definition.name, { id }, { enabled: false });
  return <HistoryButton definition={definition} id={id} name={data ? definition.represent(data) : one} />;
});
