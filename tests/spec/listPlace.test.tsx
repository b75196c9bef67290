import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { addProducts, rowNames } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const LIST = '/content/nomenclature';
const filtered = (filter: Record<string, unknown>) => `${LIST}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const shows = (...names: string[]) => waitFor(() => expect(rowNames()).toEqual(names));

describe('The place in a list', () => {
  it('[L443] a page that fails stays in the address, and is what «Повторить» loads', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сыр' }, { name: 'Чай' });
    const { user } = await open(`${LIST}?perPage=1&page=2`);
    await shows('Сыр');
    answer(
      http.get('*/api/products', () => HttpResponse.json({ code: 500, message: '' }, { status: 500 }), { once: true }),
    );
    await user.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    await shows('Чай');
    expect(new URLSearchParams(window.location.search).get('page')).toBe('3');
    expect(complaints()).toEqual([expect.stringContaining('GET /products')]);
  });

  it('[L658] rows that were read stay when reading them anew fails, and a notice gives the reason', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сыр' });
    await open(LIST);
    await shows('Квас', 'Сыр');
    answer(
      http.get('*/api/products', () => HttpResponse.json({ code: 504, message: 'Повторите позже' }, { status: 504 }), {
        once: true,
      }),
    );
    await (await server().as('admin'))('POST', '/products', { name: 'Чай' });
    expect(await screen.findByText('Повторите позже')).toBeVisible();
    expect(rowNames()).toEqual(['Квас', 'Сыр']);
  });

  it('[L443] a page past the end is the last one', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сыр' });
    await open(`${LIST}?perPage=1&page=9`);
    await shows('Сыр');
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('page')).toBe('2'));
  });

  it('[L645] going back from the last page leads to where one was before the missing page', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сыр' });
    await open('/content');
    goTo(`${LIST}?perPage=1&page=9`);
    await shows('Сыр');
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('page')).toBe('2'));
    window.history.back();
    await waitFor(() => expect(window.location.pathname).toBe('/content'));
  });
});

const archive = async (user: UserEvent) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  await user.click(await screen.findByRole('button', { name: 'Изменить' }));
  await user.click(await screen.findByRole('combobox', { name: 'Какое поле изменить' }));
  await user.click(await screen.findByRole('option', { name: 'Статус' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Статус' }), 'В архиве');
  await user.click(dialog.getByRole('button', { name: 'Проверить' }));
  const change = await dialog.findByRole('button', { name: /^Изменить \d/ });
  await waitFor(() => expect(change).toBeEnabled());
  await user.click(change);
};

describe('An empty list', () => {
  it('[L444] shows that a bulk change has emptied it', async () => {
    await addProducts(server(), { name: 'Квас', status: 'draft' }, { name: 'Сыр', status: 'draft' });
    const { user } = await open(filtered({ status: ['draft'] }));
    await shows('Квас', 'Сыр');
    await archive(user);
    const title = await screen.findByRole('heading', { name: 'С такими фильтрами товаров больше нет' });
    expect(title.parentElement).toHaveTextContent('Изменено: 2 товара');
  });

  it('[L444] speaks of the spelling only when something was typed', async () => {
    await addProducts(server(), { name: 'Квас', status: 'active' });
    const { user } = await open(filtered({ status: ['draft'] }));
    expect(await screen.findByRole('heading', { name: 'С такими фильтрами товаров нет' })).toBeVisible();
    expect(screen.queryByText(/Измените запрос/)).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'кваз');
    expect(await screen.findByText(/Измените запрос/)).toBeVisible();
  });
});
