import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getListPath } from '#resources/engine/resourcePaths.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import styles from './Home.module.css';
import { useTotal } from './useTotal.ts';

export const Totals = ({ definitions }: { definitions: readonly Definition[] }) => {
  const t = useT();
  return (
    <section className={styles['block']} aria-labelledby="home-totals">
      <h2 id="home-totals">{t('home.totals')}</h2>
      <ul className={styles['numbers']}>
        {definitions.map(definition => (
          <ResourceTotal key={definition.name} definition={definition} />
        ))}
      </ul>
    </section>
  );
};

const ResourceTotal = ({ definition }: { definition: Definition }) => {
  const formats = useFormats();
  const { several } = useLabels(definition.name);
  const total = useTotal(definition, {});
  const Icon = definition.icon;
  return (
    <li>
      <Link to={getListPath(definition.name)}>
        <b>{typeof total === 'number' ? formats.number(total) : total}</b>
        <span>{several}</span>
        <Icon />
      </Link>
    </li>
  );
};
