import { cleanup, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { markReady } from '#resources/schema/ui/readyPages.ts';
import { drawnAtOnce } from '../../src/drawnAtOnce.ts';

afterEach(cleanup);

/** Draws by itself, as in a browser: what is drawn at once is there before anybody waits. */
const withoutActing = async (work: () => Promise<void>): Promise<void> => {
  const global = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  global.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await work();
  } finally {
    global.IS_REACT_ACT_ENVIRONMENT = true;
  }
};

const open = () => {
  let arrive = () => undefined as void;
  const code = new Promise<{ default: () => React.JSX.Element }>(resolve => {
    arrive = () => resolve({ default: () => <p>Страница</p> });
  });
  const Late = lazy(() => code);
  const router = drawnAtOnce(
    createMemoryRouter(
      [
        { path: '/content/shelf', element: <p>Список</p> },
        { path: '/content/shelf/:id/settings', element: <p>Редактор</p> },
        { path: '/content/late', element: <Late /> },
      ],
      { initialEntries: ['/content/shelf'] },
    ),
  );
  render(<RouterProvider router={router} />);
  return { router, arrive };
};

describe('The way to another page', () => {
  it('[L122] is one drawing where its code is there, whichever record it shows', () =>
    withoutActing(async () => {
      markReady('/content/shelf/0/settings');
      const { router } = open();
      void router.navigate('/content/shelf/7/settings');
      expect(screen.getByText('Редактор')).toBeVisible();
      expect(screen.queryByText('Список')).toBeNull();
    }));

  it('[L122] leaves what is shown where it is until the code has come, and the next time is one drawing', () =>
    withoutActing(async () => {
      const { router, arrive } = open();
      await router.navigate('/content/late');
      expect(screen.getByText('Список')).toBeVisible();
      expect(screen.queryByText('Страница')).toBeNull();
      arrive();
      expect(await screen.findByText('Страница')).toBeVisible();
      void router.navigate('/content/shelf');
      expect(screen.getByText('Список')).toBeVisible();
      void router.navigate('/content/late');
      expect(screen.getByText('Страница')).toBeVisible();
    }));
});
