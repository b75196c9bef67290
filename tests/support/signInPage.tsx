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
  let opened: Services | null = null;
  afterEach(async () => {
    cleanup();
    vi.restoreAllMocks();
    opened?.realtime.close();
    await opened?.queryClient.cancelQueries();
    opened = null;
  });

  const openSignIn = (address = '/login'): Session => {
    window.history.replaceState(null, '', address);
    const storage = createTabStorage(() => window.localStorage);
    const session = createSession({ calls: createSessionCalls(API_BASE), storage, tab: new EventTarget() });
    const services = async () => {
      opened = await createServices({ session, socketUrl: await server().listen(), loadDocument: () => undefined });
      return opened;
    };
    render(<App router={createRouter(createStartup(session, services))} />);
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
