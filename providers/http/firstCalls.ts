import { RECORD_PAGE } from '#contract/addresses.ts';
import type { FirstList } from '#contract/firstLists.ts';
import { DEFAULT_PER_PAGE } from '#contract/limits.ts';
import { allows } from '#contract/permissions.ts';
import { matrixRoles } from '#contract/roles.ts';
import { Profile } from '#contract/session.ts';
import type { EarlyAnswer } from './early.ts';
import { openEnvelope } from './envelope.ts';

/**
 * The calls that the list or the record at an address begins with, for whom the answer of the profile names: none where
 * the person may not come there, or where only the list's own code knows what its address asks for.
 */
export const firstCalls = (
  lists: readonly FirstList[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  answer: EarlyAnswer | null,
): string[] => {
  const [, parent = pathname, id] = RECORD_PAGE.exec(pathname) ?? [];
  const list = lists.find(({ address }) => address === parent);
  const granted = list && grantedBy(answer);
  const access = id ? list?.read : list?.access;
  if (!granted || !access || !allows(access, granted)) return [];
  const beside = list.beside.filter(({ access }) => allows(access, granted)).map(({ call }) => call);
  if (!list.paged) return beside;
  if (id) return [`${list.paged.path}/${id}`, ...beside];
  const query = pageOf(list.paged, search);
  return query ? [`${list.paged.path}?${query}`, ...beside] : [];
};

/** The permissions of a person; null for whom the matrices are all there is, and where it is not known. */
const grantedBy = (answer: EarlyAnswer | null): ReadonlySet<string> | null => {
  try {
    const { result } = openEnvelope('GET /profile', answer?.status ?? 0, answer?.data);
    const { role, permissions } = Profile.parse((result as { user?: unknown }).user);
    return matrixRoles.has(role.slug) ? null : new Set(permissions.map(({ slug }) => slug));
  } catch {
    return null;
  }
};

const NUMBER = /^[1-9]\d{0,3}$/;

/** The query of a page of a list, as its screen writes it; null where the address says more than page and order. */
const pageOf = ({ sort }: NonNullable<FirstList['paged']>, search: string): string | null => {
  const {
    page = '1',
    perPage = String(DEFAULT_PER_PAGE),
    sort: by = sort[0] ?? '',
    order = 'ASC',
    ...more
  } = Object.fromEntries(new URLSearchParams(search));
  const isPlain = NUMBER.test(page) && NUMBER.test(perPage) && sort.includes(by) && /^(ASC|DESC)$/.test(order);
  if (!isPlain || Object.keys(more).length > 0) return null;
  return `page=${page}&per_page=${perPage}&sort=${by}&order=${order.toLowerCase()}`;
};
