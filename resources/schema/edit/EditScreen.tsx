import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { ruleOf } from '#contract/routes.ts';
import { useLiveRecords } from '#providers/liveRecords.ts';
import { useCan, useProfile } from '#providers/profile.ts';
import { editAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import { EditorMissing, EditorSkeleton } from './EditorStates.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import type { EditedRecord } from './useSave.ts';

/** The editor of a record at `/{id}/{tab}` or `/{id}/edit`; without a tab it goes to the landing one (§2). */
export const EditScreen = ({ definition }: { definition: Definition }) => {
  const { id = '', tab } = useParams();
  const { tabs } = definition;
  if (tabs && !tab) return <ToLandingTab definition={definition} id={id} />;
  if (tabs && tab && !tabs[tab]) return <EditorMissing definition={definition} />;
  return <LoadedEditor key={id} definition={definition} id={Number(id)} tab={tab ?? null} />;
};

/** §2: the tab of the person's role; the first one they may open when that is closed to them. */
const ToLandingTab = ({ definition, id }: { definition: Definition; id: string }) => {
  const profile = useProfile();
  const may = useCan();
  const [query] = useSearchParams();
  const landing = definition.landing({ role: profile?.role.slug ?? '', query });
  const open = Object.keys(definition.tabs ?? {}).filter(tab => may(ruleOf(editAddress(definition, id, tab))?.access));
  const tab = open.includes(landing) ? landing : (open[0] ?? landing);
  return <Navigate to={editAddress(definition, id, tab)} replace />;
};

interface LoadedEditorProps {
  definition: Definition;
  id: number;
  tab: string | null;
}

/** Waits for the record once; from then on the editor holds what it opened with. */
const LoadedEditor = ({ definition, id, tab }: LoadedEditorProps) => {
  useLiveRecords(definition.name);
  const { data, error, refetch } = useGetOne<EditedRecord>(definition.name, { id }, { retry: false });
  const [opened, setOpened] = useState<EditedRecord | null>(null);
  if (data && !opened) setOpened(data);
  if (!opened && error) return <EditorMissing definition={definition} error={error} onRetry={() => void refetch()} />;
  if (!opened) return <EditorSkeleton definition={definition} />;
  return <RecordEditor definition={definition} opened={opened} current={data ?? opened} tab={tab} />;
};
