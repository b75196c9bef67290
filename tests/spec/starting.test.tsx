import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import '#src/content.tsx';
import { App, createRouter } from '#src/App.tsx';
import { createStartup } from '#src/startup.ts';
import { useConsole } from '#tests/support/console.ts';
import { hold } from '#tests/support/hold.ts';

const complaints = useConsole();

describe('§9 A page whose application is on its way', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/content/nomenclature');
    window.localStorage.setItem(TOKENS_KEY, JSON.stringify({ access: 'a', refresh: 'r' }));
  });
  afterEach(() => {
    cleanup();
    window.localStorage.clear();
  });

  const session = () =>
    createSession({ calls: createSessionCalls('/api'), storage: window.localStorage, tab: new EventTarget() });

  it('[K9] shows that it is being opened, until it is there or has failed', async () => {
    const { released, release } = hold();
    const services = () => released.then(() => null);
    render(<App router={createRouter(createStartup(session(), services))} />);
    expect(await screen.findByText('Открываем приложение…')).toHaveRole('status');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    release();
    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось открыть приложение');
    expect(screen.queryByText('Открываем приложение…')).not.toBeInTheDocument();
    complaints();
  });
});
