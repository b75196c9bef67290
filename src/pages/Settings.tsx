import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { isReferenceName, referenceResource } from '#contract/references.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { saidInPlace } from '#providers/NoticeGate.tsx';
import { Page } from '#resources/schema/ui/Page.tsx';
import { ReadFailed } from '#resources/schema/ui/ReadFailed.tsx';
import styles from './Settings.module.css';

/** The settings home (§7, `GET /navigation/settings`): what may be administered, references below their section. */
export const Settings = () => {
  const t = useT();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['navigation', 'settings'],
    queryFn: ({ signal }) => api(endpoints.navigation.settings, { signal }),
    meta: saidInPlace,
  });
  return (
    <Page title={t('navigation.settings')} about={t('shell.settingsAbout')}>
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

/** In the person's language; an entry that this build does not know is called as the server calls it. */
const Title = ({ name, title }: { name: string; title: string }) => {
  const translate = useTranslate();
  const key = isReferenceName(name) ? `resources.${referenceResource(name)}.several` : `navigation.${name}`;
  return translate(key, { _: title });
};
