import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { isReferenceName } from '#contract/references.ts';
import { settingsNavigation } from '#contract/routes.ts';
import { titleOf } from '#i18n/sections.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { shownInPlace } from '#providers/reporting/ErrorNotifier.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import styles from './Settings.module.css';

/** Settings index (§7, `GET /navigation/settings`); references are listed under their section. */
export const Settings = () => {
  const t = useT();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['navigation', 'settings'],
    queryFn: ({ signal }) => api(endpoints.navigation.settings, { signal }),
    meta: shownInPlace,
  });
  return (
    <Page title={t('pages.settings.title')} about={t('shell.settingsAbout')}>
      {error && !data ? (
        <ReadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles['list']} aria-busy={!data}>
          {data?.navigation_items.map(({ name, link, title }) => (
            <li key={link} data-reference={isReferenceName(name) || undefined}>
              <Link to={link}>
                <Title name={name} title={title} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
};

/** Translated if this build knows the entry; a newer server may send others with its own title. */
const Title = ({ name, title }: { name: string; title: string }) => {
  const translate = useTranslate();
  const known = settingsNavigation.find(entry => entry.name === name);
  return known ? translate(titleOf(known.section), { _: title }) : title;
};
