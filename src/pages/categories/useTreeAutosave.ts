import { useMemo } from 'react';
import { useKeptDraft } from '#resources/form/useKeptDraft.ts';
import type { StagedTree } from './useStagedTree.ts';

export const useTreeAutosave = (platform: string, { changes, isChanged, version }: StagedTree) => {
  const contents = useMemo(
    () => ({ version, base: {}, typed: isChanged ? { changes } : {} }),
    [version, changes, isChanged],
  );
  return useKeptDraft(`categories/${platform}`, null, contents);
};
