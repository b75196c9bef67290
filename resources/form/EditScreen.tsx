import { useState } from 'react';
import { HttpError, useGetOne } from 'react-admin';
import { Navigate, useMatches, useParams } from 'react-router-dom';
import { useIsDeleted } from '#providers/cache/deletedRecord.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { getEditPath } from '../engine/resourcePaths.ts';
import type { ScreenHandle } from '../engine/routes.tsx';
import type { Definition } from '../engine/types.ts';
import { EditorSkeleton, EditorUnavailable } from './EditorStates.tsx';
import { useDefaultTab, useOpenTabs } from './editorPaths.ts';
import { useRememberTab } from './lastTab.ts';
import { RecordEditor } from './RecordEditor.tsx';
import type { EditedRecord } from './useSave.ts';

/**
 * The editor of a record at `/{id}/{tab}` or `/{id}/edit`. §2: an address without a tab redirects to the default tab.
 * If the user may not open that tab, its guard redirects to the start page.
 */
export const EditScreen = ({ definition }: { definition: Definition }) => {
  const { id = '' } = useParams();
  const { tab } = (useMatches().at(-1)?.handle ?? {}) as Partial<ScreenHandle>;
  const { tabs } = definition;
  const defaultTab = useDefaultTab(definition);
  const isLanding = tabs && !tab;
  const currentTab = tab ?? defaultTab;
  const isOpen = useOpenTabs(definition).includes(currentTab ?? '');
  if (!/^[1-9]\d*$/.test(id)) return <EditorUnavailable definition={definition} />;
  return (
    <>
      {isLanding && <Navigate to={getEditPath(definition, id, defaultTab ?? undefined)} replace />}
      {/* Stays mounted during the redirect to the default tab, so that a form that is already open here keeps its
          state. */}
      {(isOpen || !tabs) && <LoadedEditor key={Number(id)} definition={definition} id={Number(id)} tab={currentTab} />}
    </>
  );
};

interface LoadedEditorProps {
  definition: Definition;
  id: number;
  tab: string | null;
}

/** Waits for the record only once, so that later refetches never replace the form. */
const LoadedEditor = ({ definition, id, tab }: LoadedEditorProps) => {
  useLiveRecords(definition.name);
  useRememberTab(definition.name, tab);
  const isDeleted = useIsDeleted(definition.name, id);
  const { data, error, refetch } = useGetOne<EditedRecord>(definition.name, { id }, { retry: false });
  const [openedRecord, setOpenedRecord] = useState<EditedRecord | null>(null);
  if (data && !openedRecord) setOpenedRecord(data);
  const isMissing = error instanceof HttpError && error.status === 404;
  if (!openedRecord && error)
    return <EditorUnavailable definition={definition} id={id} error={error} onRetry={() => void refetch()} />;
  if (!openedRecord) return <EditorSkeleton definition={definition} />;
  return (
    <RecordEditor
      {...{ definition, openedRecord, tab }}
      current={data ?? openedRecord}
      isDeleted={isDeleted || isMissing}
    />
  );
};
