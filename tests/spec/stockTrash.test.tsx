import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScreens } from '#tests/support/screen.tsx';

const { open, server } = useScreens();
const PROJECTS = '/content/settings/project';

const addProject = async (name: string, code: string): Promise<number> => {
  const { result } = await (await server().as('admin'))('POST', '/project', { name, code, platform: 'site' });
  return (result as { id: number }).id;
};

describe('A list of react-admin’s parts', () => {
  it('[J673] leads to its trash, which restores', async () => {
    const id = await addProject('Север', 'north');
    await (await server().as('admin'))('DELETE', `/project/${id}`);
    const { user } = await open(PROJECTS, 'admin');
    await user.click(await screen.findByRole('link', { name: 'Корзина' }));
    expect(await screen.findByRole('heading', { name: 'Проекты: корзина' })).toBeVisible();
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Север»' }));
    await user.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(await screen.findByText('Восстановлено: 1')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'К списку' }));
    expect(await screen.findByRole('link', { name: 'Север' })).toBeVisible();
  });
});

describe('An editor of react-admin’s parts', () => {
  it('[J706] has the history of its record, which puts a version back', async () => {
    const id = await addProject('Север', 'north');
    await (await server().as('admin'))('PUT', `/project/${id}`, { name: 'Юг', code: 'north', platform: 'site' });
    const { user } = await open(`${PROJECTS}/${id}/edit`, 'admin');
    expect(await screen.findByDisplayValue('Юг')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'История' }));
    const history = within(await screen.findByRole('dialog', { name: 'История: Юг' }));
    await user.click((await history.findAllByRole('button', { name: /^Сравнить с текущей/ }))[0] as HTMLElement);
    const version = within(await screen.findByRole('dialog', { name: /^Версия от/ }));
    await user.click(await version.findByRole('button', { name: 'Вернуть эту версию' }));
    expect(await screen.findByDisplayValue('Север')).toBeInTheDocument();
  });
});

describe('A deletion on a screen of react-admin’s parts', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('[Q3] can be undone for as long as a write of ours', async () => {
    const id = await addProject('Север', 'north');
    const status = async () => (await (await server().as('admin'))('GET', `/project/${id}`)).code;
    const { user } = await open(`${PROJECTS}/${id}/edit`, 'admin');
    await screen.findByDisplayValue('Север');
    await user.click(screen.getByRole('button', { name: 'Удалить' }));
    const undo = await screen.findByRole('button', { name: 'Отменить' });
    act(() => void vi.advanceTimersByTime(8000));
    expect(undo).toBeVisible();
    expect(await status()).toBe(200);
    act(() => void vi.advanceTimersByTime(2000));
    await waitFor(() => expect(undo).not.toBeInTheDocument());
    await waitFor(async () => expect(await status()).toBe(404));
  });
});
