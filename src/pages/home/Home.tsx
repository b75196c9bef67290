import { endpoints } from '#contract/endpoints.ts';
import { findRouteRule, navigation } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { getListPath } from '#resources/engine/resourcePaths.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useVisibleFields } from '#resources/engine/visibleFields.ts';
import { nomenclature } from '#resources/nomenclature.tsx';
import { Page } from '#ui/Page.tsx';
import { Completeness } from './Completeness.tsx';
import styles from './Home.module.css';
import { LastImports } from './LastImports.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { Totals } from './Totals.tsx';

/** Throttle for recounting, in ms: an import changes records continuously. */
const RECOUNT_INTERVAL_MS = 5000;

/** Resources with a menu entry; others are not worth a number on the start page. */
const countedResources = resources
  .map(({ definition }) => definition)
  .filter(({ name }) => navigation.some(({ link }) => link === getListPath(name)));

export const Home = () => {
  const t = useT();
  const can = useCan();
  const profile = useProfile();
  const isOpen = ({ name }: Definition) => can(findRouteRule(getListPath(name))?.access);
  const products = useVisibleFields(nomenclature.definition);
  const open = countedResources.filter(isOpen);
  return (
    <Page title={profile?.first_name ? t('home.hello', { name: profile.first_name }) : t('shell.home')}>
      {open.map(({ name }) => (
        <LiveUpdates key={name} resource={name} />
      ))}
      <div className={styles['home']}>
        <div>
          {open.length > 0 && <Totals definitions={open} />}
          <NeedsAttention definitions={open} />
          {isOpen(products) && <Completeness definition={products} />}
        </div>
        <div>
          {isOpen(products) && <RecentChanges definition={products} />}
          {can(endpoints.imports.runs.access) && <LastImports />}
        </div>
      </div>
    </Page>
  );
};

const LiveUpdates = ({ resource }: { resource: string }) => {
  useLiveRecords(resource, { refetchInterval: RECOUNT_INTERVAL_MS });
  return null;
};
