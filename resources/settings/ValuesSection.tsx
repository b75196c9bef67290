import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { referenceResource } from '#contract/referenceResource.ts';
import { isReferenceName, type ReferenceName } from '#contract/references.ts';
import { matchesQuery } from '#contract/searchText.ts';
import { type ReferenceItem, useReferenceValues } from '#providers/cache/referenceValues.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { useFormats } from '../engine/format.ts';
import { getListPath } from '../engine/resourcePaths.ts';
import { useLabels } from '../engine/useLabels.ts';
import { OutdatedOrderNotice } from '../order/OutdatedOrderNotice.tsx';
import { SortableList } from '../order/SortableList.tsx';
import { useOrder } from '../order/useOrder.ts';
import { AddValues } from './AddValues.tsx';
import { ValueRow } from './ValueRow.tsx';
import styles from './Values.module.css';

export const ValuesSection = () => {
  const code = String(useRecordContext()?.['code']);
  return isReferenceName(code) ? <DeclaredValues code={code} /> : <CustomValues code={code} />;
};

const DeclaredValues = ({ code }: { code: ReferenceName }) => {
  const t = useT();
  const { several } = useLabels(referenceResource(code));
  return (
    <section className={styles['values']} aria-labelledby="reference-values">
      <h2 id="reference-values">{t('ordering.values')}</h2>
      <p>
        <Link to={getListPath(referenceResource(code))}>{several}</Link>
      </p>
    </section>
  );
};

const CustomValues = ({ code }: { code: string }) => {
  const t = useT();
  const { number } = useFormats();
  const { values, byId, isLoading } = useReferenceValues(code);
  const [search, setSearch] = useState('');
  const [text, setText] = useState('');
  const order = useOrder(
    referenceResource(code),
    values.map(({ id }) => id),
  );
  const nameOf = (id: number): string => byId.get(id)?.name ?? `№ ${id}`;
  const shownIds = order.ids.filter(id => matchesQuery(nameOf(id), search));
  if (isLoading) return null;
  return (
    <section className={styles['values']} aria-labelledby="reference-values">
      <div className={styles['head']}>
        <h2 id="reference-values">
          {t('ordering.values')} <span>{number(values.length)}</span>
        </h2>
        {values.length > MIN_SEARCHABLE_VALUES && (
          <SearchField label={t('ordering.search')} value={search} onSearch={setSearch} isInner />
        )}
      </div>
      {values.length === 0 && <p>{t('ordering.noValues')}</p>}
      {values.length > 0 && shownIds.length === 0 && <p>{t('ordering.nothing')}</p>}
      <SortableList ids={shownIds} nameOf={nameOf} onOrder={search ? undefined : order.move}>
        {id => <ValueItem code={code} value={byId.get(id)} />}
      </SortableList>
      {order.isOutdated && <OutdatedOrderNotice />}
      {order.isMoved && (
        <div className={styles['order']}>
          <Button variant="outlined" loading={order.isSaving} onClick={() => void order.save()}>
            {t('ordering.save')}
          </Button>
          <Button onClick={order.undo}>{t('ordering.undo')}</Button>
        </div>
      )}
      <AddValues code={code} text={text} setText={setText} />
    </section>
  );
};

/** Below this number of values a search field is not worth its space. */
const MIN_SEARCHABLE_VALUES = 12;

const ValueItem = ({ code, value }: { code: string; value: ReferenceItem | undefined }) =>
  value ? <ValueRow code={code} value={value} /> : null;

/** Enter in an input would submit the surrounding form. */
