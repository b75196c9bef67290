import { describe, expect, it } from 'vitest';
import { permissionSlugs } from '#contract/permissions.ts';
import { confinedTo, navigation, routes, ruleOf, settingsNavigation } from '#contract/routes.ts';

/** §2, the table of the specification: route, slug. */
const table: readonly (readonly [path: string, slug: string])[] = [
  ['/content/nomenclature', 'products.show-list'],
  ['/content/nomenclature/new', 'product.show-general'],
  ['/content/nomenclature/7/models', 'product.show-models'],
  ['/content/nomenclature/7/settings', 'product.show-general'],
  ['/content/nomenclature/7/categories', 'product.show-categories'],
  ['/content/nomenclature/7/price', 'product.show-prices'],
  ['/content/nomenclature/7/images', 'product.show-images'],
  ['/content/catalog', 'models.show-list'],
  ['/content/catalog/new', 'model.show-general'],
  ['/content/catalog/7/products', 'model.show-products'],
  ['/content/catalog/7/settings', 'model.show-general'],
  ['/content/catalog/7/categories', 'model.show-categories'],
  ['/content/catalog/7/images', 'model.show-images'],
  ['/content/categories', 'categories.show-list'],
  ['/content/synchronization', 'synchronization.show-list'],
  ['/content/matrices', 'matrix.view-list'],
  ['/content/matrices/create', 'matrix.operation'],
  ['/content/matrices/7/edit', 'matrix.operation'],
  ['/content/matrices/edit/7', 'matrix.operation'],
  ['/content/matrices/7/accessSettings', 'matrix.operation'],
  ['/content/matrices/accessSettings/7', 'matrix.operation'],
  ['/content/matrices/merge', 'matrix.operation'],
  ['/content/matrices/7/nomenclature', 'matrix.view-list'],
  ['/content/matrices/nomenclature/7', 'matrix.view-list'],
  ['/content/users', 'users.show-list'],
  ['/content/users/create', 'user.create'],
  ['/content/users/7/edit', 'user.show-general'],
  ['/content/settings', 'navigation_settings'],
  ...['attribute', 'language', 'project', 'reference'].flatMap(section =>
    ['', '/create', '/7/edit', '/edit/7'].map(
      path => [`/content/settings/${section}${path}`, `settings_${section}`] as const,
    ),
  ),
];

describe('§2 The table of routes', () => {
  it.each(table)('[P21] [R51] %s needs %s alone', (path, slug) => {
    expect(ruleOf(path)?.access).toEqual([slug]);
  });

  it.each(['/content', '/content/history'])('[R9] %s needs a session only', path => {
    expect(ruleOf(path)?.access).toBe('signed-in');
  });

  it.each(['/content/nothing', '/content/nomenclature/7/secrets', '/content/users/7/edit/more', '/elsewhere'])(
    '[R72] %s has no rule and is closed',
    path => expect(ruleOf(path)).toBeNull(),
  );

  it('[R11] a fixed segment wins over a parameter', () => {
    expect(ruleOf('/content/nomenclature/import')?.path).toBe('/content/nomenclature/import');
  });

  it('[P1] every slug of a route is one of the contract', () => {
    const named = routes.flatMap(({ access }) => (Array.isArray(access) ? access : []));
    expect(named.filter(slug => !permissionSlugs.includes(slug))).toEqual([]);
  });

  it('[P21] every entry of the menu and of the settings leads to a route with a rule', () => {
    expect([...navigation, ...settingsNavigation].filter(({ link }) => !ruleOf(link))).toEqual([]);
  });

  it.each(['admin_matrix', 'manager_matrix'])('[R50] %s is led to the matrices from every other address', role => {
    expect(confinedTo(role, '/content')).toBe('/content/matrices');
    expect(confinedTo(role, '/content/matricesX')).toBe('/content/matrices');
    expect(confinedTo(role, '/content/matrices/7/edit')).toBeNull();
    expect(confinedTo('admin', '/content')).toBeNull();
  });
});
