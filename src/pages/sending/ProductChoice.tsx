import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { records } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { getListPath } from '#resources/engine/resourcePaths.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import { FilterSentence } from '#resources/list/FilterSentence.tsx';
import { listFilterParameters } from '#resources/list/listFilterParameters.ts';
import { MatrixPicker } from '#resources/matrices/MatrixPicker.tsx';
import { nomenclature } from '#resources/nomenclature.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import styles from './Sending.module.css';
import { type ProductChoiceState, type ProductSource, productSources } from './useProductChoice.ts';

export const ProductChoice = (choiceState: ProductChoiceState) => {
  const t = useT();
  const can = useCan();
  const { source, choose, matrixId, chooseMatrix, filter, selectedIds } = choiceState;
  const labels = useLabels('nomenclature');
  const list = getListPath('nomenclature');
  const isOffered = (productSource: ProductSource): boolean => {
    if (productSource === 'matrix') return can(records.matrices.access.list);
    return productSource === 'all' || can(records.nomenclature.access.list);
  };
  const isOpen: Record<ProductSource, boolean> = {
    all: true,
    matrix: true,
    filter: filter !== null,
    selected: selectedIds.length > 0,
  };
  const hints: Partial<Record<ProductSource, ReactNode>> = {
    selected: selectedIds.length > 0 && labels.count(selectedIds.length),
    filter: filter && <FilterSummary filter={filter} />,
  };
  return (
    <fieldset className={styles['part']}>
      <legend>{t('sending.products')}</legend>
      {productSources.filter(isOffered).map(productSource => (
        <Checkbox
          key={productSource}
          type="radio"
          name="products"
          label={t(`sending.source.${productSource}`)}
          hint={hints[productSource]}
          checked={source === productSource}
          disabled={!isOpen[productSource]}
          onChange={() => choose(productSource)}
        />
      ))}
      {can(records.nomenclature.access.list) && (!isOpen.filter || !isOpen.selected) && (
        <p className={styles['muted']}>
          {t('sending.fromList')}{' '}
          <Link className={styles['link']} to={list}>
            {t('sending.openList')}
          </Link>
        </p>
      )}
      {source === 'matrix' && (
        <div className={styles['picker']}>
          <MatrixPicker
            label={t('sending.matrix')}
            selectedIds={matrixId === null ? [] : [matrixId]}
            onChoose={([id = null]) => chooseMatrix(id)}
          />
        </div>
      )}
    </fieldset>
  );
};

const FilterSummary = ({ filter }: { filter: Record<string, unknown> }) => {
  const t = useT();
  const { definition } = nomenclature;
  const labels = useLabels('nomenclature');
  const names = definition.filters.filter(name => {
    const field = definition.collection.fields[name];
    return field && listFilterParameters(name, field).some(parameter => filter[parameter] !== undefined);
  });
  return (
    <>
      {filter['search'] !== undefined && `${t('shell.quoted', { name: String(filter['search']) })} `}
      {names.map(name => (
        <span key={name}>
          {labels.field(name)}: <FilterSentence definition={definition} name={name} values={filter} />{' '}
        </span>
      ))}
    </>
  );
};
