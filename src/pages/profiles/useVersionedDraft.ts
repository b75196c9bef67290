import { useMemo, useState } from 'react';
import { isSame } from '#contract/values.ts';
import { useAutosavedDraft } from '#resources/form/useAutosavedDraft.ts';

interface DraftEdit<Content> {
  /** The content as it was when editing began; without a version if it is not stored yet. */
  base: { content: Content; version: number | null };
  typed: Content;
}

interface DraftOptions<Content> {
  resource: string;
  id: number | null;
  stored: DraftEdit<Content>['base'];
  /** Changes that are there from the beginning, such as a copy of something else. */
  initial?: Content | undefined;
}

/** Content that is edited and saved as a whole. Without unsaved changes, it follows the stored content. */
export const useVersionedDraft = <Content extends object>({ resource, id, stored, initial }: DraftOptions<Content>) => {
  const [edit, setEdit] = useState<DraftEdit<Content> | null>(initial ? { base: stored, typed: initial } : null);
  const contents = useMemo(
    () => ({ version: edit?.base.version ?? null, base: { ...edit?.base.content }, typed: { ...edit?.typed } }),
    [edit],
  );
  const { autosaver, draft, settle: removeDraft } = useAutosavedDraft(resource, id, contents);
  const change = (changes: Partial<Content>) =>
    setEdit(before => {
      const base = before?.base ?? stored;
      const typed = { ...(before?.typed ?? stored.content), ...changes };
      return isSame(base.content, typed) ? null : { base, typed };
    });
  return {
    content: edit?.typed ?? stored.content,
    /** The version that the changes belong to. */
    version: edit ? edit.base.version : stored.version,
    isChanged: edit !== null,
    /** Whether a colleague has saved the content since the first change. */
    isOutdated:
      edit !== null && (stored.version ?? 0) > (edit.base.version ?? 0) && !isSame(stored.content, edit.typed),
    change,
    discard: () => setEdit(null),
    /** After a save: what was typed since it was sent stays as an edit of the saved content. */
    settle: (sent: Content, saved: DraftEdit<Content>['base']) =>
      setEdit(before => (before && !isSame(before.typed, sent) ? { base: saved, typed: before.typed } : null)),
    autosaver,
    /** Unsaved changes from a closed tab; null if there are none. */
    left: draft && {
      at: draft.at,
      drop: removeDraft,
      restore: () => {
        // The cast is safe: autosave stores arbitrary JSON, but only this hook writes these entries.
        const { base, version, typed } = draft;
        setEdit({ base: { content: base, version }, typed } as unknown as DraftEdit<Content>);
        removeDraft();
      },
    },
  };
};

export type VersionedDraft = Omit<ReturnType<typeof useVersionedDraft>, 'content' | 'change' | 'settle'>;
