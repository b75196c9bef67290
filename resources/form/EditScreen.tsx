import { useState } from 'react';
import { HttpError, useGetOne } from 'react-admin';
import { Navigate, useMatches, useParams } from 'react-router-dom';
import { useIsDeleted } from '#providers/cache/deletedRecord.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { editAddress } from '../engine/addresses.ts';
import type { ScreenHandle } from '../engine/routes.tsx';
import type { Definition } from '../engine/types.ts';
import { EditorMissing, EditorSkeleton } from './EditorStates.tsx';
import { useDefaultTab } from './editorAddresses.ts';
import { RecordEditor } from './RecordEditor.tsx';
import type { EditedRecord } from './useSave.ts';

/**
 * The editor of a record at `/{id}/{tab}` or `/{id}/edit`. §2: an address without a tab redirects to the default one.
 */
export const EditScreen = ({ definition }: { definition: Definition }) => {
  const { id = '' } = useParams();
  const { tab } = (useMatches().at(-1)?.handle ?? {}) as Partial<ScreenHandle>;
  const { tabs } = definition;
  const defaultTab = useDefaultTab(definition, id);
  const isLanding = tabs && !tab;
  const shown = isLanding ? defaultTab : (tab ?? null);
  return (
    <>
      {isLanding && <Navigate to={editAddress(definition, id, shown ?? definition.defaultTab(nobody))} replace />}
      {/* Mounted across the redirect to the default tab, so that a form already open here keeps its state. */}
      {(shown || !tabs) && <LoadedEditor key={Number(id)} definition={definition} id={Number(id)} tab={shown} />}
    </>
  );
};

/** Without an open tab any tab will do: its guarded address shows the access notice. */
const nobody = { role: '', query: new URLSearchParams() };

interface LoadedEditorProps {
  definition: Definition;
  id: number;
  tab: string | null;
}

/** Waits for the record only once, so that later refetches never replace the form. */
const LoadedEditor = ({ definition, id, tab }: LoadedEditorProps) => {
  useLiveRecords(definition.name);
  const isDeleted = useIsDeleted(definition.name, id);
  const { data, error, refetch } = useGetOne<EditedRecord>(definition.name, { id }, { retry: false });
  const [opened, setOpened] = useState<EditedRecord | null>(null);
  if (data && !opened) setOpened(data);
  const isMissing = error instanceof HttpError && error.status === 404;
  if (!opened && error)
    return <EditorMissing definition={definition} id={id} error={error} onRetry={() => void refetch()} />;
  if (!opened) return <EditorSkeleton definition={definition} />;
  return <RecordEditor {...{ definition, opened, tab }} current={data ?? opened} isDeleted={isDeleted || isMissing} />;
};
