import { getEmptyParameterName } from '#contract/filters.ts';
import type { FieldName } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getFilteredListUrl } from '#resources/engine/resourcePaths.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import { Bar, BarChart } from '#ui/BarChart.tsx';
import styles from './Home.module.css';
import { useTotal } from './useTotal.ts';

/** Fields that a product needs before a shop can sell it. */
const requiredFields = [
  'barcode',
  'price',
  'weight',
  'brand_id',
  'description',
  'model_ids',
  'picture',
] as const satisfies readonly FieldName<'nomenclature'>[];

export const Completeness = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const total = useTotal(definition, {});
  return (
    <section className={styles['block']} aria-labelledby="home-completeness">
      <h2 id="home-completeness">{t('home.completeness')}</h2>
      <BarChart>
        {requiredFields
          .filter(name => definition.collection.fields[name])
          .map(name => (
            <FieldBar key={name} definition={definition} name={name} total={total} />
          ))}
      </BarChart>
    </section>
  );
};

interface FieldBarProps {
  definition: Definition;
  name: FieldName<'nomenclature'>;
  total: number | string;
}

const FieldBar = ({ definition, name, total }: FieldBarProps) => {
  const t = useT();
  const formats = useFormats();
  const labels = useLabels(definition.name);
  const filter = { [getEmptyParameterName(name)]: true };
  const missing = useTotal(definition, filter);
  const filledShare =
    typeof total === 'number' && typeof missing === 'number' && total > 0 ? (total - missing) / total : 0;
  return (
    <Bar
      label={labels.field(name)}
      share={filledShare}
      text={typeof missing === 'number' ? t('home.missing', { number: formats.number(missing) }) : missing}
      to={getFilteredListUrl(definition.name, filter)}
    />
  );
};
