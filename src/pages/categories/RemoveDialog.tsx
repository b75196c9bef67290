import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Question } from '#ui/Dialog.tsx';
import type { TreeState } from '#ui/tree/useTree.ts';
import { type CategoryNode, type CategoryNodes, countOf } from './categoryNodes.ts';
import type { TreeEdits } from './useTreeEdits.ts';

interface RemoveDialogProps {
  edits: TreeEdits;
  tree: TreeState<CategoryNode>;
  platform: string;
}

export const RemoveDialog = ({ edits, tree, platform }: RemoveDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  const node = tree.index.nodes.get(edits.removing ?? 0);
  const models = useLinkedModels(platform, node ? [node] : []);
  if (!node) return null;
  const nested = countOf(node.children);
  const counted = (count: number) => ({ smart_count: count, number: number(count) });
  return (
    <Question
      title={t('categoryEditor.removeTitle', { name: node.name })}
      confirm={t('categoryEditor.remove')}
      onConfirm={edits.remove}
      onClose={edits.cancelRemove}
    >
      <p>{nested === 0 ? t('categoryEditor.removeAlone') : t('categoryEditor.removeNested', counted(nested))}</p>
      <p aria-busy={models === undefined}>
        {models === undefined
          ? t('shell.loading')
          : models === 0
            ? t('categoryEditor.removeNoModels')
            : t('categoryEditor.removeModels', counted(models))}
      </p>
      <p>{t('categoryEditor.removeStaged')}</p>
    </Question>
  );
};

/**
 * Number of distinct models linked to these categories or their descendants; undefined while loading. Counted by the
 * server, since a model can be in several categories.
 */
const useLinkedModels = (platform: string, nodes: CategoryNodes): number | undefined => {
  const api = useApi();
  const ids = savedIn(nodes);
  const { data } = useQuery({
    queryKey: ['categories', platform, 'linked', ids],
    queryFn: ({ signal }) => api(endpoints.categories.linked, { params: { platform }, body: { ids }, signal }),
    enabled: ids.length > 0,
    staleTime: 0,
  });
  return ids.length === 0 ? 0 : data?.models;
};

const savedIn = (nodes: CategoryNodes): number[] =>
  nodes.flatMap(({ id, children }) => [...(id > 0 ? [id] : []), ...savedIn(children)]);
