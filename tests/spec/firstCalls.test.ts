import { describe, expect, it } from 'vitest';
import { firstLists } from '#contract/firstLists.ts';
import { allows, type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import type { roles } from '#contract/roles.ts';
import { firstCalls } from '#providers/http/firstCalls.ts';

const answerOf = (role: keyof typeof roles, permissions: readonly PermissionSlug[]) => ({
  status: 200,
  data: {
    code: 200,
    result: {
      user: {
        id: 1,
        first_name: 'Анна',
        last_name: 'Котова',
        middle_name: null,
        avatar: null,
        role,
        permissions: permissions.map(slug => ({ slug })),
      },
    },
  },
});
const full = answerOf('admin', permissionSlugs);
const callsAt = (address: string, answer: Parameters<typeof firstCalls>[2] = full) =>
  firstCalls(firstLists(), new URL(address, 'http://shop.test'), answer);
const products = '/products?page=1&per_page=10&sort=name&order=asc';

const besideFor = (permissions: readonly PermissionSlug[]) =>
  firstLists()
    .find(({ address }) => address === '/content/nomenclature')
    ?.beside.filter(({ access }) => allows(access, new Set(permissions))).length ?? 0;

describe('The calls of a first list', () => {
  it('[L118] every list has its own, with what its columns are made of', () => {
    expect(callsAt('/content/nomenclature')).toEqual([
      products,
      '/attribute?page=1&per_page=1000&sort=order&order=asc',
      '/language?page=1&per_page=1000&sort=order&order=asc',
    ]);
    for (const { address, paged } of firstLists().filter(({ paged }) => paged))
      expect(callsAt(address)[0]).toMatch(`${paged?.path}?page=1&per_page=10&`);
    expect(callsAt('/content/categories')).toEqual(['/categories/by-projects']);
  });

  it('[L118] page, size and order are those of the address', () => {
    expect(callsAt('/content/nomenclature?page=3&perPage=50&sort=price&order=DESC')[0]).toBe(
      '/products?page=3&per_page=50&sort=price&order=desc',
    );
  });

  it('[L118] a record has its own, on whatever tab, for whom it is open', () => {
    const beside = callsAt('/content/nomenclature').slice(1);
    for (const address of [
      '/content/nomenclature/7',
      '/content/nomenclature/7/settings',
      '/content/nomenclature/7/edit',
    ])
      expect(callsAt(address)).toEqual(['/products/7', ...beside]);
    for (const { address, paged } of firstLists().filter(({ paged }) => paged))
      expect(callsAt(`${address}/12`)[0]).toBe(`${paged?.path}/12`);
    expect(callsAt('/content/nomenclature/7', answerOf('content_manager', ['products.show-list']))).toEqual([]);
  });

  it.each([
    '/content/nomenclature?filter={"search":"чай"}',
    '/content/nomenclature?page=0',
    '/content/nomenclature?perPage=many',
    '/content/nomenclature?sort=secret&order=ASC',
    '/content/nomenclature?sort=name&order=up',
    '/content/nomenclature/new',
    '/content/categories/7',
    '/content/nowhere',
    '/content',
  ])('[L118] none where the address says more, or is no list’s: %s', address => {
    expect(callsAt(address)).toEqual([]);
  });

  it('[P23] [L118] none for whom the list is closed, and nothing beside it that is closed', () => {
    expect(callsAt('/content/nomenclature', answerOf('accountant', ['models.show-list']))).toEqual([]);
    expect(callsAt('/content/nomenclature', answerOf('accountant', ['products.show-list']))).toHaveLength(
      1 + besideFor(['products.show-list']),
    );
    expect(callsAt('/content/nomenclature', answerOf('admin_matrix', permissionSlugs))).toEqual([]);
  });

  it.each([
    ['no answer', null],
    ['a refusal', { status: 401, data: { code: 401, message: 'Вы не вошли' } }],
    ['a proxy’s page', { status: 200, data: 'Bad gateway' }],
    ['a profile of another shape', { status: 200, data: { code: 200, result: { user: { id: 'x' } } } }],
  ])('[P23] [L118] none before it is known whose visit it is: %s', (_, answer) => {
    expect(callsAt('/content/nomenclature', answer)).toEqual([]);
  });
});
