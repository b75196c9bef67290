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
  staged: StagedTree;
  live: PlatformTree;
  isStale: boolean;
}

const MAX_SHOWN = 8;

export const MergeNotice = ({ staged, live, isStale }: MergeNoticeProps) => {
  const t = useT();
  const { merged } = staged;
  if (merged)
    return (
      <Notice
        kind="warning"
        role="alert"
        actions={
          <>
            {staged.isChanged && !isEmpty(merged.theirs) && (
              <Button
                onClick={() => {
                  staged.edit(staged.base);
                  staged.acknowledge();
                }}
              >
                {t('categoryEditor.takeTheirs')}
              </Button>
            )}
            <Button variant="outlined" onClick={staged.acknowledge}>
              {t('categoryEditor.understood')}
            </Button>
          </>
        }
      >
        <div className={styles['merged']}>
          <p>{t(isEmpty(merged.theirs) ? 'categoryEditor.restoredTitle' : 'categoryEditor.mergedTitle')}</p>
          <TheirChanges staged={staged} />
          {merged.conflicts.length > 0 && (
            <>
              <h2>{t('categoryEditor.clashes')}</h2>
              <ul>
                {merged.conflicts.map(conflict => (
                  <li key={`${conflict.kind} ${conflict.id}`}>
                    <ConflictLine {...{ conflict, staged }} sides={merged.sides} />
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
        <Button variant="outlined" onClick={() => staged.merge(live)}>
          {t('categoryEditor.staleTake')}
        </Button>
      }
    >
      <p>{t('categoryEditor.stale')}</p>
    </Notice>
  );
};

const TheirChanges = ({ staged: { merged } }: Pick<MergeNoticeProps, 'staged'>) => {
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
