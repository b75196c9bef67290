import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlatformTree } from '#providers/cache/categories.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { TreeSearch } from '#ui/tree/TreeSearch.tsx';
import { TreeView } from '#ui/tree/TreeView.tsx';
import { useTree } from '#ui/tree/useTree.ts';
import { useTreeDrag } from '#ui/tree/useTreeDrag.ts';
import styles from './Categories.module.css';
import { ChangesPanel } from './ChangesPanel.tsx';
import { Counts, type GetCounts, useCounts } from './Counts.tsx';
import { CutBar } from './CutBar.tsx';
import type { CategoryNode } from './categoryNodes.ts';
import { handleEditKey } from './editKeys.ts';
import { MergeNotice } from './MergeNotice.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RenameField } from './RenameField.tsx';
import { TreeSaveBar } from './TreeSaveBar.tsx';
import { TreeToolbar } from './TreeToolbar.tsx';
import { UnsavedTreeNotice } from './UnsavedTreeNotice.tsx';
import { useSaveTree } from './useSaveTree.ts';
import { useStagedTree } from './useStagedTree.ts';
import { useTreeAutosave } from './useTreeAutosave.ts';
import { useTreeEdits } from './useTreeEdits.ts';

interface PlatformEditorProps {
  liveTree: PlatformTree;
  title: string;
  isShown: boolean;
  onUnsavedChange: (isUnsaved: boolean) => void;
}

export const PlatformEditor = ({ liveTree, title, isShown, onUnsavedChange }: PlatformEditorProps) => {
  const t = useT();
  const stagedTree = useStagedTree(liveTree);
  const tree = useTree<CategoryNode>(stagedTree.tree);
  const treeRef = useRef<HTMLDivElement>(null);
  const edits = useTreeEdits({ stagedTree: stagedTree, tree, treeRef });
  const saveState = useSaveTree({ stagedTree: stagedTree, tree, liveTree: liveTree });
  const { isSaving } = saveState;
  const { autosaver, draft, settle } = useTreeAutosave(liveTree.platform, stagedTree);
  const getCounts = useCounts(liveTree);
  const { treeDrag, handlers } = usePointerEdits({ tree, treeRef, edits, isSaving });
  const getNodeMarks = useNodeMarks(stagedTree, edits, treeDrag);
  useNotifyUnsaved(stagedTree.isChanged, onUnsavedChange);
  useRegisteredEdits(stagedTree.isChanged, autosaver.discard);
  if (!isShown) return null;
  return (
    <div className={styles['editor']} aria-busy={isSaving || undefined}>
      {draft && (
        <UnsavedTreeNotice key={draft.id} {...{ draft, stagedTree: stagedTree }} isBusy={isSaving} onDone={settle} />
      )}
      <MergeNotice
        {...{ stagedTree: stagedTree, liveTree: liveTree }}
        isBusy={isSaving}
        isStale={stagedTree.isChanged && !isSaving && liveTree.version > stagedTree.version}
      />
      <div className={styles['sides']}>
        <section className={styles['main']} aria-label={t('categoryEditor.tree', { platform: title })}>
          <TreeSearch tree={tree} hint={t('categoryEditor.hint')} isPageSearch />
          <TreeToolbar edits={edits} stagedTree={stagedTree} isBusy={isSaving} />
          {edits.cut !== null && <CutBar edits={edits} isBusy={isSaving} />}
          {stagedTree.tree.length === 0 ? (
            <p className={styles['empty']}>{t('categoryEditor.empty')}</p>
          ) : (
            <TreeView
              fillsHeight
              tree={tree}
              treeRef={treeRef}
              label={t('categoryEditor.tree', { platform: title })}
              onActivate={edits.act}
              onKey={event => handleEditKey(event, edits, isSaving)}
              handlers={handlers}
              getRowData={getNodeMarks}
              renderName={({ id }) => (edits.renaming?.id === id ? <RenameField edits={edits} /> : null)}
              renderAfter={node => (
                <NodeMarks totalCounts={getCounts(node.id)} mark={getNodeMarks(node)['data-staged']} />
              )}
            />
          )}
          <Announcement edits={edits} treeDrag={treeDrag} />
        </section>
        <ChangesPanel {...{ stagedTree: stagedTree, tree, getCounts }} platform={liveTree.platform} />
      </div>
      <TreeSaveBar {...{ stagedTree: stagedTree, saveState }} />
      {edits.removing !== null && (
        <RemoveDialog {...{ edits, tree }} base={stagedTree.base} platform={liveTree.platform} />
      )}
    </div>
  );
};

interface PointerOptions extends Pick<Parameters<typeof useTreeDrag>[0], 'treeRef'> {
  tree: ReturnType<typeof useTree<CategoryNode>>;
  edits: ReturnType<typeof useTreeEdits>;
  isSaving: boolean;
}

/** While a save is under way, the pointer changes nothing, because the response replaces the tree. */
const usePointerEdits = ({ tree, treeRef, edits, isSaving }: PointerOptions) => {
  const onDrop: typeof edits.drop = (...drop) => {
    if (!isSaving) edits.drop(...drop);
  };
  const treeDrag = useTreeDrag({ tree, treeRef, isRefused: edits.isRefused, onDrop });
  const editHandlers = { onPointerDown: treeDrag.onPointerDown, onDoubleClick: edits.onDoubleClick };
  return { treeDrag, handlers: { onFocus: edits.onFocus, ...(!isSaving && editHandlers) } };
};

const useRegisteredEdits = (isChanged: boolean, discard: () => Promise<void>): void => {
  const unsavedForms = useUnsavedForms();
  useEffect(() => unsavedForms.register({ isUnsaved: () => isChanged, discard }));
};

interface AnnouncementProps {
  edits: ReturnType<typeof useTreeEdits>;
  treeDrag: ReturnType<typeof useTreeDrag>;
}

/** A live region, for users who cannot see why a drop is refused. */
const Announcement = ({ edits, treeDrag: { draggedId, drop } }: AnnouncementProps) => {
  const t = useT();
  const refusal = draggedId !== null && drop ? edits.refusal(draggedId, drop) : null;
  return (
    <p className={styles['told']} role="status">
      {refusal ? t(`categoryEditor.refused.${refusal}`) : edits.announcement}
    </p>
  );
};

const useNotifyUnsaved = (isChanged: boolean, notify: (isUnsaved: boolean) => void): void => {
  const latest = useRef(notify);
  latest.current = notify;
  const [notified, setNotified] = useState(false);
  useEffect(() => {
    if (notified === isChanged) return;
    setNotified(isChanged);
    latest.current(isChanged);
  }, [notified, isChanged]);
};

type NodeMark = 'isNew' | 'isMoved' | 'isRenamed';

const useNodeMarks = (
  { changes }: Pick<ReturnType<typeof useStagedTree>, 'changes'>,
  { active, cut }: Pick<ReturnType<typeof useTreeEdits>, 'active' | 'cut'>,
  { draggedId, drop }: ReturnType<typeof useTreeDrag>,
) => {
  const marksById = useMemo(() => {
    const marksById = new Map<number, NodeMark>(changes.renamed.map(({ id }) => [id, 'isRenamed']));
    for (const { id, isNew } of changes.placed) marksById.set(id, isNew ? 'isNew' : 'isMoved');
    return marksById;
  }, [changes]);
  return ({ id }: CategoryNode) => ({
    'data-staged': marksById.get(id),
    'data-chosen': active === id ? '' : undefined,
    'data-cut': cut === id || draggedId === id ? '' : undefined,
    'data-drop': drop?.id === id ? drop.where : undefined,
    'data-refused': drop?.id === id && drop.isRefused ? '' : undefined,
  });
};

const NodeMarks = ({ totalCounts, mark }: { totalCounts: ReturnType<GetCounts>; mark: NodeMark | undefined }) => {
  const t = useT();
  return (
    <>
      {mark && <span className={styles['mark']}>{t(`categoryEditor.${mark}`)}</span>}
      {totalCounts && <Counts counts={totalCounts} />}
    </>
  );
};
