import { cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { createSession, type Session } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { createTabStorage } from '#providers/session/tabStorage.ts';
import { App, createRouter } from '#src/App.tsx';
import { createServices, type Services } from '#src/services.ts';
import { createStartup } from '#src/startup.ts';
import { useScreens } from './screen.tsx';

interface SignInPage extends Pick<ReturnType<typeof useScreens>, 'server' | 'answer'> {
  /** A public page, the sign-in page by default, as a document without a session. */
  openSignIn: (address?: string) => Session;
  fillIn: (email: string) => Promise<UserEvent>;
}

export const useSignInPage = (): SignInPage => {
  const { server, answer } = useScreens();
  const opening: Promise<Services | null>[] = [];
  let router: ReturnType<typeof createRouter> | null = null;
  afterEach(async () => {
    cleanup();
    // It would follow the addresses of all later tests of this window, and sign in for them.
    router?.dispose();
    vi.restoreAllMocks();
    // Those that come after the end of the test too, or they would reconnect during all later tests.
    for (const services of await Promise.all(opening.splice(0))) {
      services?.realtime.close();
      await services?.queryClient.cancelQueries();
    }
  });

  const openSignIn = (address = '/login'): Session => {
    window.history.replaceState(null, '', address);
    const storage = createTabStorage(() => window.localStorage);
    const session = createSession({ calls: createSessionCalls(API_BASE), storage, tab: new EventTarget() });
    const services = () => {
      const created = server()
        .listen()
        .then(socketUrl => createServices({ session, socketUrl, loadDocument: () => undefined }));
      opening.push(created.catch(() => null));
      return created;
    };
    router?.dispose();
    router = createRouter(createStartup(session, services));
    render(<App router={router} />);
    return session;
  };
  const fillIn = async (email: string): Promise<UserEvent> => {
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Электронная почта'), email);
    await user.type(screen.getByLabelText('Пароль'), 'demo-demo{Enter}');
    return user;
  };
  return { server, answer, openSignIn, fillIn };
};
