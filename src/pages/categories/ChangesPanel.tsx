import { useMemo } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { LinkButton } from '#ui/Button.tsx';
import type { TreeState } from '#ui/tree/useTree.ts';
import styles from './Categories.module.css';
import type { GetCounts } from './Counts.tsx';
import { type CategoryNode, type CategoryNodes, countNodes, findPath, listSavedIds } from './categoryNodes.ts';
import type { PlacedNode, RemovedNode } from './treeChanges.ts';
import { groupChanges } from './useChangeSummary.ts';
import { useLinkedCounts } from './useLinkedCounts.ts';
import type { StagedTree } from './useStagedTree.ts';

interface ChangesPanelProps {
  stagedTree: StagedTree;
  tree: TreeState<CategoryNode>;
  platform: string;
  getCounts: GetCounts;
}

/** Maximum lines per kind; a tree can have thousands of edits, so the rest is only counted. */
const MAX_LINES = 100;

export const ChangesPanel = ({ stagedTree, tree, platform, getCounts }: ChangesPanelProps) => {
  const t = useT();
  const { changes, base, isChanged } = stagedTree;
  const { added, renamed, moved, removed } = useMemo(() => groupChanges(changes), [changes]);
  const nameIn = useNodeNames(base, tree);
  const parentName = (parent: number | null) =>
    parent === null ? t('categoryEditor.atTop') : t('categoryEditor.within', { name: nameIn(parent) });
  const getSideName = (parent: number | null) =>
    parent === null ? t('categoryEditor.top') : t('shell.quoted', { name: nameIn(parent) });
  const describeMove = ({ from, parent }: PlacedNode) =>
    from === parent
      ? parentName(parent)
      : t('categoryEditor.fromTo', { from: getSideName(from), to: getSideName(parent) });
  const showNode = (id: number) => {
    tree.setSearch('');
    tree.reveal(id);
  };
  const lines = (items: readonly { id: number; name: string; words: string }[]) =>
    items.map(item => (
      <li key={item.id}>
        <LinkButton onClick={() => showNode(item.id)}>{item.name}</LinkButton>
        <small>{item.words}</small>
      </li>
    ));
  return (
    <aside className={styles['changes']} aria-label={t('categoryEditor.changes')}>
      <h2>{t('categoryEditor.changes')}</h2>
      {!isChanged && <p>{t('categoryEditor.noChanges')}</p>}
      <ChangeGroup kind="added" count={added.length}>
        {lines(
          added.slice(0, MAX_LINES).map(({ id, parent }) => ({ id, name: nameIn(id), words: parentName(parent) })),
        )}
      </ChangeGroup>
      <ChangeGroup kind="renamed" count={renamed.length}>
        {lines(
          renamed
            .slice(0, MAX_LINES)
            .map(({ id, from, to }) => ({ id, name: to, words: t('categoryEditor.renamedFrom', { name: from }) })),
        )}
      </ChangeGroup>
      <ChangeGroup kind="moved" count={moved.length}>
        {lines(
          moved
            .slice(0, MAX_LINES)
            .map(placedNode => ({ id: placedNode.id, name: nameIn(placedNode.id), words: describeMove(placedNode) })),
        )}
      </ChangeGroup>
      <ChangeGroup kind="removed" count={removed.length}>
        {removed.slice(0, MAX_LINES).map(removedNode => (
          <RemovedLine key={removedNode.id} {...{ removedNode, stagedTree, platform, getCounts }} />
        ))}
      </ChangeGroup>
    </aside>
  );
};

/** Deleted categories have their names only in the original tree. */
const useNodeNames = (base: CategoryNodes, { index }: TreeState<CategoryNode>) => {
  const before = useMemo(() => new Map<number, string>(formatNodeNames(base)), [base]);
  return (id: number): string => index.nodes.get(id)?.name ?? before.get(id) ?? '';
};

const formatNodeNames = (nodes: CategoryNodes): [number, string][] =>
  nodes.flatMap(({ id, name, children }): [number, string][] => [[id, name], ...formatNodeNames(children)]);

interface ChangeGroupProps {
  kind: 'added' | 'renamed' | 'moved' | 'removed';
  count: number;
  children: React.ReactNode;
}

const ChangeGroup = ({ kind, count, children }: ChangeGroupProps) => {
  const t = useT();
  const { number } = useFormats();
  if (count === 0) return null;
  return (
    <section data-kind={kind}>
      <h3>{t(`categoryEditor.${kind}`, { number: number(count) })}</h3>
      <ul>{children}</ul>
      {count > MAX_LINES && <p>{t('categoryEditor.more', { number: number(count - MAX_LINES) })}</p>}
    </section>
  );
};

interface RemovedLineProps extends Pick<ChangesPanelProps, 'stagedTree' | 'platform' | 'getCounts'> {
  removedNode: RemovedNode;
}

/** Descendants that were moved out earlier survive, so they are not counted. */
const RemovedLine = ({
  removedNode: { id, name },
  stagedTree: { base, changes },
  platform,
  getCounts,
}: RemovedLineProps) => {
  const t = useT();
  const { number } = useFormats();
  const deletedNodes = useMemo(() => {
    const all = new Set(changes.removed.map(removedNode => removedNode.id));
    const remaining = (nodes: CategoryNodes): CategoryNode[] =>
      nodes.flatMap(node => (all.has(node.id) ? [{ ...node, children: remaining(node.children) }] : []));
    return remaining(findPath(base, id).slice(-1));
  }, [base, changes, id]);
  // If no category was moved out, the totals of the tree apply; otherwise only the server can count.
  const [totalCounts] = countNodes(deletedNodes) === countNodes(findPath(base, id).slice(-1)) ? [getCounts(id)] : [];
  const { linked } = useLinkedCounts(platform, totalCounts ? [] : listSavedIds(deletedNodes));
  const formatCount = (total: number | undefined, loadedCount: number | undefined) => {
    const knownCount = total ?? loadedCount;
    return knownCount === undefined ? '…' : number(knownCount);
  };
  return (
    <li>
      <s>{name}</s>
      <small>
        {t('categoryEditor.removedWith', {
          nested: number(countNodes(deletedNodes) - 1),
          models: formatCount(totalCounts?.models_total, linked?.models),
          products: formatCount(totalCounts?.products_total, linked?.products),
        })}
      </small>
    </li>
  );
};
