import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { emptyName } from '#contract/collection.ts';
import { endpoints } from '#contract/endpoints.ts';
import { collectionOf, type FieldName } from '#contract/records.ts';
import { ruleOf } from '#contract/routes.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { saidInPlace, useToldFailure } from '#providers/NoticeGate.tsx';
import { useCan, useProfile } from '#providers/profile.ts';
import { resources } from '#resources/all.ts';
import { listAddress } from '#resources/schema/addresses.ts';
import { useFormats } from '#resources/schema/format.ts';
import type { Definition } from '#resources/schema/types.ts';
import { Page } from '#resources/schema/ui/Page.tsx';
import { ReadFailed } from '#resources/schema/ui/ReadFailed.tsx';
import { useLabels } from '#resources/schema/useLabels.ts';
import { linkOf } from '../menu.ts';
import styles from './Home.module.css';

/** The start page: how much there is and what ran last, each number opening the list it counts. */
export const Home = () => {
  const t = useT();
  const may = useCan();
  const profile = useProfile();
  const listed = resources
    .map(({ definition }) => definition)
    .filter(({ name }) => may(ruleOf(listAddress(name))?.access));
  return (
    <Page
      title={profile?.first_name ? t('shell.homeHello', { name: profile.first_name }) : t('shell.home')}
      about={t('shell.homeAbout')}
    >
      {listed.length > 0 && (
        <section className={styles['block']} aria-labelledby="home-totals">
          <h2 id="home-totals">{t('shell.homeTotals')}</h2>
          <ul className={styles['totals']}>
            {listed.map(definition => (
              <Total key={definition.name} definition={definition} />
            ))}
          </ul>
        </section>
      )}
      {may(collectionOf('nomenclature').access.list) && <Completeness />}
      {may(endpoints.imports.runs.access) && <LastImports />}
    </Page>
  );
};

const Total = ({ definition }: { definition: Definition }) => {
  const formats = useFormats();
  const { several } = useLabels(definition.name);
  const total = useTotal(definition.name, {});
  const Icon = definition.icon;
  return (
    <li>
      <Link to={listAddress(definition.name)}>
        <Icon />
        <span>{several}</span>
        <b>{typeof total === 'number' ? formats.number(total) : total}</b>
      </Link>
    </li>
  );
};

/** The fields without which a product is not ready for a shop; each counts what still lacks it. */
const wanted = [
  'barcode',
  'price',
  'weight',
  'brand_id',
  'description',
  'model_ids',
] as const satisfies readonly FieldName<'nomenclature'>[];

/** How complete the products are: a bar for each fact, leading to the products without it. */
const Completeness = () => {
  const t = useT();
  const total = useTotal('nomenclature', {});
  return (
    <section className={styles['block']} aria-labelledby="home-completeness">
      <h2 id="home-completeness">{t('shell.homeCompleteness')}</h2>
      <ul className={styles['bars']}>
        {wanted.map(name => (
          <Bar key={name} name={name} total={total} />
        ))}
      </ul>
    </section>
  );
};

const Bar = ({ name, total }: { name: FieldName<'nomenclature'>; total: number | string }) => {
  const t = useT();
  const formats = useFormats();
  const labels = useLabels('nomenclature');
  const filter = { [emptyName(name)]: true };
  const missing = useTotal('nomenclature', filter);
  const share = typeof total === 'number' && typeof missing === 'number' && total > 0 ? (total - missing) / total : 0;
  return (
    <li>
      <Link to={`${listAddress('nomenclature')}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`}>
        <span>{labels.field(name)}</span>
        <span className={styles['track']}>
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <span className={styles['missing']}>
          {typeof missing === 'number' ? t('shell.homeMissing', { number: formats.number(missing) }) : missing}
        </span>
      </Link>
    </li>
  );
};

/** How many records match, without their contents; a mark while that is not known. */
const useTotal = (resource: string, filter: Record<string, unknown>): number | string => {
  const page = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;
  const { total, error } = useGetList(resource, { ...page, filter });
  useToldFailure(error);
  return total ?? (error ? '—' : '…');
};

const LastImports = () => {
  const t = useT();
  const api = useApi();
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['import-runs', 'home'],
    queryFn: ({ signal }) => api(endpoints.imports.runs, { query: { per_page: 5 }, signal }),
    meta: saidInPlace,
  });
  if (!data && !error) return null;
  return (
    <section className={styles['block']} aria-labelledby="home-imports">
      <h2 id="home-imports">{t('shell.homeImports')}</h2>
      {!data && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className={styles['muted']}>{t('importPage.noRuns')}</p>}
      <ul className={styles['imports']}>
        {data?.items.map(run => (
          <li key={run.id}>
            <Link to={linkOf('import')}>
              <span>{run.file_name}</span>
              <span className={styles['muted']}>
                {t(`importPage.status.${run.status}`)}, {formats.moment(run.started_at)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
