import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import { Link } from 'react-router-dom';
import { findFieldByParameter, getEmptyParameterName } from '#contract/filters.ts';
import type { DeclaredResource, FieldName } from '#contract/records.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getFilteredListUrl } from '#resources/engine/resourcePaths.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useVisibleFields } from '#resources/engine/visibleFields.ts';
import styles from './Home.module.css';
import { useTotal } from './useTotal.ts';

interface AttentionCondition {
  text: MessageKey;
  filter: Record<string, unknown>;
}

const buildMissingFilter = <R extends DeclaredResource>(_: R, name: FieldName<R>, ...statuses: string[]) => ({
  ...(statuses.length > 0 && { status: statuses }),
  [getEmptyParameterName(name)]: true,
});

const attentionConditions: { [R in DeclaredResource]?: readonly AttentionCondition[] } = {
  nomenclature: [
    { text: 'home.draftsWithoutBarcode', filter: buildMissingFilter('nomenclature', 'barcode', 'draft') },
    { text: 'home.draftsWithoutPrice', filter: buildMissingFilter('nomenclature', 'price', 'draft') },
    { text: 'home.activeWithoutPrice', filter: buildMissingFilter('nomenclature', 'price', 'active') },
    { text: 'home.activeWithoutPicture', filter: buildMissingFilter('nomenclature', 'picture', 'active') },
  ],
  catalog: [{ text: 'home.modelsWithoutProducts', filter: buildMissingFilter('catalog', 'product_ids') }],
};

export const NeedsAttention = ({ definitions }: { definitions: readonly Definition[] }) => {
  const t = useT();
  if (definitions.length === 0) return null;
  return (
    <section className={styles['block']} aria-labelledby="home-waiting">
      <h2 id="home-waiting">{t('home.waiting')}</h2>
      <ul className={styles['numbers']}>
        {definitions.map(definition => (
          <ResourceConditions key={definition.name} definition={definition} />
        ))}
      </ul>
    </section>
  );
};

/** Skips conditions on fields that the user may not see. */
const ResourceConditions = ({ definition }: { definition: Definition }) => {
  const { collection } = useVisibleFields(definition);
  const conditions = attentionConditions[definition.name as DeclaredResource] ?? [];
  return conditions
    .filter(({ filter }) => Object.keys(filter).every(name => findFieldByParameter(collection.fields, name)))
    .map(condition => <ConditionCount key={condition.text} definition={definition} condition={condition} />);
};

const ConditionCount = ({
  definition,
  condition: { text, filter },
}: {
  definition: Definition;
  condition: AttentionCondition;
}) => {
  const t = useT();
  const formats = useFormats();
  const total = useTotal(definition, filter);
  return (
    <li data-none={total === 0 || undefined}>
      <Link to={getFilteredListUrl(definition.name, filter)}>
        <b>{typeof total === 'number' ? formats.number(total) : total}</b>
        <span>{t(text)}</span>
        {total === 0 && <CheckIcon titleAccess={t('home.nothingWaits')} />}
      </Link>
    </li>
  );
};
