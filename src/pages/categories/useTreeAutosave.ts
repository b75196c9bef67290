import { useMemo } from 'react';
import { useAutosavedDraft } from '#resources/form/useAutosavedDraft.ts';
import type { StagedTree } from './useStagedTree.ts';

export const useTreeAutosave = (platform: string, { changes, isChanged, version }: StagedTree) => {
  const contents = useMemo(
    () => ({ version, base: {}, typed: isChanged ? { changes } : {} }),
    [version, changes, isChanged],
  );
  return useAutosavedDraft(`categories/${platform}`, null, contents);
};
