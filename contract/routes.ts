import { HOME } from './addresses.ts';
import type { Access, PermissionSlug } from './permissions.ts';
import { referenceNames } from './references.ts';
import { matrixRoles } from './roles.ts';

/** The parts of the application that the menu names and that a denied visit is told of (§2). */
export const sections = [
  'home',
  'nomenclature',
  'catalog',
  'categories',
  'matrices',
  'synchronization',
  'history',
  'users',
  'settings',
] as const;
export type Section = (typeof sections)[number];

/** A route of the application and who may open it. */
export interface RouteRule {
  /** Whole address; parameters as `:name`. */
  path: string;
  access: Access;
  section: Section;
  /** The address that this one leads to. */
  aliasOf?: string;
}

const MATRICES = '/content/matrices';

const rules =
  (section: Section) =>
  (access: Access, ...paths: string[]): RouteRule[] =>
    paths.map(path => ({ path: `${HOME}${path}`, access, section }));

/** An editor with tabs: whoever may open one tab may open the editor, which leads to it. */
const editor = (section: Section, path: string, tabs: Record<string, PermissionSlug>): RouteRule[] => {
  const slugs = Object.values(tabs) as [PermissionSlug, ...PermissionSlug[]];
  return [
    ...rules(section)(slugs, `${path}/:id`),
    ...Object.entries(tabs).flatMap(([tab, slug]) => rules(section)([slug], `${path}/:id/${tab}`)),
  ];
};

/** A section of the settings: list, create, edit and its alias, all with one slug. */
const administered = (path: string, slug: PermissionSlug): RouteRule[] =>
  rules('settings')([slug], path, `${path}/create`, `${path}/:id`, `${path}/:id/edit`, `${path}/edit/:id`);

const matrices = rules('matrices');

/** A page of one matrix, and the other way in which §2 writes its address. */
const matrixPage = (access: Access, page: string): RouteRule[] => {
  const own = matrices(access, `/matrices/:id/${page}`);
  const aliases = matrices(access, `/matrices/${page}/:id`);
  return [...own, ...aliases.map(alias => ({ ...alias, aliasOf: `${MATRICES}/:id/${page}` }))];
};

/** Every route behind sign-in (§2). A path that stands here under no rule is closed. */
export const routes: readonly RouteRule[] = [
  ...rules('home')('signed-in', ''),

  ...rules('nomenclature')(['products.show-list'], '/nomenclature'),
  ...rules('nomenclature')(['product.show-general'], '/nomenclature/new'),
  ...rules('nomenclature')(['product-list.import-file'], '/nomenclature/import'),
  ...rules('nomenclature')(['product.send-media'], '/nomenclature/send-media'),
  ...editor('nomenclature', '/nomenclature', {
    models: 'product.show-models',
    settings: 'product.show-general',
    categories: 'product.show-categories',
    price: 'product.show-prices',
    images: 'product.show-images',
  }),

  ...rules('catalog')(['models.show-list'], '/catalog'),
  ...rules('catalog')(['model.show-general'], '/catalog/new'),
  ...editor('catalog', '/catalog', {
    products: 'model.show-products',
    settings: 'model.show-general',
    categories: 'model.show-categories',
    images: 'model.show-images',
  }),

  ...rules('categories')(['categories.show-list'], '/categories'),

  ...matrices(['matrix.view-list'], '/matrices', '/matrices/:id'),
  ...matrices(['matrix.operation'], '/matrices/create', '/matrices/merge'),
  ...matrixPage(['matrix.view-list'], 'nomenclature'),
  ...matrixPage(['matrix.operation'], 'edit'),
  ...matrixPage(['matrix.operation'], 'accessSettings'),

  ...rules('synchronization')(['synchronization.show-list'], '/synchronization'),
  // §2: no permission is named for the history.
  ...rules('history')('signed-in', '/history'),

  ...rules('users')(['users.show-list'], '/users'),
  ...rules('users')(['user.create'], '/users/create'),
  ...rules('users')(['user.show-general'], '/users/:id', '/users/:id/edit'),
  ...rules('users')(['roles.manage'], '/roles', '/roles/create', '/roles/:id', '/roles/:id/edit'),

  ...rules('settings')(['navigation_settings'], '/settings'),
  ...administered('/settings/attribute', 'settings_attribute'),
  ...administered('/settings/language', 'settings_language'),
  ...administered('/settings/project', 'settings_project'),
  ...administered('/settings/reference', 'settings_reference'),
  ...administered('/settings/cafe', 'settings_reference'),
  ...referenceNames.flatMap(name => administered(`/settings/reference/${name}`, 'settings_reference')),
];

/** §2, entry guard: where a role that sees only the matrices goes from any other address; null for everybody else. */
export const confinedTo = (role: string, pathname: string): string | null =>
  matrixRoles.has(role) && pathname !== MATRICES && !pathname.startsWith(`${MATRICES}/`) ? MATRICES : null;

/** The rule of an address, the one with the most fixed segments where several fit; null when there is none. */
export const ruleOf = (pathname: string): RouteRule | null => {
  const asked = segments(pathname);
  const fitting = compiled.filter(({ parts }) => parts.length === asked.length && fits(parts, asked));
  return fitting.toSorted((a, b) => b.fixed - a.fixed)[0]?.rule ?? null;
};

const segments = (path: string): string[] => path.split('/').filter(Boolean);

const compiled = routes.map(rule => {
  const parts = segments(rule.path);
  return { rule, parts, fixed: parts.filter(part => !part.startsWith(':')).length };
});

const fits = (parts: readonly string[], asked: readonly string[]): boolean =>
  parts.every((part, at) => part.startsWith(':') || part === asked[at]);

/** The menu (§7, `GET /navigation`), in its order: sections and pages of their own beside them. */
export const navigation = [
  { name: 'home', link: HOME },
  { name: 'nomenclature', link: '/content/nomenclature' },
  { name: 'catalog', link: '/content/catalog' },
  { name: 'categories', link: '/content/categories' },
  { name: 'matrices', link: '/content/matrices' },
  { name: 'import', link: '/content/nomenclature/import' },
  { name: 'sending', link: '/content/nomenclature/send-media' },
  { name: 'synchronization', link: '/content/synchronization' },
  { name: 'history', link: '/content/history' },
  { name: 'users', link: '/content/users' },
  { name: 'roles', link: '/content/roles' },
  { name: 'settings', link: '/content/settings' },
] as const;

/** The settings home (§7, `GET /navigation/settings`). */
export const settingsNavigation = [
  { name: 'attribute', link: '/content/settings/attribute' },
  { name: 'language', link: '/content/settings/language' },
  { name: 'project', link: '/content/settings/project' },
  { name: 'cafe', link: '/content/settings/cafe' },
  { name: 'reference', link: '/content/settings/reference' },
  ...referenceNames.map(name => ({ name, link: `/content/settings/reference/${name}` })),
] as const;

export type NavigationName = (typeof navigation)[number]['name'];
