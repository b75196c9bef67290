import { useSearchParams } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Page } from '#ui/Page.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { BatchesView } from './BatchesView.tsx';
import { DraftsView } from './DraftsView.tsx';
import styles from './History.module.css';

/** Parameters that only the view of drafts has, so that links to a draft need not name the view. */
const draftParameters = ['draft', 'status'];

export const HistoryPage = () => {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const isDrafts = query.get('view') === 'drafts' || draftParameters.some(name => query.has(name));
  const user = query.get('user');
  const open = (view: 'drafts' | null) => setQuery({ ...(view && { view }), ...(user && { user }) });
  return (
    <Page title={t('drafts.title')} description={t(isDrafts ? 'drafts.about' : 'batches.about')}>
      <div className={styles['history']}>
        <Tabs
          label={t('batches.views')}
          tabs={[
            { key: 'all', name: t('batches.all'), isCurrent: !isDrafts, onOpen: () => open(null) },
            { key: 'drafts', name: t('batches.drafts'), isCurrent: isDrafts, onOpen: () => open('drafts') },
          ]}
        />
        {isDrafts ? <DraftsView /> : <BatchesView />}
      </div>
    </Page>
  );
};
