import { useGetList, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { reachedPages } from '#contract/delegation.ts';
import type { Granted } from '#contract/fields/permissions.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { collectionOf, type RecordOf } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useCan } from '#providers/session/profile.ts';
import { usePageNames } from '../fields/usePageNames.ts';
import styles from './RoleHolders.module.css';

type User = RecordOf<'users'>;

/** Who has a role, and what saving the form's permissions would change for them. */
export const RoleHolders = () => {
  const t = useT();
  const may = useCan();
  const record = useRecordContext<RecordOf<'roles'>>();
  const mayList = may(collectionOf('users').access.list);
  useLiveRecords('users', { enabled: mayList });
  const { data: people = [] } = useGetList<User>(
    'users',
    {
      filter: { role: [record?.slug] },
      pagination: { page: 1, perPage: MAX_PER_PAGE },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: mayList && record !== undefined },
  );
  const title = t('people.holders.title');
  return (
    <section className={styles['holders']} aria-label={title}>
      <h2>{title}</h2>
      {!mayList && <p>{t('people.holders.hidden')}</p>}
      {mayList && people.length === 0 && <p>{t('people.holders.none')}</p>}
      <ul>
        {people.map(({ id, name, status }) => (
          <li key={id}>
            <Link to={`/content/users/${id}/edit`}>{name}</Link>
            {status === 'blocked' && <small> {t('people.holders.blocked')}</small>}
          </li>
        ))}
      </ul>
      {record && people.length > 0 && <Effect role={record} people={people} />}
    </section>
  );
};

/** The permissions of one person before and after the save. */
interface Turn {
  name: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

const Effect = ({ role, people }: { role: RecordOf<'roles'>; people: readonly User[] }) => {
  const t = useT();
  const nameOf = usePageNames();
  const chosen = (useWatch({ name: 'permissions' }) ?? role.permissions) as Granted[];
  const turns = people.map(
    ({ name, permissions }): Turn => ({
      name,
      before: union(role.permissions, permissions),
      after: union(chosen, permissions),
    }),
  );
  const gained = permissionSlugs.flatMap(slug => lineOf(slug, turns, 'after', 'before'));
  const lost = permissionSlugs.flatMap(slug => lineOf(slug, turns, 'before', 'after'));
  const [opens, closes] = [pagesOf(role.slug, turns, 'after', 'before'), pagesOf(role.slug, turns, 'before', 'after')];
  const said = (names: readonly string[]): string => names.join(', ');
  return (
    <div role="status">
      <h3>{t('people.holders.effect')}</h3>
      {gained.length + lost.length === 0 && <p>{t('people.holders.same')}</p>}
      <dl>
        {gained.map(({ slug, names }) => (
          <Line key={slug} what={t('people.holders.gain', { name: t(`permissions.${slug}`) })} whom={said(names)} />
        ))}
        {lost.map(({ slug, names }) => (
          <Line key={slug} what={t('people.holders.lose', { name: t(`permissions.${slug}`) })} whom={said(names)} />
        ))}
        {opens.length > 0 && <Line what={t('people.holders.opens')} whom={said(opens.map(nameOf))} />}
        {closes.length > 0 && <Line what={t('people.holders.closes')} whom={said(closes.map(nameOf))} />}
      </dl>
    </div>
  );
};

const Line = ({ what, whom }: { what: string; whom: string }) => (
  <>
    <dt>{what}</dt>
    <dd>{whom}</dd>
  </>
);

const union = (...held: readonly (readonly Granted[])[]): ReadonlySet<string> =>
  new Set(held.flat().map(({ slug }) => slug));

type Side = 'before' | 'after';

/** A permission that people gain or lose, with their names. */
const lineOf = <S extends string>(slug: S, turns: readonly Turn[], held: Side, lacking: Side) => {
  const names = turns.filter(turn => turn[held].has(slug) && !turn[lacking].has(slug)).map(({ name }) => name);
  return names.length > 0 ? [{ slug, names }] : [];
};

/** Pages that people gain or lose. */
const pagesOf = (role: string, turns: readonly Turn[], held: Side, lacking: Side): string[] => {
  const pages = turns.flatMap(turn => {
    const without = new Set(reachedPages(role, turn[lacking]).map(({ path }) => path));
    return reachedPages(role, turn[held]).flatMap(({ path }) => (without.has(path) ? [] : [path]));
  });
  return [...new Set(pages)];
};
