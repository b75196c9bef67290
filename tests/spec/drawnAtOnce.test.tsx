import { cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { drawnAtOnce } from '#src/drawnAtOnce.ts';
import { Drawn } from '#src/layout/Drawn.tsx';
import { markReady } from '#ui/readyPages.ts';

afterEach(cleanup);

/** Draws by itself, as in a browser: what is drawn at once is there before anybody waits. */
const withoutActing = async (work: () => Promise<void>): Promise<void> => {
  const global = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const { IS_REACT_ACT_ENVIRONMENT: before } = global;
  global.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await work();
  } finally {
    // Other files run in the same world.
    Object.assign(global, { IS_REACT_ACT_ENVIRONMENT: before });
  }
};

const Page = () => (
  <Suspense fallback="Загружаем">
    <Outlet />
    <Drawn />
  </Suspense>
);

/** A list, an editor, and a page whose code comes when it is let. */
const open = (at: string) => {
  let arrive = () => undefined as void;
  const code = new Promise<{ default: () => React.JSX.Element }>(resolve => {
    arrive = () => resolve({ default: () => <p>Страница</p> });
  });
  const Late = lazy(() => code);
  const children = [
    { path: 'shelf', element: <p>Список</p> },
    { path: 'shelf/:id/settings', element: <p>Редактор</p> },
    { path: `${at}/late`, element: <Late /> },
  ];
  const router = drawnAtOnce(
    createMemoryRouter([{ path: '/content', element: <Page />, children }], { initialEntries: ['/content/shelf'] }),
  );
  render(<RouterProvider router={router} />);
  return { router, arrive };
};
/** What is there right after a press, and a while later. */
const shown = () => ['Список', 'Редактор', 'Страница', 'Загружаем'].filter(text => screen.queryByText(text));
const aWhile = () => new Promise(done => void setTimeout(done, 100));

describe('The way to another page', () => {
  it('[L122] is one drawing where its code is there, whichever record it shows', () =>
    withoutActing(async () => {
      markReady('/content/shelf/0/settings');
      const { router } = open('a');
      void router.navigate('/content/shelf/7/settings');
      expect(shown()).toEqual(['Редактор']);
    }));

  it('[L122] leaves what is shown where it is until the code has come, and the next time is one drawing', () =>
    withoutActing(async () => {
      const { router, arrive } = open('b');
      await router.navigate('/content/b/late');
      await aWhile();
      expect(shown()).toEqual(['Список']);
      arrive();
      expect(await screen.findByText('Страница')).toBeVisible();
      void router.navigate('/content/shelf');
      expect(shown()).toEqual(['Список']);
      void router.navigate('/content/b/late');
      expect(shown()).toEqual(['Страница']);
    }));

  it('[L122] a page that was left before its code came is waited for again', () =>
    withoutActing(async () => {
      const { router } = open('c');
      for (const path of ['/content/c/late', '/content/shelf', '/content/c/late']) {
        await router.navigate(path);
        await aWhile();
        expect(shown()).toEqual(['Список']);
      }
    }));
});
