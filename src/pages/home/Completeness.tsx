import { Link } from 'react-router-dom';
import { emptyName } from '#contract/collection.ts';
import type { FieldName } from '#contract/records.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from '#resources/schema/format.ts';
import type { Definition } from '#resources/schema/types.ts';
import { useLabels } from '#resources/schema/useLabels.ts';
import styles from './Home.module.css';
import { countedList, useTotal } from './useTotal.ts';

/** The fields without which a product is not ready for a shop; each counts what still lacks it. */
const wanted = [
  'barcode',
  'price',
  'weight',
  'brand_id',
  'description',
  'model_ids',
  'picture',
] as const satisfies readonly FieldName<'nomenclature'>[];

/** How complete the products are: a bar for each fact that the person sees, leading to the products without it. */
export const Completeness = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const total = useTotal(definition, {});
  return (
    <section className={styles['block']} aria-labelledby="home-completeness">
      <h2 id="home-completeness">{t('home.completeness')}</h2>
      <ul className={styles['bars']}>
        {wanted
          .filter(name => definition.collection.fields[name])
          .map(name => (
            <Bar key={name} definition={definition} name={name} total={total} />
          ))}
      </ul>
    </section>
  );
};

interface BarProps {
  definition: Definition;
  name: FieldName<'nomenclature'>;
  total: number | string;
}

const Bar = ({ definition, name, total }: BarProps) => {
  const t = useT();
  const formats = useFormats();
  const labels = useLabels(definition.name);
  const filter = { [emptyName(name)]: true };
  const missing = useTotal(definition, filter);
  const share = typeof total === 'number' && typeof missing === 'number' && total > 0 ? (total - missing) / total : 0;
  return (
    <li>
      <Link to={countedList(definition, filter)}>
        <span>{labels.field(name)}</span>
        <span className={styles['track']}>
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <span className={styles['missing']}>
          {typeof missing === 'number' ? t('home.missing', { number: formats.number(missing) }) : missing}
        </span>
      </Link>
    </li>
  );
};
