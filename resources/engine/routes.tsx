import { ResourceContextProvider } from 'react-admin';
import { type LoaderFunction, Outlet, type RouteObject, redirect } from 'react-router-dom';
import { findRouteRule, routes } from '#contract/routes.ts';
import type { RouteRule } from '#contract/screens.ts';
import { getTitleKey } from '#i18n/sections.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { type LazyRoute, lazyRoute, lazyScreen } from '#ui/lazyScreen.tsx';
import { ListScreen } from '../list/ListScreen.tsx';
import { createStockRoute } from '../stock/createStockRoute.tsx';
import { getCreatePath, getCreateSegment, getEditPath, getListPath } from './resourcePaths.ts';
import type { Definition } from './types.ts';
import { type Screen, withVisibleFields } from './withVisibleFields.tsx';

export interface ScreenHandle extends Pick<RouteRule, 'access' | 'section'> {
  title: MessageKey;
  tab?: string;
}

/**
 * The metadata of an address in the contract's table. Without an entry, nobody can open the screen, which is the safe
 * default.
 */
export const createScreenHandle = (address: string): ScreenHandle | undefined => {
  const rule = findRouteRule(address);
  return rule ? { access: rule.access, section: rule.section, title: getTitleKey(rule.section) } : undefined;
};

const CreateScreen = lazyScreen(() => import('../form/CreateScreen.tsx').then(module => module.CreateScreen));
const EditScreen = lazyScreen(() => import('../form/EditScreen.tsx').then(module => module.EditScreen));
const [ListElement, Create, Edit] = [
  withVisibleFields(ListScreen),
  withVisibleFields(CreateScreen),
  withVisibleFields(EditScreen),
];

export const createRoutes = (definition: Definition): RouteObject => {
  const { name, stock, tabs } = definition;
  const create = getCreateSegment(name);
  // Not lazy, because most sessions start with a list.
  const list = stock.list
    ? { lazy: createStockRoute(definition, 'list', stock.list) }
    : { element: renderScreen(ListElement, definition) };
  return {
    path: name,
    element: (
      <ResourceContextProvider value={name}>
        <Outlet />
      </ResourceContextProvider>
    ),
    children: [
      { index: true, handle: createScreenHandle(getListPath(name)), ...list },
      stock.create
        ? createRoute(name, `${create}/*`, createStockRoute(definition, 'create', stock.create))
        : createRoute(name, create, lazyRoute(CreateScreen, renderScreen(Create, definition))),
      ...(stock.show ? [createRoute(name, ':id/show/*', createStockRoute(definition, 'show', stock.show), ':id')] : []),
      ...(tabs ? createTabbedEditorRoutes(definition, Object.keys(tabs)) : createPlainEditorRoutes(definition)),
    ],
  };
};

/** The editor at `/:id/:tab`; the alternative addresses of §2 redirect to it. */
const createTabbedEditorRoutes = (definition: Definition, tabs: readonly string[]): RouteObject[] => {
  const { name, stock } = definition;
  const address = getListPath(name);
  const aliases = tabs.flatMap(tab =>
    routes
      .filter(({ aliasOf }) => aliasOf === `${address}/:id/${tab}`)
      .map(({ path }) => ({ path, handle: createScreenHandle(path), loader: redirectToEditor(definition, tab) })),
  );
  if (getCreateSegment(name) === 'new')
    aliases.push({ path: 'create', handle: undefined, loader: () => redirect(getCreatePath(definition)) });
  if (stock.edit) return [...aliases, createRoute(name, ':id/*', createStockRoute(definition, 'edit', stock.edit))];
  const children = tabs.map(tab => {
    const handle = createScreenHandle(`${address}/:id/${tab}`);
    return { path: tab, element: null, handle: handle && { ...handle, tab } };
  });
  const toDefaultTab: RouteObject = { index: true, element: null, handle: createScreenHandle(`${address}/:id`) };
  // The editor renders its tabs above these routes, so that its form survives a change of tab.
  const editor = lazyRoute(EditScreen, renderScreen(Edit, definition));
  return [
    ...aliases,
    { path: ':id', lazy: editor, children: [toDefaultTab, ...children, { path: '*', element: null }] },
  ];
};

/** The editor at `/:id/edit` and `/edit/:id`, because §2 links to both. */
const createPlainEditorRoutes = (definition: Definition): RouteObject[] => {
  const { name, stock } = definition;
  const recordRoute = {
    path: ':id',
    handle: createScreenHandle(`${getListPath(name)}/:id`),
    loader: redirectToEditor(definition),
  };
  const editors = [':id/edit', 'edit/:id'].map(path =>
    stock.edit
      ? createRoute(name, `${path}/*`, createStockRoute(definition, 'edit', stock.edit))
      : createRoute(name, path, lazyRoute(EditScreen, renderScreen(Edit, definition))),
  );
  return [recordRoute, ...editors];
};

/** The key prevents React from reusing a form for a different resource, whose record may have the same number. */
const renderScreen = (Component: Screen, definition: Definition) => (
  <Component key={definition.name} definition={definition} />
);

/** Routes inside a stock screen share its access rule. */
const createRoute = (name: Definition['name'], path: string, lazy: LazyRoute, ruledBy = path): RouteObject => ({
  path,
  lazy,
  handle: createScreenHandle(`${getListPath(name)}/${ruledBy.replace(/\/\*$/, '')}`),
});

const redirectToEditor =
  (definition: Definition, tab?: string): LoaderFunction =>
  ({ params: { id = '' } }) =>
    redirect(getEditPath(definition, id, tab));
