import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { isReferenceName, referenceResource } from '#contract/references.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { Page } from '#resources/schema/ui/Page.tsx';
import styles from './Settings.module.css';

/** The settings home (§7, `GET /navigation/settings`): what may be administered, references below their section. */
export const Settings = () => {
  const t = useT();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['navigation', 'settings'],
    queryFn: ({ signal }) => api(endpoints.navigation.settings, { signal }),
  });
  return (
    <Page title={t('navigation.settings')} about={t('shell.settingsAbout')}>
      <ul className={styles['list']} aria-busy={!data}>
        {data?.navigation_items.map(({ name, link, title }) => (
          <li key={link} data-reference={isReferenceName(name) || undefined}>
            <Link to={link}>
              <Title name={name} title={title} />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
};

/** In the person's language; an entry that this build does not know is called as the server calls it. */
const Title = ({ name, title }: { name: string; title: string }) => {
  const translate = useTranslate();
  const key = isReferenceName(name) ? `resources.${referenceResource(name)}.several` : `navigation.${name}`;
  return translate(key, { _: title });
};
