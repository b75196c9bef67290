import ChevronIcon from '@mui/icons-material/ChevronRight';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { listPathNames, type TreeNode, type TreeRow } from './nodes.ts';
import styles from './Tree.module.css';
import { handleTreeKey } from './treeKeys.ts';
import type { TreeState } from './useTree.ts';

interface TreeViewProps<N extends TreeNode> {
  tree: TreeState<N>;
  label: string;
  onActivate: (id: number) => void;
  isChecked?: (id: number) => boolean;
  renderBefore?: (node: N) => ReactNode;
  renderAfter?: (node: N) => ReactNode;
  renderName?: (node: N) => ReactNode;
  getRowData?: (node: N) => Readonly<Record<`data-${string}`, string | undefined>>;
  handlers?: Pick<HTMLAttributes<HTMLDivElement>, 'onPointerDown' | 'onDoubleClick' | 'onFocus'>;
  treeRef?: RefObject<HTMLDivElement | null>;
  fillsHeight?: boolean;
  /** Handles keys before the tree does. @returns true if the key was handled */
  onKey?: (event: KeyboardEvent) => boolean;
}

/** Row heights in px. Search results are taller, as they also show the path to the node. */
export const ROW_HEIGHTS = { tree: 36, found: 52 };

/**
 * A virtualised tree. It is a single tab stop with `aria-activedescendant`, because a row with real focus could be
 * unmounted while scrolling.
 */
export const TreeView = <N extends TreeNode>(props: TreeViewProps<N>) => {
  const { tree, label, onActivate, onKey, handlers, treeRef, fillsHeight, ...rowProps } = props;
  const { rows, active, isSearching, search } = tree;
  const ownRef = useRef<HTMLDivElement>(null);
  const scroller = treeRef ?? ownRef;
  const prefix = useId();
  const height = isSearching ? ROW_HEIGHTS.found : ROW_HEIGHTS.tree;
  const activeIndex = rows.findIndex(({ node }) => node.id === active);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
    rangeExtractor: useRangeIncluding(activeIndex),
    initialRect: { width: 600, height: 400 },
  });
  // Before paint, so that rows do not move under the pointer.
  useLayoutEffect(() => {
    virtual.measure();
  }, [virtual, height]);
  useLayoutEffect(() => {
    if (isSearching) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, isSearching, search]);
  useEffect(() => {
    if (activeIndex >= 0) virtual.scrollToIndex(activeIndex, { align: 'auto' });
  }, [virtual, activeIndex, height]);
  const visibleItems = virtual.getVirtualItems();
  const current = visibleItems.find(({ index }) => index === Math.max(activeIndex, 0));
  const currentId = current && rows[current.index]?.node.id;
  return (
    <div
      ref={scroller}
      className={styles['tree']}
      data-fills={fillsHeight || undefined}
      role="tree"
      {...handlers}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={rowProps.isChecked ? true : undefined}
      aria-activedescendant={currentId === undefined ? undefined : `${prefix}${currentId}`}
      onKeyDown={event => {
        // Keys typed into an input inside a row belong to the input.
        if (event.target !== event.currentTarget) return;
        if (onKey?.(event) || handleTreeKey(tree, event, onActivate)) event.preventDefault();
      }}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {visibleItems.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <TreeRowView
              key={row.node.id}
              {...{ tree, row, start, height, prefix, onActivate, ...rowProps }}
              isCurrent={row.node.id === currentId}
            />
          );
        })}
      </div>
    </div>
  );
};

/**
 * Always renders the active row, even if it is out of view. A field in this row must get the focus at once and keep it
 * while the tree scrolls. Otherwise the tree would receive the keys that the user types.
 */
const useRangeIncluding = (index: number) =>
  useCallback(
    (range: Range): number[] => {
      const visibleItems = defaultRangeExtractor(range);
      return index < 0 || index >= range.count || visibleItems.includes(index)
        ? visibleItems
        : [...visibleItems, index].toSorted((a, b) => a - b);
    },
    [index],
  );

interface TreeRowViewProps<N extends TreeNode>
  extends Omit<TreeViewProps<N>, 'label' | 'onKey' | 'handlers' | 'treeRef' | 'fillsHeight'> {
  row: TreeRow<N>;
  start: number;
  height: number;
  isCurrent: boolean;
  prefix: string;
}

/** Indentation per level in px, and the level from which it stays constant, because phones are narrow. */
const INDENT_PX = 20;
const MAX_INDENTED_LEVEL = 6;

const TreeRowView = <N extends TreeNode>({
  tree,
  row,
  start,
  height,
  prefix,
  isCurrent,
  onActivate,
  isChecked,
  renderBefore,
  renderAfter,
  renderName,
  getRowData,
}: TreeRowViewProps<N>) => {
  const { node, level, position, siblings } = row;
  const hasBranch = node.children.length > 0 && !tree.isSearching;
  const isOpen = tree.isOpen(node.id);
  const path = tree.isSearching ? listPathNames(tree.index, node.id) : [];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active node
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      id={`${prefix}${node.id}`}
      className={styles['row']}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasBranch ? isOpen : undefined}
      aria-checked={isChecked?.(node.id)}
      aria-selected={isChecked ? undefined : isCurrent}
      data-active={isCurrent || undefined}
      data-node={node.id}
      {...getRowData?.(node)}
      style={{ top: start, height, paddingLeft: 4 + Math.min(level - 1, MAX_INDENTED_LEVEL) * INDENT_PX }}
      onClick={() => {
        tree.setActive(node.id);
        onActivate(node.id);
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
        {path.length > 0 && <small>{path.join(' › ')}</small>}
      </span>
      {renderAfter?.(node)}
    </div>
  );
};
