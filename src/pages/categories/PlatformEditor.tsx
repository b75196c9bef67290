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
  live: PlatformTree;
  title: string;
  isShown: boolean;
  onUnsaved: (isUnsaved: boolean) => void;
}

export const PlatformEditor = ({ live, title, isShown, onUnsaved }: PlatformEditorProps) => {
  const t = useT();
  const staged = useStagedTree(live);
  const tree = useTree<CategoryNode>(staged.tree);
  const treeRef = useRef<HTMLDivElement>(null);
  const edits = useTreeEdits({ staged, tree, treeRef });
  const saving = useSaveTree({ staged, tree, live });
  const { autosaver, draft, settle } = useTreeAutosave(live.platform, staged);
  const countsOf = useCounts(live);
  const drag = useTreeDrag({ tree, treeRef, isRefused: edits.isRefused, onDrop: edits.drop });
  const marksOf = useNodeMarks(staged, edits, drag);
  useNotifyUnsaved(staged.isChanged, onUnsaved);
  const unsaved = useUnsavedForms();
  useEffect(() => unsaved.register({ isUnsaved: () => staged.isChanged, discard: autosaver.discard }));
  if (!isShown) return null;
  return (
    <div className={styles['editor']} aria-busy={saving.isSaving || undefined}>
      {draft && <UnsavedTreeNotice key={draft.id} {...{ draft, staged }} onDone={settle} />}
      <MergeNotice
        {...{ staged, live }}
        isStale={staged.isChanged && !saving.isSaving && live.version > staged.version}
      />
      <div className={styles['sides']}>
        <section className={styles['main']} aria-label={t('categoryEditor.tree', { platform: title })}>
          <TreeSearch tree={tree} hint={t('categoryEditor.hint')} isPageSearch />
          <TreeToolbar edits={edits} staged={staged} isBusy={saving.isSaving} />
          {edits.cut !== null && <CutBar edits={edits} />}
          {staged.tree.length === 0 ? (
            <p className={styles['empty']}>{t('categoryEditor.empty')}</p>
          ) : (
            <TreeView
              fillsHeight
              tree={tree}
              treeRef={treeRef}
              label={t('categoryEditor.tree', { platform: title })}
              onActivate={edits.act}
              onKey={event => handleEditKey(event, edits, saving.isSaving)}
              handlers={{
                onPointerDown: drag.onPointerDown,
                onDoubleClick: edits.onDoubleClick,
                onFocus: edits.onFocus,
              }}
              getRowData={marksOf}
              renderName={({ id }) => (edits.renaming?.id === id ? <RenameField edits={edits} /> : null)}
              renderAfter={node => <NodeMarks counted={countsOf(node.id)} mark={marksOf(node)['data-staged']} />}
            />
          )}
          <Announcement edits={edits} drag={drag} />
        </section>
        <ChangesPanel {...{ staged, tree, countsOf }} platform={live.platform} />
      </div>
      <TreeSaveBar {...{ staged, saving }} />
      {edits.removing !== null && <RemoveDialog {...{ edits, tree }} base={staged.base} platform={live.platform} />}
    </div>
  );
};

interface AnnouncementProps {
  edits: ReturnType<typeof useTreeEdits>;
  drag: ReturnType<typeof useTreeDrag>;
}

/** A live region, for users who cannot see why a drop is refused. */
const Announcement = ({ edits, drag: { draggedId, drop } }: AnnouncementProps) => {
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
  const [notified, setTold] = useState(false);
  useEffect(() => {
    if (notified === isChanged) return;
    setTold(isChanged);
    latest.current(isChanged);
  }, [notified, isChanged]);
};

type NodeMark = 'isNew' | 'isMoved' | 'isRenamed';

const useNodeMarks = (
  { changes }: Pick<ReturnType<typeof useStagedTree>, 'changes'>,
  { active, cut }: Pick<ReturnType<typeof useTreeEdits>, 'active' | 'cut'>,
  { draggedId, drop }: ReturnType<typeof useTreeDrag>,
) => {
  const marks = useMemo(() => {
    const found = new Map<number, NodeMark>(changes.renamed.map(({ id }) => [id, 'isRenamed']));
    for (const { id, isNew } of changes.placed) found.set(id, isNew ? 'isNew' : 'isMoved');
    return found;
  }, [changes]);
  return ({ id }: CategoryNode) => ({
    'data-staged': marks.get(id),
    'data-chosen': active === id ? '' : undefined,
    'data-cut': cut === id || draggedId === id ? '' : undefined,
    'data-drop': drop?.id === id ? drop.where : undefined,
    'data-refused': drop?.id === id && drop.isRefused ? '' : undefined,
  });
};

const NodeMarks = ({ counted, mark }: { counted: ReturnType<GetCounts>; mark: NodeMark | undefined }) => {
  const t = useT();
  return (
    <>
      {mark && <span className={styles['mark']}>{t(`categoryEditor.${mark}`)}</span>}
      {counted && <Counts counted={counted} />}
    </>
  );
};
