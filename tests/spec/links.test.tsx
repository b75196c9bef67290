import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const TAB = '/content/catalog/1/products';

const sent = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  recordIn(await (await server().as('admin'))(method, path, body));
const linkedIds = async () => (await sent('GET', '/models/1'))['product_ids'];
const tab = () => screen.findByRole('region', { name: 'Номенклатура' });
const linkedNames = async () =>
  within(await tab())
    .queryAllByRole('link')
    .map(link => link.textContent);

describe('§2 The tab of linked records', () => {
  beforeEach(async () => {
    for (const name of ['Айс-латте', 'Квас', 'Латте', 'Морс', 'Раф']) await sent('POST', '/products', { name });
    await sent('POST', '/models', { name: 'Кофе', product_ids: [1, 3] });
  });

  it('[E8] [L62] an editor sees the products of a model, searches them and opens one', async () => {
    const { user } = await open(TAB);
    await screen.findByRole('link', { name: 'Латте' });
    expect(await linkedNames()).toEqual(['Айс-латте', 'Латте']);
    await user.type(within(await tab()).getByRole('searchbox'), 'айс{Enter}');
    await waitFor(async () => expect(await linkedNames()).toEqual(['Айс-латте']));
    await user.clear(within(await tab()).getByRole('searchbox'));
    await user.click(await screen.findByRole('link', { name: 'Латте' }));
    await screen.findByRole('heading', { name: 'Латте', level: 1 });
    expect(window.location.pathname).toBe('/content/nomenclature/3/settings');
  });

  it('[L657] a product that somebody else renames is renamed in the tab', async () => {
    await open(TAB);
    await screen.findByRole('link', { name: 'Латте' });
    await sent('PUT', '/products/3', { name: 'Латте большой' });
    expect(await screen.findByRole('link', { name: 'Латте большой' })).toBeVisible();
    expect(await linkedNames()).toEqual(['Айс-латте', 'Латте большой']);
  });

  it('[L62] a person links several that different searches find, at once', async () => {
    const { user } = await open(TAB);
    await screen.findByRole('link', { name: 'Латте' });
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    expect(await dialog.findByRole('checkbox', { name: /Латте.*уже связано/ })).toBeDisabled();
    // All that are shown, without those that are linked already.
    await user.click(dialog.getByLabelText('Выбрать все показанные'));
    expect(dialog.getByRole('button', { name: 'Связать (3)' })).toBeEnabled();
    await user.click(dialog.getByLabelText('Выбрать все показанные'));
    await user.type(dialog.getByRole('searchbox'), 'квас');
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
    await user.click(dialog.getByRole('checkbox', { name: 'Квас' }));
    await user.clear(dialog.getByRole('searchbox'));
    await user.click(await dialog.findByRole('checkbox', { name: 'Раф' }));
    await user.click(dialog.getByRole('button', { name: 'Связать (2)' }));
    expect(await screen.findByText('Связано: 2')).toBeVisible();
    await waitFor(async () => expect(await linkedNames()).toEqual(['Айс-латте', 'Квас', 'Латте', 'Раф']));
    expect(await linkedIds()).toEqual([1, 2, 3, 5]);
  });

  it('[L62] what was found before stays while another search is read, and all of it cannot be ticked', async () => {
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Добавить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    await dialog.findByRole('checkbox', { name: 'Квас' });
    const { released, release } = hold();
    answer(http.get('*/api/products', () => released));
    await user.type(dialog.getByRole('searchbox'), 'раф');
    expect(await dialog.findByText('Загружаем')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Квас' })).toBeVisible();
    expect(dialog.queryByLabelText('Выбрать все показанные')).not.toBeInTheDocument();
    release();
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
    expect(dialog.getByLabelText('Выбрать все показанные')).toBeVisible();
  });

  it('[L62] Escape clears the search and leaves what was ticked', async () => {
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Добавить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Квас' }));
    await user.type(dialog.getByRole('searchbox'), 'раф');
    await user.click(dialog.getByRole('button', { name: 'Очистить поиск' }));
    expect(dialog.getByRole('searchbox')).toHaveFocus();
    await user.type(dialog.getByRole('searchbox'), 'раф{Escape}');
    expect(dialog.getByRole('searchbox')).toHaveValue('');
    expect(dialog.getByRole('button', { name: 'Связать (1)' })).toBeEnabled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('[L654] those that are not linked yet come first, in their order', async () => {
    const { user } = await open(TAB);
    await screen.findByRole('link', { name: 'Латте' });
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    await dialog.findByText('Квас');
    const names = dialog
      .getAllByRole('listitem')
      .map(item => item.querySelector('label > span:last-of-type')?.textContent);
    expect(names).toEqual(['Квас', 'Морс', 'Раф', 'Айс-латте', 'Латте']);
  });

  it('[N21] [R67] a product is unlinked after confirmation, with a notice', async () => {
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Открепить «Латте»' }));
    const dialog = () => within(screen.getByRole('dialog', { name: 'Открепить «Латте»?' }));
    await user.click(dialog().getByRole('button', { name: 'Отмена' }));
    expect(await linkedIds()).toEqual([1, 3]);
    await user.click(await screen.findByRole('button', { name: 'Открепить «Латте»' }));
    await user.click(dialog().getByRole('button', { name: 'Открепить' }));
    expect(await screen.findByText('Товар откреплён от модели')).toBeVisible();
    await waitFor(async () => expect(await linkedNames()).toEqual(['Айс-латте']));
    expect(await linkedIds()).toEqual([1]);
  });

  it('[N21] [R67] a product that could not be unlinked stays, with a notice', async () => {
    answer(http.delete('*/api/models/1/products/3', () => HttpResponse.json({ code: 500 }, { status: 500 })));
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Открепить «Латте»' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Открепить' }));
    expect(await screen.findByText('Не удалось открепить товар')).toBeVisible();
    expect(complaints().join()).toContain('DELETE /models/:id/products/:linked_id');
    expect(await linkedNames()).toEqual(['Айс-латте', 'Латте']);
  });

  it('[L700] a dialog that links or unlinks stays until the outcome is there', async () => {
    const { released, release } = hold();
    answer(
      http.delete('*/api/models/1/products/3', async () => {
        await released;
        return HttpResponse.json({ code: 409, message: 'Занято' }, { status: 409 });
      }),
    );
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Открепить «Латте»' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Открепить' }));
    await tryToClose(user);
    release();
    expect(await screen.findByText('Не удалось открепить товар')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const linking = hold();
    answer(http.post('*/api/models/1/products', () => linking.released));
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Квас' }));
    await user.click(screen.getByRole('button', { name: 'Связать (1)' }));
    await tryToClose(user);
    linking.release();
    expect(await screen.findByText('Связано: 1')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Отменить' })).toBeVisible();
  });

  it('[N62] a failure is told beside the dialog in which it happened, also to a screen reader', async () => {
    answer(http.post('*/api/models/1/products', () => HttpResponse.json({ code: 500 }, { status: 500 })));
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Добавить' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Квас' }));
    await user.click(screen.getByRole('button', { name: 'Связать (1)' }));
    // The role is found only in what no dialog hides.
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Меню' })).not.toBeInTheDocument();
    complaints();
  });

  it('[N63] the keyboard reaches a notice from an open dialog, and comes back', async () => {
    const { user } = await open(TAB);
    await user.click(await screen.findByRole('button', { name: 'Открепить «Латте»' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Открепить' }));
    const undo = await screen.findByRole('button', { name: 'Отменить' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    const search = within(await screen.findByRole('dialog')).getByRole('searchbox');
    await user.type(search, 'к{F8}');
    expect(undo).toHaveFocus();
    await user.keyboard('{F8}');
    expect(search).toHaveFocus();
    await user.keyboard('{F8}{Tab}');
    expect(screen.getByRole('button', { name: 'Скрыть сообщение' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(undo).not.toBeInTheDocument();
    expect(search).toHaveFocus();
    await user.keyboard('в{F8}');
    expect(search).toHaveFocus();
    expect(search).toHaveValue('кв');
  });

  it('[L62] a model without products explains how to link some', async () => {
    await sent('PUT', '/models/1/products', { ids: [] });
    await open(TAB);
    expect(await screen.findByText('Пока ничего не связано')).toBeVisible();
    await sent('PUT', '/models/1/products', { ids: [4] });
    expect(await screen.findByRole('link', { name: 'Морс' })).toBeVisible();
  });
});
