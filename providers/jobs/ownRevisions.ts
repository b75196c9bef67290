import type { QueryClient } from '@tanstack/react-query';
import type { PreparedImport } from '#contract/preparing.ts';

/** By upload and revision: the next revision, if a change by this window led to it. */
const revisionsByClient = new WeakMap<QueryClient, Map<string, number>>();

const getRevisions = (client: QueryClient): Map<string, number> => {
  const revisions = revisionsByClient.get(client) ?? new Map<string, number>();
  revisionsByClient.set(client, revisions);
  return revisions;
};

interface SeenUpload {
  id: number;
  /** The revision that was shown when the user made the change. */
  revision: number;
}

/** The revision to which this window's own changes have led since the user saw one, perhaps before it was drawn. */
export const getOwnRevision = (client: QueryClient, { id, revision }: SeenUpload): number => {
  const revisions = getRevisions(client);
  let current = revision;
  for (let next = revisions.get(`${id} ${current}`); next; next = revisions.get(`${id} ${next}`)) current = next;
  return current;
};

/**
 * Sends a change with the revision that the user has seen. If this window's own changes have led to a newer revision
 * since, sends that one instead. A change by somebody else in between is therefore still a conflict.
 */
export const sendAfterOwnChanges = async (
  client: QueryClient,
  seenUpload: SeenUpload,
  send: (revision: number) => Promise<PreparedImport>,
): Promise<PreparedImport> => {
  const current = getOwnRevision(client, seenUpload);
  const changedImport = await send(current);
  if (changedImport.revision === current + 1)
    getRevisions(client).set(`${seenUpload.id} ${current}`, changedImport.revision);
  return changedImport;
};
