import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { addProducts, rowNames } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();

const begin = async () => {
  const send = await server().as('admin');
  const project = async (name: string, code: string, archived = false) =>
    recordIn(await send('POST', '/project', { name, code, platform: code, archived })).id;
  const site = await project('Сайт магазинов', 'site');
  const cafe = await project('Меню кафе', 'cafe');
  await project('Старый сайт', 'old', true);
  const [product] = await addProducts(server(), { name: 'Квас', price: 90 });
  return { send, site, cafe, id: product?.id };
};
const box = (name: string) => screen.getByRole('textbox', { name });
const group = () => screen.findByRole('group', { name: 'Цены проектов, RUB' });
const own = () => within(screen.getByRole('group', { name: 'Цены проектов, RUB' }));

describe('The price tab', () => {
  it('[L600] shows that the projects load or could not be read, and that there are none only when that is known', async () => {
    const [product] = await addProducts(server(), { name: 'Квас', price: 90 });
    const reading = hold();
    let isFailing = true;
    answer(
      http.get('*/api/project', async () => {
        await reading.released;
        return isFailing ? HttpResponse.json({ code: 500, message: 'Сбой' }, { status: 500 }) : undefined;
      }),
    );
    await open(`/content/nomenclature/${product?.id}/price`, 'accountant');
    expect(await group()).toHaveTextContent('Загружаем');
    reading.release();
    await waitFor(async () => expect(await group()).toHaveTextContent('Эта часть страницы не загрузилась'));
    complaints();
    isFailing = false;
    await open(`/content/nomenclature/${product?.id}/price`, 'accountant');
    await waitFor(async () => expect(await group()).toHaveTextContent('Проектов пока нет'));
  });

  it('[L90] [K12] an accountant prices a product by project, the base price standing where there is none', async () => {
    const { send, id, cafe } = await begin();
    const { user } = await open(`/content/nomenclature/${id}/price`, 'accountant');
    await screen.findByRole('textbox', { name: 'Меню кафе' });
    expect(
      own()
        .getAllByRole('textbox')
        .map(input => input.getAttribute('placeholder')),
    ).toEqual(['90,00', '90,00']);
    expect(own().getAllByText('RUB')).toHaveLength(2);
    await user.clear(box('Цена, RUB'));
    await user.type(box('Цена, RUB'), '95,5');
    expect(box('Сайт магазинов')).toHaveAttribute('placeholder', '95,50');
    await user.type(box('Меню кафе'), '120,90');
    expect(screen.getByRole('region', { name: 'Не сохранено' })).toHaveTextContent('Цена, RUB, Цены проектов, RUB');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    expect((await send('GET', `/products/${id}`)).result).toMatchObject({
      price: 95.5,
      prices: [{ project_id: cafe, amount: 120.9, currency: 'RUB' }],
      version: 2,
    });
    await user.clear(box('Меню кафе'));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () => expect((await send('GET', `/products/${id}/prices`)).result).toEqual([]));
  });

  it('[L90] a wrong price is an error and is not sent; typed back to what it was, nothing is unsaved', async () => {
    const { send, id, site } = await begin();
    await send('PUT', `/products/${id}/prices`, { prices: [{ project_id: site, amount: 80, currency: 'RUB' }] });
    const { user } = await open(`/content/nomenclature/${id}/price`, 'accountant');
    await waitFor(() => expect(box('Сайт магазинов')).toHaveValue('80,00'));
    await user.clear(box('Сайт магазинов'));
    await user.type(box('Сайт магазинов'), '80,123');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Не больше двух знаков после запятой')).toBeVisible();
    expect(box('Сайт магазинов')).toBeInvalid();
    expect(box('Меню кафе')).toBeValid();
    await user.clear(box('Сайт магазинов'));
    await user.type(box('Сайт магазинов'), '80');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument());
  });

  it('[L90] [L15] the list shows the prices of projects as a column, and finds what has one', async () => {
    const { send, id, site } = await begin();
    await addProducts(server(), { name: 'Морс', price: 70 });
    await send('PUT', `/products/${id}/prices`, { prices: [{ project_id: site, amount: 80, currency: 'RUB' }] });
    const { user } = await open('/content/nomenclature', 'accountant');
    await waitFor(() => expect(rowNames()).toEqual(['Квас', 'Морс']));
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Цены проектов, RUB' }));
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/Сайт магазинов 80,00/)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Фильтр' }));
    await user.click(await screen.findByRole('option', { name: 'Цены проектов, RUB' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Только те, где есть' }));
    await waitFor(() => expect(rowNames()).toEqual(['Квас']));
  });
});
