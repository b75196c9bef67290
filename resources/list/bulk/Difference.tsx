import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
import { Cell } from '../../fields/Cell.tsx';
import type { AnyCell } from '../../fields/custom.tsx';
import { getKindView } from '../../fields/getKindView.ts';
import { useFieldParts } from '../../fields/useFieldParts.ts';
import styles from './Bulk.module.css';
import { toEditedField } from './editLines.ts';

interface DifferenceProps {
  definition: Definition;
  name: string;
  before: unknown;
  after: unknown;
}

export const Difference = ({ definition, name, ...values }: DifferenceProps) => {
  const { field: getLabel } = useLabels(definition.name);
  const field = definition.collection.fields[name];
  const Comparison = toEditedField(definition, name) ? ItemsDifference : BeforeAfter;
  return (
    field && (
      <div>
        <dt>{getLabel(name)}</dt>
        <dd>
          <Comparison key={field.kind} {...values} {...{ field }} CustomCell={definition.cells[name]} />
        </dd>
      </div>
    )
  );
};

interface ComparisonProps {
  field: Field;
  before: unknown;
  after: unknown;
  CustomCell?: AnyCell | undefined;
}

const BeforeAfter = ({ before, after, ...cell }: ComparisonProps) => {
  const t = useT();
  return (
    <>
      <span className="visually-hidden">{t('listing.bulk.before')}: </span>
      <Cell value={before} {...cell} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">; {t('listing.bulk.after')}: </span>
      <Cell value={after} {...cell} />
    </>
  );
};

/** The items of each part before and after. Unchanged parts are included to show that they stay as they are. */
const ItemsDifference = ({ field, before, after, CustomCell }: ComparisonProps) => {
  const t = useT();
  const { itemParts } = useFieldParts(field);
  const { Diff } = getKindView(field);
  const empty = getInitialValue(field);
  if (Diff && !CustomCell) return <Diff {...{ field }} before={before ?? empty} after={after ?? empty} />;
  return itemParts?.map(({ within, label, of }) => {
    const [oldItems, newItems] = [of(before ?? empty), of(after ?? empty)];
    const prefix = label === null ? '' : `${label}: `;
    if (!getKindTraits(field).isEqual(oldItems, newItems))
      return (
        <div key={within}>
          {prefix}
          <BeforeAfter before={oldItems} after={newItems} {...{ field, CustomCell }} />
        </div>
      );
    return (
      <div key={within} className={styles['untouched']}>
        {prefix}
        <Cell value={newItems} {...{ field, CustomCell }} />
        {t('listing.bulk.untouched')}
      </div>
    );
  });
};
