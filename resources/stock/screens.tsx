import { type ComponentType, type ReactElement, useState } from 'react';
import { generatePath, matchPath, Route } from 'react-router-dom';
import type { ResourceName } from '#contract/records.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { createSegment, listAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';

/** Which screen of a resource it is. */
export type ScreenKind = 'list' | 'create' | 'edit' | 'show';

/** Brings the code of a screen, when it is opened. */
export type LoadScreen = () => Promise<ComponentType>;

/** The screens of a resource that are drawn by react-admin's parts, in place of the engine's. */
export type StockScreens = { readonly [K in ScreenKind]?: LoadScreen };

const Frame = lazyScreen(() => import('./StockPage.tsx').then(({ StockPage }) => StockPage));

/** A screen of react-admin's parts in the frame that they need. */
export const stockScreen = (resource: ResourceName, kind: ScreenKind, load: LoadScreen): ReactElement => {
  const Content = lazyScreen(load);
  const Stock = () => {
    // Beside the frame's code, not after it.
    useState(() => void Content.preload());
    return (
      <Frame resource={resource} kind={kind}>
        <Content />
      </Frame>
    );
  };
  return <Stock />;
};

interface Place {
  kind: ScreenKind;
  path: string;
  ruledBy: string;
}

type Placed = Pick<Definition, 'name' | 'tabs' | 'stock'>;

/** Where the screens stand below the list's address, and the address whose rule says who may open them. */
const placesOf = ({ name, tabs }: Placed): readonly Place[] => [
  { kind: 'create', path: createSegment(name), ruledBy: createSegment(name) },
  { kind: 'show', path: ':id/show', ruledBy: ':id' },
  tabs ? { kind: 'edit', path: ':id', ruledBy: ':id' } : { kind: 'edit', path: ':id/edit', ruledBy: ':id/edit' },
];

/** The routes of a resource's stock screens. What lies below an address is the same screen's: the tabs of a form. */
export const stockRoutes = (definition: Placed): ReactElement[] =>
  placesOf(definition).flatMap(({ kind, path }) => {
    const load = definition.stock[kind];
    if (!load) return [];
    return [<Route key={kind} path={`${path}/*`} element={stockScreen(definition.name, kind, load)} />];
  });

/** The address in the table of routes that a stock screen goes by; null where there is no such screen. */
export const ruledAddress = (definitions: readonly Placed[], pathname: string): string | null => {
  for (const definition of definitions)
    for (const { kind, path, ruledBy } of placesOf(definition)) {
      const list = listAddress(definition.name);
      const match = definition.stock[kind] && matchPath(`${list}/${path}/*`, pathname);
      if (match) return generatePath(`${list}/${ruledBy}`, match.params);
    }
  return null;
};
