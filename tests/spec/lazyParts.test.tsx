import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nContextProvider } from 'ra-core';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { createStaleBundleReloader } from '#providers/http/staleBundle.ts';
import { createI18nProvider } from '#providers/locale/i18nProvider.ts';
import { ServicesContext } from '#providers/ServicesContext.ts';
import { useConsole } from '#tests/support/console.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';

const complaints = useConsole();
// React tells of each error that a boundary caught.
afterEach(() => {
  cleanup();
  complaints();
});
beforeEach(() => window.sessionStorage.clear());

const Arrived = () => <p>Часть на месте</p>;

/** A page with a form and, below it, a part whose file may be missing. */
const openPage = async ({
  isDirty = false,
  isReachable = true,
  isSmall = false,
  isThere = false,
  isBrought = false,
} = {}) => {
  const file = { isThere };
  const Part = lazyScreen(
    () => (file.isThere ? Promise.resolve(Arrived) : Promise.reject(new TypeError('the file is missing'))),
    { isSmall },
  );
  if (isBrought) await Part.preload();
  const left: string[] = [];
  const unsaved = createUnsavedForms(new EventTarget());
  if (isDirty) unsaved.register({ isUnsaved: () => true });
  const staleBundle = createStaleBundleReloader({
    unsavedForms: unsaved,
    storage: window.sessionStorage,
    loadDocument: address => left.push(address),
    isReachable: () => Promise.resolve(isReachable),
  });
  render(
    <I18nContextProvider value={await createI18nProvider()}>
      <ServicesContext value={{ unsavedForms: unsaved, staleBundle }}>
        <input aria-label="Название" defaultValue="Квас!" />
        <Suspense>
          <Part />
        </Suspense>
      </ServicesContext>
    </I18nContextProvider>,
  );
  return { user: userEvent.setup(), left, file };
};
const failure = () => screen.findByRole('alert');
const typed = () => screen.getByRole('textbox', { name: 'Название' });

describe('A part of the application that is brought before it is drawn', () => {
  it('[U17] it stands at once', async () => {
    await openPage({ isThere: true, isBrought: true });
    expect(screen.getByText('Часть на месте')).toBeVisible();
  });

  it('[U17] a failed preload shows nothing, and the part is requested again when it is drawn', async () => {
    const { left } = await openPage({ isBrought: true });
    await waitFor(() => expect(left).toHaveLength(1));
  });
});

describe('A part of the application whose file is missing', () => {
  it('[H22] the tab moves to the build that is served now when nothing is unsaved', async () => {
    const { left } = await openPage();
    await waitFor(() => expect(left).toHaveLength(1));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('[H22] with unsaved input the page stays, explains what to do, and asks for confirmation before it reloads', async () => {
    const { user, left } = await openPage({ isDirty: true });
    expect(await failure()).toHaveTextContent('Эта часть приложения не загрузилась');
    expect(await failure()).toHaveTextContent('сохраните его и обновите страницу');
    expect(typed()).toHaveValue('Квас!');
    await user.click(screen.getByRole('button', { name: 'Обновить страницу' }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    await user.click(question.getByRole('button', { name: 'Остаться' }));
    expect(left).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Обновить страницу' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Уйти без сохранения' }));
    expect(left).toHaveLength(1);
  });

  it('[K9] [H22] without a network nothing reloads, and a retry loads the part', async () => {
    const { user, left, file } = await openPage({ isReachable: false });
    await failure();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await failure();
    file.isThere = true;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Часть на месте')).toBeVisible();
    expect([left, typed()]).toEqual([[], expect.objectContaining({ value: 'Квас!' })]);
  });

  it('[K9] a part without room for a sentence shows a button with what happened and what to do', async () => {
    const { user, file } = await openPage({ isReachable: false, isSmall: true });
    const again = await screen.findByRole('button', { name: 'Не загрузилось. Повторить' });
    expect(again).toHaveAttribute('title', 'Эта часть приложения не загрузилась');
    file.isThere = true;
    await user.click(again);
    expect(await screen.findByText('Часть на месте')).toBeVisible();
  });
});
