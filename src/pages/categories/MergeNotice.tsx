import type { PlatformTree } from '#providers/cache/categories.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Categories.module.css';
import { ConflictLine } from './ConflictLine.tsx';
import { isEmpty } from './treeChanges.ts';
import { groupChanges } from './useChangeSummary.ts';
import type { StagedTree } from './useStagedTree.ts';

interface MergeNoticeProps {
  stagedTree: StagedTree;
  liveTree: PlatformTree;
  isStale: boolean;
  isBusy: boolean;
}

const MAX_SHOWN = 8;

export const MergeNotice = ({ stagedTree, liveTree, isStale, isBusy }: MergeNoticeProps) => {
  const t = useT();
  const { merged } = stagedTree;
  if (merged)
    return (
      <Notice
        kind="warning"
        role="alert"
        actions={
          <>
            {stagedTree.isChanged && !isEmpty(merged.theirs) && (
              <Button
                disabled={isBusy}
                onClick={() => {
                  stagedTree.edit(stagedTree.base);
                  stagedTree.acknowledge();
                }}
              >
                {t('categoryEditor.takeTheirs')}
              </Button>
            )}
            <Button variant="outlined" onClick={stagedTree.acknowledge}>
              {t('categoryEditor.understood')}
            </Button>
          </>
        }
      >
        <div className={styles['merged']}>
          <p>{t(isEmpty(merged.theirs) ? 'categoryEditor.restoredTitle' : 'categoryEditor.mergedTitle')}</p>
          <TheirChanges stagedTree={stagedTree} />
          {merged.conflicts.length > 0 && (
            <>
              <h2>{t('categoryEditor.clashes')}</h2>
              <ul>
                {merged.conflicts.map(conflict => (
                  <li key={`${conflict.kind} ${conflict.id}`}>
                    <ConflictLine {...{ conflict, stagedTree, isBusy }} sides={merged.sides} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </Notice>
    );
  if (!isStale) return null;
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <Button variant="outlined" onClick={() => stagedTree.merge(liveTree)}>
          {t('categoryEditor.staleTake')}
        </Button>
      }
    >
      <p>{t('categoryEditor.stale')}</p>
    </Notice>
  );
};

const TheirChanges = ({ stagedTree: { merged } }: Pick<MergeNoticeProps, 'stagedTree'>) => {
  const t = useT();
  if (!merged || isEmpty(merged.theirs)) return null;
  const kinds = groupChanges(merged.theirs);
  const kindsWithNames = {
    ...kinds,
    renamed: kinds.renamed.map(({ id, from, to }) => ({ id, name: `${from} → ${to}` })),
  };
  return (
    <>
      <h2>{t('categoryEditor.theirs')}</h2>
      <ul>
        {(['added', 'renamed', 'moved', 'removed'] as const)
          .filter(kind => kindsWithNames[kind].length > 0)
          .map(kind => (
            <li key={kind}>
              {t(`categoryEditor.${kind}`, { number: kindsWithNames[kind].length })}
              {' · '}
              {kindsWithNames[kind]
                .slice(0, MAX_SHOWN)
                .map(({ name }) => name)
                .join(', ')}
              {kindsWithNames[kind].length > MAX_SHOWN &&
                ` ${t('categoryEditor.more', { number: kindsWithNames[kind].length - MAX_SHOWN })}`}
            </li>
          ))}
      </ul>
    </>
  );
};
