import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import { endpoints } from '#contract/endpoints.ts';
import { settingsNavigation } from '#contract/routes.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useItems } from '../menu.ts';
import styles from './Settings.module.css';

const REFERENCES_PATH = `${HOME_PATH}/settings/reference/`;

export const Settings = () => {
  const t = useT();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['navigation', 'settings'],
    queryFn: ({ signal }) => api(endpoints.navigation.settings, { signal }),
    meta: inPlaceErrorMeta,
  });
  const items = useItems(data?.navigation_items, settingsNavigation);
  return (
    <Page title={t('pages.settings.title')} description={t('shell.settingsAbout')}>
      {error && !data ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles['list']} aria-busy={!data}>
          {items.map(({ link, title }) => (
            <li key={link} data-reference={link.startsWith(REFERENCES_PATH) || undefined}>
              <Link to={link}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
};
