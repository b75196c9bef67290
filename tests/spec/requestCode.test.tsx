import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const CODE = '7K3M-Q9TD';
const fail = () => HttpResponse.json({ code: 500, message: '' }, { status: 500, headers: { 'X-Request-Id': CODE } });
const notices = () => [...document.querySelectorAll<HTMLElement>('[data-notice="error"]')];
const copyIn = (element: HTMLElement) => within(element).getByRole('button', { name: 'Скопировать' });

describe('§8 The code of a failed request', () => {
  beforeEach(() => addProducts(server(), { name: 'Квас', sku: 'K-1' }));
  afterEach(() => vi.restoreAllMocks());

  const failToSave = async () => {
    const { user } = await open('/content/nomenclature/1/settings');
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), ' хлебный');
    answer(http.put('*/api/products/1', fail));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText(CODE);
    complaints();
    const [notice] = notices();
    if (!notice) throw new Error('no notice is shown');
    return { user, notice };
  };

  it('[N501] is in the notice and can be copied from it', async () => {
    const { user, notice } = await failToSave();
    expect(notice).toHaveTextContent(`Что-то пошло не так.. Обратитесь в поддержкуКод обращения: ${CODE}Скопировать`);
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(copyIn(notice));
    expect(copied).toHaveBeenCalledWith(CODE);
    expect(await screen.findByText('Скопировано')).toBeVisible();
  });

  it('[N501] is selected where there is no clipboard', async () => {
    const { user, notice } = await failToSave();
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await user.click(copyIn(notice));
    expect(document.getSelection()?.toString()).toBe(CODE);
  });

  it('[N501] is in place of what could not be read', async () => {
    answer(http.get('*/api/products', fail));
    await open('/content/nomenclature');
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent(`Код обращения: ${CODE}`);
    expect(copyIn(failure)).toBeVisible();
    complaints();
  });

  it("[N501] is in the notices of react-admin's own screens", async () => {
    const project = { name: 'Север', code: 'north', platform: 'site' };
    const { result } = await (await server().as('admin'))('POST', '/project', project);
    const { id } = result as { id: number };
    const { user } = await open(`/content/settings/project/${id}/edit`, 'admin');
    await user.type(await screen.findByDisplayValue('Север'), ' 2');
    answer(http.put(`*/api/project/${id}`, fail));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText(CODE);
    expect(notices()).toHaveLength(1);
    complaints();
  });
});

describe('§8 A notice with a code', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('[N501] stays for as long as it takes to write the code down', async () => {
    await addProducts(server(), { name: 'Квас', sku: 'K-1' });
    const { user } = await open('/content/nomenclature/1/settings');
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), ' хлебный');
    answer(http.put('*/api/products/1', fail));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText(CODE);
    act(() => void vi.advanceTimersByTime(20_000));
    expect(notices()).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(15_000));
    await waitFor(() => expect(notices()).toEqual([]));
    complaints();
  });
});
