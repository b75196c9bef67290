import { createBrowserRouter, type RouteObject, RouterProvider, redirect } from 'react-router-dom';
import {
  FORGOT_PASSWORD_PATH,
  HOME_PATH,
  isContentPath,
  LOGIN_PATH,
  RESET_PASSWORD_PATH,
} from '#contract/addresses.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { saveReturnUrl } from '#providers/session/returnUrl.ts';
import { setFlashMessage } from './flashMessage.ts';
import { loadApplication } from './loadApplication.ts';
import { ForgotPassword } from './public/ForgotPassword.tsx';
import { ResetPassword } from './public/ResetPassword.tsx';
import { SignIn } from './public/SignIn.tsx';
import { loadPublicTranslate, type PublicMessages } from './public/translate.ts';
import { StartFailed } from './StartFailed.tsx';
import { Starting } from './Starting.tsx';
import type { Startup } from './startup.ts';
import { sharedStorage } from './storage.ts';

export const App = ({ router }: { router: ReturnType<typeof createRouter> }) => (
  <RouterProvider router={router} useTransitions={false} />
);

/** The route table. Everything behind sign-in is added lazily, so that the public pages stay small. */
export const createRouter = (startup: Startup) => {
  const { session } = startup;

  /** §2: a public page. Users who are already signed in are redirected to the start page with a message. */
  const publicPage = (path: string, Page: typeof SignIn, messageKey: MessageKey): RouteObject => ({
    path,
    loader: async (): Promise<PublicMessages | Response> => {
      if (!session.isSignedIn()) return { t: await loadPublicTranslate() };
      setFlashMessage(messageKey);
      return redirect(HOME_PATH);
    },
    element: <Page startup={startup} />,
  });

  /**
   * §2: all other addresses require a session. The requested address is stored, so that the user returns to it after
   * signing in.
   */
  const anyOther: RouteObject = {
    path: '*',
    element: null,
    loader: () => {
      if (session.isSignedIn()) return redirect(`${HOME_PATH}/not-found`);
      saveReturnUrl(sharedStorage, window.location);
      return redirect(LOGIN_PATH);
    },
  };

  const routes: RouteObject[] = [
    { path: '/', element: null, loader: () => redirect(HOME_PATH) },
    publicPage(LOGIN_PATH, SignIn, 'session.alreadySignedIn'),
    publicPage(FORGOT_PASSWORD_PATH, ForgotPassword, 'session.alreadySignedInRestore'),
    publicPage(RESET_PASSWORD_PATH, ResetPassword, 'session.alreadySignedInRestore'),
    anyOther,
  ];

  let isComplete = false;
  return createBrowserRouter(
    [{ id: 'root', errorElement: <StartFailed />, HydrateFallback: Starting, children: routes }],
    {
      // Routes behind sign-in are loaded on the first navigation to one of them, because the public pages do not need
      // their code.
      patchRoutesOnNavigation: async ({ path, patch }) => {
        if (isComplete || !isContentPath(path) || !session.isSignedIn()) return;
        const { createContentRoutes } = await loadApplication();
        if (!isComplete) patch('root', createContentRoutes(startup));
        isComplete = true;
      },
    },
  );
};
