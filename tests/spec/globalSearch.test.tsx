import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { roleSlugs } from '#contract/roles.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { withoutSearch } from '#tests/support/rights.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const NAME = 'Найти товар или модель';
const field = () => screen.queryByRole('combobox', { name: NAME });

describe('The search in the header', () => {
  it('[L96, P6] a person finds products and models in groups and opens one by the keyboard', async () => {
    await addProducts(server(), { name: 'Латте 0,2', sku: 'L-2' }, { name: 'Капучино' });
    const [model] = await addModels(server(), { name: 'Латте' });
    const { user } = await open('/content');
    await user.type(await screen.findByRole('combobox', { name: NAME }), 'латте');
    expect(await screen.findByRole('combobox', { name: NAME })).toHaveFocus();
    expect(field()).toHaveValue('латте');
    const products = within(await screen.findByRole('group', { name: 'Номенклатура' }));
    expect(products.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['ЛЛатте 0,2L-2']);
    const models = within(screen.getByRole('group', { name: 'Каталог моделей' }));
    expect(models.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['ЛЛатте']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe(`/content/catalog/${model?.id}/settings`));
    expect(field()).toHaveValue('');
  });

  it('[L420] Enter opens the only hit, and moves to the list of several', async () => {
    const [latte] = await addProducts(server(), { name: 'Латте 0,2', sku: 'L-2' }, { name: 'Латте 0,4', sku: 'L-20' });
    const { user } = await open('/content');
    const search = await screen.findByRole('combobox', { name: NAME });
    await user.type(search, 'латте{Enter}');
    await waitFor(() => expect(search).toHaveAttribute('aria-activedescendant', expect.stringMatching(/-option-0$/)));
    await user.clear(search);
    await user.type(search, 'L-2{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe(`/content/nomenclature/${latte?.id}/settings`));
    expect(field()).toHaveValue('');
    await user.type(screen.getByRole('combobox', { name: NAME }), 'нет такого{Enter}');
    expect(await screen.findByText('Ничего не нашлось', { ignore: '[role=status]' })).toBeVisible();
    expect(window.location.pathname).toBe(`/content/nomenclature/${latte?.id}/settings`);
  });

  it('[L422] a hit opens on the tab that was used last', async () => {
    const [latte, mocha] = await addProducts(server(), { name: 'Латте' }, { name: 'Мокко' });
    const { user } = await open(`/content/nomenclature/${latte?.id}/categories`);
    await screen.findByRole('heading', { name: 'Латте' });
    await user.type(await screen.findByRole('combobox', { name: NAME }), 'мокко{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe(`/content/nomenclature/${mocha?.id}/categories`));
  });

  it('[L423] what was found in a hit is marked', async () => {
    await addProducts(server(), { name: 'Чай «Ёлка» 500 г', sku: 'TEA-7' });
    const { user } = await open('/content');
    // «Т», «Е» and «А» of the other layout.
    await user.type(await screen.findByRole('combobox', { name: NAME }), '500г елк ТЕА');
    const hit = await screen.findByRole('option');
    const marks = [...hit.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marks).toEqual(['Ёлк', '500 г', 'TEA']);
  });

  it('[L643] a search that fails says so, and is repeated by the button or Enter', async () => {
    await addProducts(server(), { name: 'Латте' });
    const { user } = await open('/content/synchronization', 'admin');
    const fails = { times: 2 };
    answer(
      http.get('*/api/search', () => {
        fails.times -= 1;
        return fails.times < 0 ? undefined : HttpResponse.json({ code: 500, message: '' }, { status: 500 });
      }),
    );
    const search = await screen.findByRole('combobox', { name: NAME });
    await user.click(search);
    await user.paste('латте');
    const failed = await screen.findByText('Поиск не удался.');
    expect(screen.queryByText('Ничего не нашлось')).not.toBeInTheDocument();
    await user.click(within(failed).getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(fails.times).toBe(0));
    await screen.findByText('Поиск не удался.');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toMatch(/nomenclature\/\d+/));
    complaints();
  });

  it('[L650] hits of a corrected word say so, also to a screen reader, and Enter opens none of them unseen', async () => {
    const [milk] = await addProducts(server(), { name: 'Молоко' });
    const { user } = await open('/content');
    const search = await screen.findByRole('combobox', { name: NAME });
    await user.type(search, 'молако{Enter}');
    const line = 'По запросу «молако» ничего не нашлось. Показаны результаты по запросу «молоко»';
    const [read, seen] = await screen.findAllByText(line);
    expect(read).toHaveAttribute('role', 'status');
    expect(seen).toBeVisible();
    const hit = screen.getByRole('option');
    expect([...hit.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Молоко']);
    await waitFor(() => expect(search).toHaveAttribute('aria-activedescendant', hit.id));
    expect(window.location.pathname).toBe('/content');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe(`/content/nomenclature/${milk?.id}/settings`));
    await user.type(screen.getByRole('combobox', { name: NAME }), 'молоко');
    await screen.findByRole('group', { name: 'Номенклатура' });
    expect(screen.queryByText(line)).not.toBeInTheDocument();
  });

  it('[L119] is one combobox from the first drawing of the page', async () => {
    await open('/content');
    await screen.findByRole('link', { name: 'Витрина' });
    expect(field()).toBeEnabled();
  });

  it.each(roleSlugs)('[P6] a %s has it, or is one of the five who have no search over everything', async role => {
    await open('/content', role);
    await screen.findByText('Изменения видны сразу');
    expect(field() === null).toBe(withoutSearch.includes(role));
  });
});
