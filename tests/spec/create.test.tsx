import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const PRODUCTS = '*/api/products';

const field = (name: string) => screen.getByRole('textbox', { name });
const create = () => screen.getByRole('button', { name: 'Создать' });
const stored = async () =>
  (await (await server().as('admin'))('GET', '/products')).result as { items: { name: string }[]; total: number };

const openForm = async () => {
  const { user } = await open('/content/nomenclature/new');
  await screen.findByRole('heading', { name: 'Новый товар' });
  return user;
};

describe('A new record', () => {
  it('[R11, L10] is created from the input and the defaults of the other fields, and its editor opens', async () => {
    const user = await openForm();
    expect(screen.getByRole('combobox', { name: 'Бренд' })).toHaveValue('');
    await user.type(field('Название'), ' Квас ');
    await user.type(field('Вес, кг'), '0,5');
    await user.click(create());
    expect(await screen.findByRole('heading', { name: 'Квас' })).toBeVisible();
    expect(await screen.findByText('Создано: Квас')).toBeVisible();
    expect(window.location.pathname).toBe('/content/nomenclature/1/settings');
    expect((await stored()).items).toEqual([
      expect.objectContaining({ name: 'Квас', weight: 0.5, status: 'draft', by_weight: false, sku: null }),
    ]);
  });

  it('[X18, L10] [L126] is made once however often the form is sent', async () => {
    const user = await openForm();
    const { released, release } = hold();
    let sent = 0;
    answer(
      http.post(PRODUCTS, async () => {
        sent += 1;
        await released;
      }),
    );
    await user.type(field('Название'), 'Квас');
    const form = field('Название').closest('form') as HTMLFormElement;
    await user.dblClick(create());
    fireEvent.submit(form);
    fireEvent.keyDown(field('Название'), { ctrlKey: true, code: 'KeyS', key: 's' });
    await waitFor(() => expect(create()).toHaveAttribute('aria-disabled', 'true'));
    await user.click(create());
    release();
    await screen.findByRole('heading', { name: 'Квас' });
    expect(sent).toBe(1);
    expect((await stored()).items).toHaveLength(1);
  });

  it('[N460] shows only the result of the latest attempt', async () => {
    await addProducts(server(), { name: 'Чай', barcode: '4600000000015' });
    const notices = () =>
      [...document.querySelectorAll('[data-notice][data-floating] > div')].map(node => node.textContent);
    const user = await openForm();
    await user.type(field('Название'), 'Квас');
    await user.type(field('Штрихкод'), '4600000000016');
    await user.click(create());
    await screen.findByText('Не сохранено: проверьте отмеченные поля');
    await user.clear(field('Штрихкод'));
    await user.type(field('Штрихкод'), '4600000000015');
    await user.click(create());
    await screen.findByText(/уже есть/);
    await waitFor(() => expect(notices()).toEqual(['Не сохранено: проверьте отмеченные поля']));
    await user.clear(field('Штрихкод'));
    answer(http.post(PRODUCTS, () => HttpResponse.error(), { once: true }));
    await user.click(create());
    await screen.findByText(/^Нет связи с сервером/);
    expect(notices()).toEqual([expect.stringMatching(/^Нет связи с сервером/)]);
    await user.click(create());
    await screen.findByText('Создано: Квас');
    expect(notices()).toEqual(['Создано: Квас']);
  });

  it('[X18] that was sent again after its answer was lost is not made twice', async () => {
    const user = await openForm();
    answer(
      http.post(
        PRODUCTS,
        async ({ request }) => {
          await server().app.fetch(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    await user.type(field('Название'), 'Квас');
    await user.click(create());
    expect(await screen.findByText(/^Нет связи с сервером/)).toBeVisible();
    expect(field('Название')).toHaveValue('Квас');
    await user.click(create());
    await screen.findByRole('heading', { name: 'Квас' });
    expect((await stored()).items).toHaveLength(1);
  });

  it('[X18] [L38] that was changed after its answer was lost is one record, as it stands in the form at last', async () => {
    const user = await openForm();
    answer(
      http.post(
        PRODUCTS,
        async ({ request }) => {
          await server().app.fetch(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    await user.type(field('Название'), 'Квас');
    await user.click(create());
    await screen.findByText(/^Нет связи с сервером/);
    await user.type(field('Название'), ' хлебный');
    await user.click(create());
    await screen.findByRole('heading', { name: 'Квас хлебный' });
    expect((await stored()).items).toEqual([expect.objectContaining({ id: 1, name: 'Квас хлебный' })]);
  });

  it('[L38] that never arrived is made from what stands in the form at last', async () => {
    const user = await openForm();
    answer(http.post(PRODUCTS, () => HttpResponse.error(), { once: true }));
    await user.type(field('Название'), 'Квас');
    await user.click(create());
    await screen.findByText(/^Нет связи с сервером/);
    await user.type(field('Название'), ' хлебный');
    await user.click(create());
    await screen.findByRole('heading', { name: 'Квас хлебный' });
    expect((await stored()).items).toHaveLength(1);
  });

  it('[L12] shows errors at the fields, before and after sending', async () => {
    await addProducts(server(), { name: 'Морс', sku: 'M-1' });
    const user = await openForm();
    await user.click(create());
    await waitFor(() => expect(field('Название')).toBeInvalid());
    expect(field('Название')).toHaveAccessibleDescription('Заполните поле');
    expect(field('Название')).toHaveFocus();
    await user.type(field('Название'), 'Квас');
    await waitFor(() => expect(field('Название')).toBeValid());
    await user.type(field('Артикул'), 'M-1');
    await user.click(create());
    await waitFor(() => expect(field('Артикул')).toBeInvalid());
    expect(field('Артикул')).toHaveAccessibleDescription(/^Такое значение уже есть/);
    expect(field('Название')).toHaveValue('Квас');
    await user.type(field('Артикул'), '2');
    await user.click(create());
    expect(await screen.findByRole('heading', { name: 'Квас' })).toBeVisible();
  });

  it('[L11] is left without a question when the form was not touched', async () => {
    const user = await openForm();
    await user.click(screen.getByRole('button', { name: 'Отмена' }));
    expect(await screen.findByRole('heading', { name: 'Номенклатура' })).toBeVisible();
    expect(complaints()).toEqual([]);
  });

  it('[L22] is deleted again only after a question', async () => {
    await addProducts(server(), { name: 'Морс' });
    const { user } = await open('/content/nomenclature/1/settings');
    const remove = await screen.findByRole('button', { name: 'Удалить' });
    await user.click(remove);
    const dialog = await screen.findByRole('dialog', { name: 'Удалить «Морс»?' });
    expect(dialog).toHaveTextContent('Запись переместится в корзину, оттуда её можно вернуть 30 дней.');
    expect(screen.getByRole('button', { name: 'Отмена' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(remove).toHaveFocus();
    expect((await stored()).total).toBe(1);
    await user.click(remove);
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Удалено: Морс')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Здесь пока пусто' })).toBeVisible();
  });
});
