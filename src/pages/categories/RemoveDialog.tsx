import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { getCollection } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getFilteredListUrl } from '#resources/engine/resourcePaths.ts';
import { Question } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import type { TreeState } from '#ui/tree/useTree.ts';
import { useCountWords } from './Counts.tsx';
import {
  buildCategoryFilter,
  type CategoryNode,
  type CategoryNodes,
  countNodes,
  listSavedIds,
} from './categoryNodes.ts';
import { type LinkedCounts, useLinkedCounts } from './useLinkedCounts.ts';
import type { TreeEdits } from './useTreeEdits.ts';

interface RemoveDialogProps {
  edits: TreeEdits;
  /** The saved tree, which the lists are filtered by. */
  base: CategoryNodes;
  tree: TreeState<CategoryNode>;
  platform: string;
}

export const RemoveDialog = ({ edits, base, tree, platform }: RemoveDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  const node = tree.index.nodes.get(edits.removing ?? 0);
  const deletedIds = listSavedIds(node ? [node] : []);
  const { linked, error, refetch } = useLinkedCounts(platform, deletedIds);
  if (!node) return null;
  const nested = countNodes(node.children);
  return (
    <Question
      title={t('categoryEditor.removeTitle', { name: node.name })}
      confirm={t('categoryEditor.remove')}
      isLoading={!linked}
      onConfirm={edits.remove}
      onClose={edits.cancelRemove}
    >
      <p>
        {nested === 0
          ? t('categoryEditor.removeAlone')
          : t('categoryEditor.removeNested', { smart_count: nested, number: number(nested) })}
      </p>
      {!linked && error ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : (
        <p aria-busy={linked === undefined}>
          {linked ? (
            <LossSummary categories={buildCategoryFilter(deletedIds, base)} isOne={nested === 0} {...linked} />
          ) : (
            t('shell.loading')
          )}
        </p>
      )}
      <p>{t('categoryEditor.removeStaged')}</p>
    </Question>
  );
};

interface LossSummaryProps extends LinkedCounts {
  /** The filter that lists exactly these records; null if there is none. */
  categories: readonly number[] | null;
  isOne: boolean;
}

const LossSummary = ({ categories, isOne, models, products }: LossSummaryProps) => {
  const t = useT();
  const formatCounts = useCountWords();
  const lists = [
    { resource: 'catalog', text: formatCounts(models, 0)[0] },
    { resource: 'nomenclature', text: formatCounts(0, products)[0] },
  ] as const;
  const affectedLists = lists.filter(({ text }) => text !== undefined);
  if (affectedLists.length === 0) return t('categoryEditor.removeLostNothing');
  return (
    <>
      {t(isOne ? 'categoryEditor.removeLost' : 'categoryEditor.removeLostMany')}{' '}
      {affectedLists.map(({ resource, text }, index) => (
        <Fragment key={resource}>
          {index > 0 && ` ${t('categoryEditor.and')} `}
          <ListLink {...{ resource, categories }}>{text}</ListLink>
        </Fragment>
      ))}
    </>
  );
};

interface ListLinkProps {
  resource: 'catalog' | 'nomenclature';
  categories: readonly number[] | null;
  children: ReactNode;
}

/** Opens the list in a new window, because the edits to the tree are not saved yet. */
const ListLink = ({ resource, categories, children }: ListLinkProps) => {
  const can = useCan();
  const { access, fields } = getCollection(resource);
  const slug = fields['categories']?.slug;
  if (!categories || !can(access.list) || (slug && !can([slug]))) return children;
  return (
    <Link to={getFilteredListUrl(resource, { categories })} target="_blank" rel="noopener">
      {children}
    </Link>
  );
};
