import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channels, type EventName, type EventPayload } from '#contract/events.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const shown = () => [...document.querySelectorAll('[data-notice]')].map(({ textContent }) => textContent);

/** The start page where an import was told to begin, and what the server tells of imports from then on. */
const openWithImport = async () => {
  const { user: person } = await server().signIn('content_manager');
  const { user } = await open('/content');
  await screen.findByText('Изменения видны сразу');
  const tell = <E extends EventName>(event: E, payload: EventPayload<E>) =>
    server().deps.realtime.emit(channels.user(person.id), event, payload);
  // The channel is joined some time after the connection: told until it is heard, and then the last one waited for.
  let told = 0;
  await waitFor(() => {
    if (shown().length === 0) {
      told += 1;
      tell('IMPORT_STARTS', { run_id: 1, message: `Импорт начат ${told}` });
    }
    expect(shown()).toEqual([`Импорт начат ${told}`]);
  });
  return { user, tell };
};

describe('Notices', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('[N60, N18] of how an import goes only the latest word stands, and what went wrong at its end beside it', async () => {
    const { tell } = await openWithImport();
    tell('IMPORT_POST_ERROR', { run_id: 1, message: 'Обработка не удалась' });
    tell('IMPORT_READY', { run_id: 1, message: 'Импорт завершён' });
    await waitFor(() => expect(shown()).toEqual(['Обработка не удалась', 'Импорт завершён']));
    expect(screen.getByRole('alert')).toHaveTextContent('Обработка не удалась');
    // The region was there before its notices, or a screen reader would miss them.
    const region = screen.getByText('Импорт завершён').closest('[aria-live]');
    expect(region).toHaveAttribute('aria-live', 'polite');
    expect(region).toContainElement(screen.getByRole('alert'));
  });

  it('[N60] a notice leaves by itself, but not from under the pointer', async () => {
    const { user } = await openWithImport();
    const [text] = shown();
    const notice = screen.getByText(text ?? '');
    await user.hover(notice);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual([text]);
    await user.unhover(notice);
    act(() => void vi.advanceTimersByTime(4000));
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('[N60] a notice that holds the focus stays when the pointer only passes over it', async () => {
    const { user } = await openWithImport();
    const [text] = shown();
    screen.getByRole('button', { name: 'Скрыть сообщение' }).focus();
    const notice = screen.getByText(text ?? '');
    await user.hover(notice);
    await user.unhover(notice);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual([text]);
    act(() => screen.getByRole('link', { name: 'Номенклатура' }).focus());
    act(() => void vi.advanceTimersByTime(4000));
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('[N60, U3] a notice is closed by the keyboard, and the focus returns where it was', async () => {
    const { user } = await openWithImport();
    const before = screen.getByRole('link', { name: 'Номенклатура' });
    before.focus();
    screen.getByRole('button', { name: 'Скрыть сообщение' }).focus();
    await user.keyboard('{Enter}');
    expect(shown()).toEqual([]);
    expect(before).toHaveFocus();
  });

  it('[N60, U3] the focus returns there also from a second button of the notice', async () => {
    const { user } = await openWithImport();
    const before = screen.getByRole('link', { name: 'Номенклатура' });
    before.focus();
    const close = screen.getByRole('button', { name: 'Скрыть сообщение' });
    const other = document.createElement('button');
    close.parentElement?.prepend(other);
    other.focus();
    await user.tab();
    expect(close).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(before).toHaveFocus();
  });

  it('[N63] F8 leaves a notice also when nothing had the focus before', async () => {
    const { user } = await openWithImport();
    await user.keyboard('{F8}');
    expect(screen.getByRole('button', { name: 'Скрыть сообщение' })).toHaveFocus();
    await user.keyboard('{F8}');
    expect(document.body).toHaveFocus();
    expect(shown()).toHaveLength(1);
  });

  it('[N63] closed one after another, notices give the focus back to the page', async () => {
    const { user, tell } = await openWithImport();
    tell('IMPORT_POST_ERROR', { run_id: 1, message: 'Обработка не удалась' });
    await waitFor(() => expect(shown()).toHaveLength(2));
    const before = screen.getByRole('link', { name: 'Номенклатура' });
    before.focus();
    await user.keyboard('{F8}{Shift>}{Tab}{/Shift}{Enter}');
    expect(shown()).toEqual(['Обработка не удалась']);
    await user.keyboard('{F8}{Enter}');
    expect(shown()).toEqual([]);
    expect(before).toHaveFocus();
  });
});
