import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { collectionOf } from '#contract/records.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { shownInPlace } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { filteredListUrl } from '#resources/engine/addresses.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Question } from '#ui/Dialog.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import type { TreeState } from '#ui/tree/useTree.ts';
import { useCountWords } from './Counts.tsx';
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
  const { linked, error, refetch } = useLinked(platform, node ? [node] : []);
  if (!node) return null;
  const nested = countOf(node.children);
  return (
    <Question
      title={t('categoryEditor.removeTitle', { name: node.name })}
      confirm={t('categoryEditor.remove')}
      isPending={!linked}
      onConfirm={edits.remove}
      onClose={edits.cancelRemove}
    >
      <p>
        {nested === 0
          ? t('categoryEditor.removeAlone')
          : t('categoryEditor.removeNested', { smart_count: nested, number: number(nested) })}
      </p>
      {!linked && error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <p aria-busy={linked === undefined}>
          {linked ? <Losing node={node} isOne={nested === 0} {...linked} /> : t('shell.loading')}
        </p>
      )}
      <p>{t('categoryEditor.removeStaged')}</p>
    </Question>
  );
};

interface Linked {
  models: number;
  products: number;
}

const Losing = ({ node, isOne, models, products }: Linked & { node: CategoryNode; isOne: boolean }) => {
  const t = useT();
  const words = useCountWords();
  const categories = topmost(node);
  const lists = [
    { resource: 'catalog', text: words(models, 0)[0] },
    { resource: 'nomenclature', text: words(0, products)[0] },
  ] as const;
  const losing = lists.filter(({ text }) => text !== undefined);
  if (losing.length === 0) return t('categoryEditor.removeLostNothing');
  return (
    <>
      {t(isOne ? 'categoryEditor.removeLost' : 'categoryEditor.removeLostMany')}{' '}
      {losing.map(({ resource, text }, at) => (
        <Fragment key={resource}>
          {at > 0 && ` ${t('categoryEditor.and')} `}
          <Listed {...{ resource, categories }}>{text}</Listed>
        </Fragment>
      ))}
    </>
  );
};

interface ListedProps {
  resource: 'catalog' | 'nomenclature';
  categories: readonly number[];
  children: ReactNode;
}

/** Opens the list in a new window, because the edits of the tree are not saved yet. */
const Listed = ({ resource, categories, children }: ListedProps) => {
  const can = useCan();
  const { access, fields } = collectionOf(resource);
  const slug = fields['categories']?.slug;
  if (!can(access.list) || (slug && !can([slug]))) return children;
  return (
    <Link to={filteredListUrl(resource, { categories })} target="_blank" rel="noopener">
      {children}
    </Link>
  );
};

/**
 * Number of distinct records linked to these categories or their descendants; undefined until it is known. Counted by
 * the server, since a record can be in several categories.
 */
const useLinked = (platform: string, nodes: CategoryNodes) => {
  const api = useApi();
  const ids = savedIn(nodes);
  const { data, error, refetch } = useQuery({
    queryKey: ['categories', platform, 'linked', ids],
    queryFn: ({ signal }) => api(endpoints.categories.linked, { params: { platform }, body: { ids }, signal }),
    enabled: ids.length > 0,
    staleTime: 0,
    meta: shownInPlace,
  });
  return { linked: ids.length === 0 ? { models: 0, products: 0 } : data, error, refetch };
};

const savedIn = (nodes: CategoryNodes): number[] =>
  nodes.flatMap(({ id, children }) => [...(id > 0 ? [id] : []), ...savedIn(children)]);

/** The topmost saved categories; a list filtered by them includes their descendants. */
const topmost = ({ id, children }: CategoryNode): number[] => (id > 0 ? [id] : children.flatMap(topmost));
