import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PermissionSlug } from '#contract/permissions.ts';
import { hold } from '#tests/support/hold.ts';
import { letRole } from '#tests/support/permissions.ts';
import {
  addManyProducts,
  addProducts,
  addValues,
  findRow,
  numbered,
  numberedFrom,
  rowNames,
} from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();
const LIST = '/content/nomenclature';
const PRODUCTS = '*/api/products';

const tick = (name: string) => screen.getByRole('checkbox', { name });
const bar = () => within(screen.getByRole('region', { name: 'Выбранное' }));
const ticked = () =>
  rowNames().filter(name => screen.queryByRole('checkbox', { name: String(name), checked: true, hidden: true }));
const openList = async (role: Parameters<typeof open>[1] = 'content_manager') => {
  const { user } = await open(LIST, role);
  await findRow(numbered(1));
  return user;
};
const dialog = async () => within(await screen.findByRole('dialog'));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const statuses = async () => {
  const { result } = await (await server().as('admin'))('GET', '/products?sort=id&per_page=100');
  return (result as { items: { status: string }[] }).items.map(({ status }) => status);
};

/** Chooses a word of a field in the open dialog of a bulk change. */
const setWord = async (user: UserEvent, field: string, word: string) => {
  const within = await dialog();
  await user.click(within.getByRole('combobox', { name: 'Какое поле изменить' }));
  await user.click(await screen.findByRole('option', { name: field }));
  await user.selectOptions(await within.findByRole('combobox', { name: field }), word);
};

describe('Lists: the selection', () => {
  beforeEach(() => addManyProducts(server(), 25));

  it('[L50] rows are ticked by click, by Shift over a range, and the page by its head', async () => {
    const user = await openList();
    await user.click(tick(numbered(2)));
    expect(bar().getByText('Выбрано: 1 товар')).toBeVisible();
    await user.keyboard('{Shift>}');
    await user.click(tick(numbered(5)));
    await user.keyboard('{/Shift}');
    expect(ticked()).toEqual(numberedFrom(2, 5));
    await user.keyboard('{Shift>}');
    await user.click(tick(numbered(1)));
    await user.keyboard('{/Shift}');
    expect(ticked()).toEqual(numberedFrom(1, 5));
    await user.click(tick(numbered(3)));
    expect(ticked()).toEqual([numbered(1), numbered(2), numbered(4), numbered(5)]);
    const page = tick('Выбрать все на странице');
    expect(page).toBePartiallyChecked();
    await user.click(page);
    expect(ticked()).toEqual(numberedFrom(1, 10));
    await user.click(page);
    expect(screen.queryByRole('region', { name: 'Выбранное' })).not.toBeInTheDocument();
  });

  it('[L50] the space bar ticks the row that has the focus, with Shift all from the last one, and opens nothing', async () => {
    const user = await openList();
    await user.keyboard('jj ');
    expect(ticked()).toEqual([numbered(2)]);
    await user.keyboard('jj{Shift>} {/Shift}');
    expect(ticked()).toEqual(numberedFrom(2, 4));
    await user.keyboard(' ');
    expect(ticked()).toEqual(numberedFrom(2, 3));
    expect(window.location.pathname).toBe(LIST);
  });

  it('[L50] all that match are selected at once, across pages', async () => {
    const user = await openList();
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'товар 01');
    await waitFor(() => expect(screen.getByText('11 товаров')).toBeVisible());
    await user.clear(screen.getByRole('searchbox', { name: 'Найти' }));
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'товар 0');
    await waitFor(() => expect(screen.getByText('25 товаров')).toBeVisible());
    await user.click(tick(String(rowNames()[0])));
    await user.click(bar().getByRole('button', { name: 'Выбрать все 25' }));
    expect(await bar().findByText('Выбрано: 25 товаров')).toBeVisible();
    expect(bar().getByText('не на этой странице: 15')).toBeVisible();
    expect(bar().queryByRole('button', { name: /Выбрать все/ })).not.toBeInTheDocument();
    await user.click(bar().getByRole('button', { name: 'Снять выбор' }));
    expect(ticked()).toEqual([]);
  });

  it('[L51] the selection survives paging, sorting and a visit to a record', async () => {
    const user = await openList();
    await user.click(tick(numbered(2)));
    await user.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await findRow(numbered(11));
    expect(bar().getByText('не на этой странице: 1')).toBeVisible();
    await user.click(tick(numbered(12)));
    await user.click(screen.getByRole('button', { name: 'Артикул' }));
    await user.click(screen.getByRole('link', { name: String(rowNames()[0]) }));
    await user.click(await screen.findByRole('link', { name: 'К разделу «Номенклатура»' }));
    expect(await screen.findByText('Выбрано: 2 товара')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Название' }));
    await user.click(await screen.findByRole('button', { name: 'Предыдущая страница' }));
    await findRow(numbered(2));
    expect(ticked()).toEqual([numbered(2)]);
  });

  it('[L51] live changes leave it as it is; a record that is deleted leaves it', async () => {
    const user = await openList();
    await screen.findByText('Изменения видны сразу');
    await user.click(tick(numbered(2)));
    await user.click(tick(numbered(3)));
    const send = await server().as('admin');
    await send('PUT', '/products/2', { status: 'active' });
    await waitFor(async () => expect(within(await findRow(numbered(2))).getByText('Активен')).toBeVisible());
    expect(ticked()).toEqual(numberedFrom(2, 3));
    await send('DELETE', '/products/3');
    expect(await screen.findByText('Выбрано: 1 товар')).toBeVisible();
  });

  it('[L50] [P14] somebody who may write nothing is offered no change', async () => {
    await letRole(server(), 'accountant', 'products.show-list' satisfies PermissionSlug);
    const user = await openList('accountant');
    await user.click(tick(numbered(2)));
    expect(bar().queryByRole('button', { name: 'Изменить' })).not.toBeInTheDocument();
    expect(bar().queryByRole('button', { name: 'Удалить' })).not.toBeInTheDocument();
  });
});

describe('Lists: a change of many', () => {
  beforeEach(() => addManyProducts(server(), 12));

  /** Selects all, and says that they are to be archived. */
  const beginChange = async () => {
    const user = await openList();
    await user.click(tick(numbered(1)));
    await user.click(bar().getByRole('button', { name: 'Выбрать все 12' }));
    await bar().findByText('Выбрано: 12 товаров');
    await user.click(bar().getByRole('button', { name: 'Изменить' }));
    await setWord(user, 'Статус', 'В архиве');
    return user;
  };

  it('[L461] [L21] [L52] it shows what would change before it is made, and then changes all of it', async () => {
    await (await server().as('admin'))('PUT', '/products/1', { status: 'archived' });
    const user = await beginChange();
    await user.click((await dialog()).getByRole('button', { name: 'Проверить' }));
    expect(await (await dialog()).findByText('Будет изменено: 11')).toBeVisible();
    expect((await dialog()).getByText('Без изменений: 1')).toBeVisible();
    const sample = (await dialog()).getByText(numbered(2)).closest('li');
    expect(sample).toHaveTextContent('СтатусБыло: Черновик → ; Станет: В архиве');
    expect(await statuses()).toContain('draft');
    await user.click((await dialog()).getByRole('button', { name: 'Изменить 11' }));
    expect(await screen.findByText('Изменено: 11 товаров. Без изменений: 1')).toBeVisible();
    await isClosed();
    expect(new Set(await statuses())).toEqual(new Set(['archived']));
    expect(ticked()).toEqual([]);
  });

  it('[L52] [P22] only fields that the person may write are offered', async () => {
    await letRole(server(), 'accountant', 'products.show-list', 'product.show-prices');
    const user = await openList('accountant');
    await user.click(tick(numbered(2)));
    await user.click(bar().getByRole('button', { name: 'Изменить' }));
    await user.click((await dialog()).getByRole('combobox', { name: 'Какое поле изменить' }));
    const offered = screen.getAllByRole('option').map(option => option.textContent);
    expect(offered).toContain('Цена, RUB');
    expect(offered).not.toContain('Название');
  });

  it('[L52] an invalid value is reported at its field and not sent', async () => {
    const user = await openList();
    await user.click(tick(numbered(2)));
    await user.click(bar().getByRole('button', { name: 'Изменить' }));
    await user.click((await dialog()).getByRole('combobox', { name: 'Какое поле изменить' }));
    await user.click(await screen.findByRole('option', { name: 'Вес, кг' }));
    await user.type(await (await dialog()).findByRole('textbox', { name: 'Вес, кг' }), '1,23456');
    await user.click((await dialog()).getByRole('button', { name: 'Проверить' }));
    expect(await (await dialog()).findByText('Не больше трёх знаков после запятой')).toBeVisible();
  });

  it('[L53] what failed is named with its reason, stays selected, and is done by another try', async () => {
    const user = await beginChange();
    await user.click((await dialog()).getByRole('button', { name: 'Проверить' }));
    await (await dialog()).findByText('Будет изменено: 12');
    await (await server().as('admin'))('PUT', '/products/3', { name: 'Переименован' });
    await user.click((await dialog()).getByRole('button', { name: 'Изменить 12' }));

    expect(await (await dialog()).findByText(/Изменено 11 из 12/)).toBeVisible();
    const failed = within((await dialog()).getByRole('row', { name: /Переименован/ }));
    expect(failed.getByText('Запись уже изменил кто-то другой')).toBeVisible();
    expect(screen.queryByText(/^Изменено:/)).not.toBeInTheDocument();
    expect(screen.getByText('Выбрано: 1 товар')).toBeInTheDocument();

    await user.click((await dialog()).getByRole('button', { name: 'Повторить для 1' }));
    await (await dialog()).findByText('Будет изменено: 1');
    await user.click((await dialog()).getByRole('button', { name: 'Изменить 1' }));
    expect(await screen.findByText('Изменено: 1 товар')).toBeVisible();
    await isClosed();
    expect(new Set(await statuses())).toEqual(new Set(['archived']));
  });

  it('[L53] a call that fails is no success: all of it stays selected', async () => {
    const user = await beginChange();
    await user.click((await dialog()).getByRole('button', { name: 'Проверить' }));
    await (await dialog()).findByText('Будет изменено: 12');
    answer(http.put(PRODUCTS, () => HttpResponse.json({ code: 409, message: 'Идёт обслуживание' }, { status: 409 })));
    await user.click((await dialog()).getByRole('button', { name: 'Изменить 12' }));
    expect(await (await dialog()).findByText(/Не изменено ничего/)).toBeVisible();
    expect((await dialog()).getAllByText('Идёт обслуживание')).toHaveLength(12);
    expect(screen.getByText('Выбрано: 12 товаров')).toBeInTheDocument();
  });

  it('[L54] a change under way shows its progress, and is stopped with true counts', async () => {
    await addProducts(server(), ...Array.from({ length: 1500 }, (_, at) => ({ name: `Ящик ${at}` })));
    const user = await openList();
    await user.click(tick(numbered(1)));
    await user.click(await bar().findByRole('button', { name: /Выбрать все/ }));
    await bar().findByText('Выбрано: 1 512 товаров');
    await user.click(bar().getByRole('button', { name: 'Изменить' }));
    await setWord(user, 'Статус', 'Активен');
    await user.click((await dialog()).getByRole('button', { name: 'Проверить' }));
    const go = await (await dialog()).findByRole('button', { name: /^Изменить 1.512$/ });
    await waitFor(() => expect(go).toBeEnabled());
    const first = hold();
    answer(
      http.put(PRODUCTS, async ({ request }) => {
        await first.released;
        return server().app.fetch(request);
      }),
    );
    await user.click(go);
    expect(await (await dialog()).findByText('Готово 0 из 1 512')).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: 'Матрицы', hidden: true }));
    await user.click((await dialog()).getByRole('button', { name: 'Остановить' }));
    first.release();
    expect(await (await dialog()).findByText(/Изменено 1.000 из 1.512/)).toBeVisible();
    expect((await dialog()).getByText('Не отправлено: 512')).toBeVisible();
    expect(screen.getByText('Выбрано: 512 товаров')).toBeInTheDocument();
    expect((await dialog()).getByRole('button', { name: 'Повторить для 512' })).toBeVisible();
    expect(window.location.pathname).toBe(LIST);
  });
});

describe('Lists: a removal of many', () => {
  it('[L21] [L22] records are removed after a question that names them', async () => {
    await addManyProducts(server(), 8);
    const user = await openList();
    await user.click(tick('Выбрать все на странице'));
    await user.click(tick(numbered(8)));
    await user.click(bar().getByRole('button', { name: 'Удалить' }));
    const question = await dialog();
    expect(question.getByRole('heading', { name: 'Удалить 7 товаров?' })).toBeVisible();
    expect(await question.findByText(numbered(1))).toBeVisible();
    expect(question.getByText('и ещё 2')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Удалить 7' }));
    expect(await screen.findByText('Удалено: 7 товаров')).toBeVisible();
    await waitFor(() => expect(rowNames()).toEqual([numbered(8)]));
  });

  it('[L53] [X26] those in use are named and stay selected, the others are gone', async () => {
    const [used] = await addValues(server(), 'brand', 'Нужный', 'Лишний');
    await addProducts(server(), { name: 'Чай', brand_id: used as number });
    const { user } = await open('/content/settings/reference/brand', 'admin');
    await findRow('Нужный');
    await user.click(tick('Выбрать все на странице'));
    await user.click(bar().getByRole('button', { name: 'Удалить' }));
    await user.click((await dialog()).getByRole('button', { name: 'Удалить 2' }));
    expect(await (await dialog()).findByText(/Удалено 1 из 2/)).toBeVisible();
    const failed = within((await dialog()).getByRole('row', { name: /Нужный/ }));
    expect(failed.getByText(/^Запись используется, удалить её нельзя/)).toBeVisible();
    await user.click((await dialog()).getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(rowNames()).toEqual(['Нужный']));
    expect(ticked()).toEqual(['Нужный']);
  });
});
