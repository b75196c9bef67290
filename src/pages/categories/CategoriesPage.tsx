import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type PlatformTree, useCategoryTrees, useFreshCounts } from '#providers/cache/categories.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLeaveBlocker } from '#resources/form/useLeaveBlocker.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import styles from './Categories.module.css';
import { PlatformEditor } from './PlatformEditor.tsx';

/** Category editor (§2): each platform's tree is edited locally and saved as a whole. */
export const CategoriesPage = () => {
  const t = useT();
  const { trees, isLoading, error, reload } = useCategoryTrees();
  useFreshCounts();
  return (
    <Page title={t('pages.categories.title')} description={t('categoryEditor.about')} fills>
      {error && trees.length === 0 ? (
        <ReadError error={error} onRetry={reload} />
      ) : isLoading ? (
        <div className={styles['loading']} role="progressbar" aria-label={t('shell.loading')} />
      ) : trees.length === 0 ? (
        <EmptyState title={t('shell.noProjects')} text="" />
      ) : (
        <PlatformTabs trees={trees} />
      )}
      <LeaveGuard />
    </Page>
  );
};

/** Only one tree is visible (`?platform=site`). The other trees stay mounted, so that their unsaved edits survive. */
const PlatformTabs = ({ trees }: { trees: readonly PlatformTree[] }) => {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const requestedPlatform = query.get('platform');
  const platformTree = trees.find(({ platform }) => platform === requestedPlatform) ?? (trees[0] as PlatformTree);
  const [visitedPlatforms, setVisitedPlatforms] = useState<ReadonlySet<string>>(new Set());
  if (!visitedPlatforms.has(platformTree.platform))
    setVisitedPlatforms(new Set([...visitedPlatforms, platformTree.platform]));
  const [unsavedByPlatform, setUnsavedByPlatform] = useState<Readonly<Record<string, boolean>>>({});
  return (
    <>
      {trees.length > 1 && (
        <Tabs
          label={t('categoryEditor.platforms')}
          tabs={trees.map(tree => ({
            key: tree.platform,
            name: formatPlatformTitle(tree),
            isCurrent: tree === platformTree,
            mark: unsavedByPlatform[tree.platform] ? t('categoryEditor.unsaved') : undefined,
            onOpen: () => setQuery({ platform: tree.platform }, { replace: true }),
          }))}
        />
      )}
      {trees
        .filter(({ platform }) => visitedPlatforms.has(platform))
        .map(tree => (
          <PlatformEditor
            key={tree.platform}
            liveTree={tree}
            title={formatPlatformTitle(tree)}
            isShown={tree === platformTree}
            onUnsavedChange={isUnsaved => setUnsavedByPlatform(before => ({ ...before, [tree.platform]: isUnsaved }))}
          />
        ))}
    </>
  );
};

const formatPlatformTitle = ({ projects }: PlatformTree): string => projects.map(({ name }) => name).join(', ');

/** A single prompt for all trees, which register their unsaved edits separately. */
const LeaveGuard = () => {
  const unsavedForms = useUnsavedForms();
  const blocker = useLeaveBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && unsavedForms.hasUnsavedOnScreen(),
  );
  const leave = async () => {
    await unsavedForms.discard();
    blocker.leave();
  };
  return <LeaveDialog open={blocker.isBlocked} onLeave={() => void leave()} onStay={blocker.stay} />;
};
