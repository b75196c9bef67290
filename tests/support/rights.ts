import type { RoleSlug } from '#contract/roles.ts';

/**
 * Who may do what, written by hand from the specification (§2, §6) and contract 5. Tests must not derive their
 * expectations from the product's own functions, because a rule loosened there would also loosen its test. Only calls of
 * resources that this table does not name, such as those made by following a guide, follow their own declarations.
 */

const administration = [
  'users.show-list',
  'user.show-general',
  'user.create',
  'user.auth',
  'roles.manage',
  'security.show-list',
  'system.show',
];

/** The initial slugs of each role. The two broad roles have all others, including those of later releases. */
const held: Record<RoleSlug, { only: readonly string[] } | { allBut: readonly string[] }> = {
  admin: { allBut: [] },
  content_manager: { allBut: administration },
  photographer: { only: ['products.show-list', 'product.show-images', 'models.show-list', 'model.show-images'] },
  product_manager: {
    only: [
      'products.show-list',
      'product.show-general',
      'product.show-models',
      'product.show-categories',
      'product.show-prices',
      'models.show-list',
      'model.show-general',
      'model.show-products',
      'change.show-current',
      'product-list.import-file',
    ],
  },
  accountant: { only: ['products.show-list', 'product.show-prices'] },
  '1c_client': {
    only: ['products.show-list', 'product.show-general', 'product.show-prices', 'product-list.import-file'],
  },
  admin_matrix: { only: ['matrix.view-list', 'matrix.operation'] },
  manager_matrix: { only: ['matrix.view-list', 'matrix.operation'] },
};

export type Holds = (slug: string) => boolean;

export const holds =
  (role: RoleSlug): Holds =>
  slug => {
    const slugs = held[role];
    return 'only' in slugs ? slugs.only.includes(slug) : !slugs.allBut.includes(slug);
  };

/** §6: the roles without the global search. */
export const withoutSearch: readonly string[] = [
  'product_manager',
  '1c_client',
  'accountant',
  'admin_matrix',
  'manager_matrix',
];

/** The resources that the global search covers for each user, in the order of its answer. */
export const searched = [
  ['products', 'products.show-list'],
  ['models', 'models.show-list'],
  ['matrices', 'matrix.view-list'],
  ['users', 'users.show-list'],
] as const;

/** §2: the roles that see only the matrices, whatever permissions they have. */
export const confined: readonly string[] = ['admin_matrix', 'manager_matrix'];

/** `anyone`, `session`, or a list of slugs of which one is enough. */
type Right = string;

export const satisfies = (right: Right, has: Holds | null): boolean => {
  if (right === 'anyone') return true;
  if (!has) return false;
  return right === 'session' || right.split(' ').some(has);
};

type Deed = 'list' | 'read' | 'create' | 'change' | 'remove';

const product = 'product.show-general product.show-models product.show-categories product.show-prices';
const model = 'model.show-general model.show-products model.show-categories';
const lists = 'products.show-list product.show-general models.show-list model.show-general';
const matrix = 'matrix.view-list matrix.operation';
const ruledBy = (slug: string, list: string): Record<Deed, Right> => ({
  list: `${slug} ${list}`.trim(),
  read: slug,
  create: slug,
  change: slug,
  remove: slug,
});

const collections: Record<string, Record<Deed, Right>> = {
  '/products': {
    list: 'products.show-list',
    read: `${product} product.show-images`,
    create: 'product.show-general',
    change: product,
    remove: 'product.show-general',
  },
  '/models': {
    list: 'models.show-list',
    read: `${model} model.show-images`,
    create: 'model.show-general',
    change: model,
    remove: 'model.show-general',
  },
  '/matrices': { list: 'matrix.view-list', read: matrix, create: 'matrix.operation', change: matrix, remove: matrix },
  '/users': {
    list: 'users.show-list',
    read: 'user.show-general',
    create: 'user.create',
    change: 'user.show-general',
    remove: 'user.show-general',
  },
  '/roles': ruledBy('roles.manage', 'users.show-list user.show-general user.create'),
  '/attribute': ruledBy('settings_attribute', `${lists} product-list.import-file`),
  '/language': ruledBy('settings_language', `${lists} product.show-images model.show-images`),
  '/project': ruledBy(
    'settings_project',
    'product.show-prices product.show-categories model.show-categories categories.show-list synchronization.show-list synchronization.run',
  ),
  '/cafe': ruledBy('settings_reference', 'product.send-media'),
  '/reference': ruledBy('settings_reference', 'settings_attribute'),
  '/reference/:name/value': ruledBy('settings_reference', ''),
};

/** What each call of a collection does, by method and the rest of the path. */
const deeds: Record<string, Deed> = {
  'GET ': 'list',
  'GET /ids': 'list',
  'GET /export': 'list',
  'POST /export': 'list',
  'GET /:id': 'read',
  'POST ': 'create',
  'PUT /:id': 'change',
  'POST /preview': 'change',
  'PUT ': 'change',
  'PUT /order': 'change',
  'DELETE /:id': 'remove',
  'DELETE ': 'remove',
};

/** What is asked before a record is saved or deleted: who has a value already, and what it is taken out of. */
const asked: Record<string, Right> = {
  '/products': 'product.show-general',
  '/models': 'model.show-general',
  '/matrices': matrix,
  '/users': 'user.show-general',
  '/roles': 'roles.manage',
  '/attribute': 'settings_attribute',
  '/language': 'settings_language',
  '/project': 'settings_project',
  '/cafe /reference': 'settings_reference',
};

/** All other calls: method, paths and required right. */
const others: readonly (readonly [methods: string, paths: string, right: Right])[] = [
  ['POST', '/auth/login /auth/restore /auth/reset-password /auth/token/refresh', 'anyone'],
  ['GET', '/health /health/live /health/accepting /health/ready /openapi.json', 'anyone'],
  [
    'POST',
    '/auth/logout /profile/avatar /drafts/:id/revert /trash/restore /trash/purge /batches/:id/undo /batches/:id/undo/preview /batches/:id/version',
    'session',
  ],
  ['PUT', '/profile /profile/password /profile/email /notifications/read', 'session'],
  ['GET', '/profile /web-socket/get-token /avatars/:key/:file /search /navigation /notifications', 'session'],
  [
    'GET',
    '/undo/runs/:id /trash /trash/ids /drafts/all-currents /drafts/history /drafts/managers /drafts/changes /drafts/:id/changes',
    'session',
  ],
  [
    'GET',
    '/batches /batches/days /batches/of-record /batches/people /batches/:id /batches/:id/changes /batches/:id/version /history-settings',
    'session',
  ],
  ['PUT', '/history-settings', 'settings_project'],
  ['GET', '/reference/:name/value/list', 'session'],
  ['GET', '/drafts/current-header', 'change.show-current'],
  ['GET', '/navigation/settings', 'navigation_settings'],
  ['GET', '/security-events /security-events/people', 'security.show-list'],
  ['GET', '/system', 'system.show'],
  ['POST', '/system/mail', 'system.show'],
  ['GET', '/permissions', 'roles.manage users.show-list user.show-general user.create'],
  ['POST', '/users/auth/:id', 'user.auth'],
  ['POST', '/cafe/:id/key', 'settings_reference'],
  ['POST', '/reference/:name/value/many /reference/:name/value/:id/replace', 'settings_reference'],
  ['GET POST DELETE', '/products/send-media-to-cafe', 'product.send-media'],
  ['POST', '/products/send-media-to-cafe/preview', 'product.send-media'],
  ['GET', '/products/send-media-to-cafe/runs /products/send-media-to-cafe/runs/:id', 'product.send-media'],
  ['GET POST DELETE', '/products/import/nomenclature', 'product-list.import-file'],
  ['POST', '/products/import/nomenclature/preview', 'product-list.import-file'],
  ['GET', '/products/import/nomenclature/runs /products/import/nomenclature/runs/:id', 'product-list.import-file'],
  ['GET', '/products/import/nomenclature/runs/:id/failed', 'product-list.import-file'],
  ['GET', '/products/import/nomenclature/runs/:id/report', 'product-list.import-file'],
  ['GET', '/products/import/nomenclature/template', 'product-list.import-file'],
  ['GET POST', '/products/import/nomenclature/prepared', 'product-list.import-file'],
  ['GET PUT DELETE', '/products/import/nomenclature/prepared/:id', 'product-list.import-file'],
  ['POST DELETE', '/products/import/nomenclature/prepared/:id/images', 'product-list.import-file'],
  ...['rows', 'corrections', 'values'].map(
    part => ['GET', `/products/import/nomenclature/prepared/:id/${part}`, 'product-list.import-file'] as const,
  ),
  ...['profile', 'trial', 'start'].map(
    part => ['POST', `/products/import/nomenclature/prepared/:id/${part}`, 'product-list.import-file'] as const,
  ),
  ['GET POST', '/products/import/nomenclature/profiles', 'product-list.import-file'],
  ['GET PUT DELETE', '/products/import/nomenclature/profiles/:id', 'product-list.import-file'],
  ['GET POST', '/products/import/nomenclature/profiles/:id/versions', 'product-list.import-file'],
  ['GET PUT DELETE', '/products/import/nomenclature/profiles/:id/schedule', 'product-list.import-file'],
  ['POST', '/products/import/nomenclature/profiles/:id/schedule/reading', 'product-list.import-file'],
  ['GET', '/products/import/nomenclature/prepared/:id/absent', 'product-list.import-file'],
  ['GET', '/products/import/nomenclature/profiles/:id/export', 'product-list.import-file'],
  ['GET PUT', '/products/:id/prices', 'product.show-prices'],
  ['GET PUT', '/products/:id/categories', 'product.show-categories'],
  ['GET PUT', '/models/:id/categories', 'model.show-categories'],
  ['GET PUT POST', '/products/:id/models', 'product.show-models'],
  ['DELETE', '/products/:id/models/:linked_id', 'product.show-models'],
  ['GET PUT POST', '/models/:id/products', 'model.show-products'],
  ['DELETE', '/models/:id/products/:linked_id', 'model.show-products'],
  ['GET PUT POST', '/products/:id/images', 'product.show-images'],
  ['DELETE', '/products/:id/images/:image_id', 'product.show-images'],
  ['GET PUT POST', '/models/:id/images', 'model.show-images'],
  ['DELETE', '/models/:id/images/:image_id', 'model.show-images'],
  [
    'GET',
    '/pictures/:key/:file',
    `products.show-list ${product} product.show-images models.show-list ${model} model.show-images ${matrix}`,
  ],
  ['GET', '/categories/by-projects', 'categories.show-list product.show-categories model.show-categories'],
  ['PUT', '/categories/:platform', 'categories.show-list'],
  ['POST', '/categories/:platform/linked', 'categories.show-list'],
  ['GET PUT', '/matrices/:id/access', 'matrix.operation'],
  ['GET', '/matrices/people', 'matrix.operation'],
  ['GET', '/matrices/:id/products /matrices/:id/products/export', 'matrix.view-list'],
  ['GET', '/matrices/:id/candidates', matrix],
  ['POST', '/matrices/:id/found /matrices/merge /matrices/merge/preview', matrix],
  ['POST PUT DELETE', '/matrices/:id/products', matrix],
  ['GET', '/synchronization /synchronization/runs /synchronization/:id', 'synchronization.show-list'],
  ['POST', '/synchronization', 'synchronization.run'],
  ['DELETE', '/synchronization/:id', 'synchronization.run'],
  ['DELETE', '/undo/runs/:id', 'session'],
  ['POST DELETE', '/synchronization/keys/:id', 'settings_project'],
  ['GET', '/feeds/:code /feeds/:code/pictures/:key/:file', 'synchronization.show-list'],
  ...Object.entries(asked).flatMap(([paths, right]) =>
    paths
      .split(' ')
      .flatMap(path => [
        ['GET', `${path}/duplicate`, path === '/users' ? `user.create ${right}` : right] as const,
        ['POST', `${path}/containers`, right] as const,
      ]),
  ),
  ['GET', '/reference/:name/value/duplicate', 'settings_reference'],
];

/** Calls by `METHOD /path`. */
export const calls: ReadonlyMap<string, Right> = new Map([
  ...Object.entries(collections).flatMap(([path, rights]) =>
    Object.entries(deeds).map(([deed, name]) => [deed.replace(' ', ` ${path}`), rights[name]] as const),
  ),
  ...others.flatMap(([methods, paths, right]) =>
    methods.split(' ').flatMap(method => paths.split(' ').map(path => [`${method} ${path}`, right] as const)),
  ),
]);

/** Calls that every page makes, open to the confined roles in addition to the matrices and public calls. */
const everywhere =
  /^(POST \/auth\/logout|\w+ \/profile(\/\w+)?|GET \/web-socket\/get-token|GET \/avatars\/:key\/:file|GET \/navigation|GET \/notifications|PUT \/notifications\/read|GET \/drafts\/changes|GET \/drafts\/current-header|POST \/drafts\/:id\/revert|(GET|POST) \/trash(\/\w+)?|POST \/batches\/:id\/undo(\/preview)?|GET \/batches\/of-record|GET \/batches\/:id(\/changes)?|(GET|POST) \/batches\/:id\/version|GET \/history-settings|(GET|DELETE) \/undo\/runs\/:id|GET \/pictures\/:key\/:file)$/;

/** Whether a role may make a call that requires the given right. */
export const isLetIn = (role: RoleSlug, call: string, right: Right, has: Holds = holds(role)): boolean => {
  if (!satisfies(right, has)) return false;
  return !confined.includes(role) || right === 'anyone' || everywhere.test(call) || / \/matrices\b/.test(call);
};
