import { useState } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider, redirect } from 'react-router-dom';
import { HOME, isContent, LOGIN, RESET_PASSWORD, RESTORE } from '#contract/addresses.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { saveReturnUrl } from '#providers/session/returnUrl.ts';
import { flashMessage } from './flashMessage.ts';
import { loadApplication } from './loadApplication.ts';
import type { Opening } from './opening.ts';
import { ResetPassword } from './public/ResetPassword.tsx';
import { Restore } from './public/Restore.tsx';
import { SignIn } from './public/SignIn.tsx';
import { type PublicTexts, publicTexts } from './public/texts.ts';
import { StartFailed } from './StartFailed.tsx';

/** The application: what each address is drawn by. */
export const App = ({ opening }: { opening: Opening }) => {
  const [router] = useState(() => createRouter(opening));
  return <RouterProvider router={router} useTransitions={false} />;
};

const createRouter = (opening: Opening) => {
  const { session } = opening;

  /** §2: a public page, in the language that was chosen; a signed-in person is sent home and told so. */
  const publicPage = (path: string, Page: typeof SignIn, told: MessageKey): RouteObject => ({
    path,
    loader: async (): Promise<PublicTexts | Response> => {
      if (!session.isSignedIn()) return { t: await publicTexts() };
      flashMessage(told);
      return redirect(HOME);
    },
    element: <Page opening={opening} />,
  });

  /** §2: every address but the public ones needs a session; the one asked for is remembered. */
  const anyOther: RouteObject = {
    path: '*',
    element: null,
    loader: () => {
      if (session.isSignedIn()) return redirect(`${HOME}/not-found`);
      saveReturnUrl(window.localStorage, window.location);
      return redirect(LOGIN);
    },
  };

  const routes: RouteObject[] = [
    { path: '/', element: null, loader: () => redirect(HOME) },
    publicPage(LOGIN, SignIn, 'session.alreadySignedIn'),
    publicPage(RESTORE, Restore, 'session.alreadySignedInRestore'),
    publicPage(RESET_PASSWORD, ResetPassword, 'session.alreadySignedInRestore'),
    anyOther,
  ];

  let isWhole = false;
  return createBrowserRouter(
    [{ id: 'root', errorElement: <StartFailed />, HydrateFallback: Nothing, children: routes }],
    {
      // What stands behind sign-in is a part of its own: the public pages do without it.
      patchRoutesOnNavigation: async ({ path, patch }) => {
        if (isWhole || !isContent(path) || !session.isSignedIn()) return;
        const { contentRoutes } = await loadApplication();
        if (!isWhole) patch('root', contentRoutes(opening));
        isWhole = true;
      },
    },
  );
};

const Nothing = () => null;
