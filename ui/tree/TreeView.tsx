import ChevronIcon from '@mui/icons-material/ChevronRight';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { type TreeNode, type TreeRow, wayTo } from './nodes.ts';
import styles from './Tree.module.css';
import { treeKey } from './treeKeys.ts';
import type { TreeState } from './useTree.ts';

interface TreeViewProps<N extends TreeNode> {
  tree: TreeState<N>;
  label: string;
  /** What Space, Enter and a click do to a node. */
  onAct: (id: number) => void;
  /** Whether a node is chosen, where nodes can be. */
  isChecked?: (id: number) => boolean;
  /** What stands before and after the name. */
  renderBefore?: (node: N) => ReactNode;
  renderAfter?: (node: N) => ReactNode;
  /** What stands in place of the name: a field in which it is changed. */
  renderName?: (node: N) => ReactNode;
  /** What the style of a row tells of its node. */
  marksOf?: (node: N) => Readonly<Record<`data-${string}`, string | undefined>>;
  /** What else is heard on all rows together, `data-node` of which names the node. */
  handlers?: Pick<HTMLAttributes<HTMLDivElement>, 'onPointerDown' | 'onDoubleClick' | 'onFocus'>;
  treeRef?: RefObject<HTMLDivElement | null>;
  /** The tree takes the height that its place gives it. */
  fills?: boolean;
  /** Keys beyond those of every tree, asked first. @returns whether the key was theirs */
  onKey?: (event: KeyboardEvent) => boolean;
}

/** Heights of a row in px; one that was found has the way to it below its name. */
export const ROW = { tree: 36, found: 52 };

/**
 * A tree of any size of which only the rows in sight are in the document. It is one stop for Tab; the node that
 * keys act on is named by `aria-activedescendant`, since the row with the focus might scroll away.
 */
export const TreeView = <N extends TreeNode>(props: TreeViewProps<N>) => {
  const { tree, label, onAct, onKey, handlers, treeRef, fills, ...drawn } = props;
  const { rows, active, isSearching, search } = tree;
  const own = useRef<HTMLDivElement>(null);
  const scroller = treeRef ?? own;
  const prefix = useId();
  const height = isSearching ? ROW.found : ROW.tree;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
    initialRect: { width: 600, height: 400 },
  });
  // Before the rows are painted: nobody clicks a row that is about to move.
  useLayoutEffect(() => {
    virtual.measure();
  }, [virtual, height]);
  useLayoutEffect(() => {
    if (isSearching) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, isSearching, search]);
  const at = rows.findIndex(({ node }) => node.id === active);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at, height]);
  const seen = virtual.getVirtualItems();
  const current = seen.find(({ index }) => index === Math.max(at, 0));
  const currentId = current && rows[current.index]?.node.id;
  return (
    <div
      ref={scroller}
      className={styles['tree']}
      data-fills={fills || undefined}
      role="tree"
      {...handlers}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={drawn.isChecked ? true : undefined}
      aria-activedescendant={currentId === undefined ? undefined : `${prefix}${currentId}`}
      onKeyDown={event => {
        // Keys in a field of a row are the field's.
        if (event.target !== event.currentTarget) return;
        if (onKey?.(event) || treeKey(tree, event, onAct)) event.preventDefault();
      }}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {seen.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <Row
              key={row.node.id}
              {...{ tree, row, start, height, prefix, onAct, ...drawn }}
              isCurrent={row.node.id === currentId}
            />
          );
        })}
      </div>
    </div>
  );
};

interface RowProps<N extends TreeNode>
  extends Omit<TreeViewProps<N>, 'label' | 'onKey' | 'handlers' | 'treeRef' | 'fills'> {
  row: TreeRow<N>;
  start: number;
  height: number;
  /** Whether keys act on it: on the first one while nobody has gone to another. */
  isCurrent: boolean;
  prefix: string;
}

/** Steps to the right in px, and the level from which there are no more: a phone is narrow. */
const STEP = 20;
const DEEPEST = 6;

const Row = <N extends TreeNode>({
  tree,
  row,
  start,
  height,
  prefix,
  isCurrent,
  onAct,
  isChecked,
  renderBefore,
  renderAfter,
  renderName,
  marksOf,
}: RowProps<N>) => {
  const { node, level, place, siblings } = row;
  const hasBranch = node.children.length > 0 && !tree.isSearching;
  const isOpen = tree.isOpen(node.id);
  const way = tree.isSearching ? wayTo(tree.index, node.id) : [];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active node
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      id={`${prefix}${node.id}`}
      className={styles['row']}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={hasBranch ? isOpen : undefined}
      aria-checked={isChecked?.(node.id)}
      aria-selected={isChecked ? undefined : isCurrent}
      data-active={isCurrent || undefined}
      data-node={node.id}
      {...marksOf?.(node)}
      style={{ top: start, height, paddingLeft: 4 + Math.min(level - 1, DEEPEST) * STEP }}
      onClick={() => {
        tree.setActive(node.id);
        onAct(node.id);
      }}
    >
      <span
        className={styles['chevron']}
        data-open={isOpen || undefined}
        aria-hidden
        onClick={event => {
          if (!hasBranch) return;
          event.stopPropagation();
          tree.setActive(node.id);
          tree.setOpen([node.id], !isOpen);
        }}
      >
        {hasBranch && <ChevronIcon fontSize="small" />}
      </span>
      {renderBefore?.(node)}
      <span className={styles['name']}>
        {renderName?.(node) ?? <span>{node.name}</span>}
        {way.length > 0 && <small>{way.join(' › ')}</small>}
      </span>
      {renderAfter?.(node)}
    </div>
  );
};
