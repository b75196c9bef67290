import { Link } from 'react-router-dom';
import { referenceNames, referenceResource } from '#contract/references.ts';
import { useT } from '#providers/i18nProvider.ts';
import { listAddress } from '#resources/schema/addresses.ts';
import { Page } from '#resources/schema/ui/Page.tsx';
import { useLabels } from '#resources/schema/useLabels.ts';
import styles from './Settings.module.css';

/** The declared references, each leading to its values. */
export const References = () => {
  const t = useT();
  return (
    <Page title={t('navigation.reference')}>
      <ul className={styles['list']}>
        {referenceNames.map(referenceResource).map(resource => (
          <li key={resource}>
            <Link to={listAddress(resource)}>
              <ReferenceTitle resource={resource} />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
};

const ReferenceTitle = ({ resource }: { resource: string }) => useLabels(resource).several;
