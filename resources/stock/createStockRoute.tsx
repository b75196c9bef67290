import type { ComponentType } from 'react';
import { RestoreScrollPosition } from 'react-admin';
import { type LazyRoute, lazyScreen } from '#ui/lazyScreen.tsx';
import type { Definition } from '../engine/types.ts';

export type ScreenKind = 'list' | 'create' | 'edit' | 'show';

export type LoadScreen = () => Promise<ComponentType>;

export type StockScreens = { readonly [K in ScreenKind]?: LoadScreen };

const StockScreen = lazyScreen(() => import('./StockPage.tsx').then(({ StockPage }) => StockPage));

/** Loads a stock screen together with its frame, so that other screens do not have to load react-admin's components. */
export const createStockRoute = (definition: Definition, kind: ScreenKind, load: LoadScreen): LazyRoute => {
  const Content = lazyScreen(load);
  const content =
    kind === 'list' ? (
      <RestoreScrollPosition storeKey={`${definition.name}.list.scrollPosition`}>
        <Content />
      </RestoreScrollPosition>
    ) : (
      <Content />
    );
  return async () => {
    await Promise.all([StockScreen.preload(), Content.preload()]);
    return {
      element: (
        <StockScreen definition={definition} kind={kind}>
          {content}
        </StockScreen>
      ),
    };
  };
};
