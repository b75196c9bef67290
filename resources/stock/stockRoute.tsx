import type { ComponentType } from 'react';
import { RestoreScrollPosition } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';
import { type LazyRoute, lazyScreen } from '#ui/lazyScreen.tsx';

/** Which screen of a resource it is. */
export type ScreenKind = 'list' | 'create' | 'edit' | 'show';

/** Brings the code of a screen, when it is opened. */
export type LoadScreen = () => Promise<ComponentType>;

/** The screens of a resource that are drawn by react-admin's parts, in place of the engine's. */
export type StockScreens = { readonly [K in ScreenKind]?: LoadScreen };

const Frame = lazyScreen(() => import('./StockPage.tsx').then(({ StockPage }) => StockPage));

/** Brings a screen of react-admin's parts together with the frame that they need. */
export const stockRoute = (resource: ResourceName, kind: ScreenKind, load: LoadScreen): LazyRoute => {
  const Content = lazyScreen(load);
  const content =
    kind === 'list' ? (
      <RestoreScrollPosition storeKey={`${resource}.list.scrollPosition`}>
        <Content />
      </RestoreScrollPosition>
    ) : (
      <Content />
    );
  return async () => {
    await Promise.all([Frame.preload(), Content.preload()]);
    return {
      element: (
        <Frame resource={resource} kind={kind}>
          {content}
        </Frame>
      ),
    };
  };
};
