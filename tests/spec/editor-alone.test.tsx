import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();
const PRODUCT = '*/api/products/1';

const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Сохранить' });
const stored = async () => (await (await server().as('admin'))('GET', '/products/1')).result;
const unsaved = () => screen.queryByRole('region', { name: 'Не сохранено' });

/** The editor of «Квас», opened and connected. */
const openEditor = async () => {
  const { user } = await open('/content/nomenclature/1/settings');
  await screen.findByRole('heading', { name: 'Квас' });
  await screen.findByText('Изменения видны сразу');
  return { user };
};

/** What is sent to the record from now on. */
const watchPuts = () => {
  const bodies: unknown[] = [];
  answer(
    http.put(PRODUCT, async ({ request }) => {
      bodies.push(await request.clone().json());
    }),
  );
  return bodies;
};

beforeEach(() => addProducts(server(), { name: 'Квас', sku: 'K-1', weight: 0.5 }));

describe('A person who saves alone', () => {
  /** The next PUT reaches the server, and its answer is lost. */
  const loseAnswer = () =>
    answer(
      http.put(
        PRODUCT,
        async ({ request }) => {
          await server().app.fetch(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );

  it('[L38] [L14] saves twice in a row without a conflict', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await user.click(save());
    await screen.findByText('Сохранено');
    await screen.findByRole('heading', { name: 'Квас хлебный' });
    expect(screen.queryByText(/^Запись изменили/)).not.toBeInTheDocument();
    await user.type(field('Артикул'), '2');
    await user.click(save());
    await waitFor(async () => expect(await stored()).toMatchObject({ sku: 'K-12', version: 3 }));
  });

  it('[L38] whose answer was lost saves again, and reads that it is saved', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный ');
    loseAnswer();
    await user.click(save());
    await screen.findByText(/^Нет связи с сервером/);
    expect(field('Название')).toHaveValue('Квас хлебный ');
    await user.click(save());
    await screen.findByText('Сохранено');
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', version: 2 });
  });

  it('[L38] who typed on after an answer was lost has no conflict between two words of their own', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    loseAnswer();
    await user.click(save());
    await screen.findByText(/^Нет связи с сервером/);
    await user.type(field('Название'), ' тёмный');
    await user.click(save());
    await screen.findByText('Сохранено');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await stored()).toMatchObject({ name: 'Квас хлебный тёмный', version: 3 });
  });

  it('[L38] presses save, Enter and Ctrl+S at once, and writes once', async () => {
    const { user } = await openEditor();
    const puts = watchPuts();
    await user.type(field('Название'), ' хлебный');
    await user.dblClick(save());
    await user.type(field('Название'), '{Enter}{Enter}');
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Сохранено');
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
    expect(puts).toHaveLength(1);
    expect(await stored()).toMatchObject({ version: 2 });
  });
});

describe('A record that is deleted while its form is open', () => {
  const remove = async () => (await server().as('admin'))('DELETE', '/products/1');

  it('[L39] [L20] is shown as deleted, what was typed stays, and a new record is made from it', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await remove();
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('Эту запись удалили. Введённое осталось в форме');
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(save()).toBeDisabled();
    await user.click(within(note).getByRole('button', { name: 'Создать заново' }));
    await screen.findByRole('heading', { name: 'Новый товар' });
    await waitFor(() => expect(field('Название')).toHaveValue('Квас хлебный'));
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByText('Создано: Квас хлебный');
    const made = (await (await server().as('admin'))('GET', '/products/2')).result;
    expect(made).toMatchObject({ name: 'Квас хлебный', sku: 'K-1', weight: 0.5, version: 1 });
  });

  it('[L39] is found by saving when its event was missed', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    answer(http.put(PRODUCT, () => HttpResponse.json({ code: 404, message: 'Такой записи нет' }, { status: 404 })));
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Эту запись удалили');
    expect(field('Название')).toHaveValue('Квас хлебный');
  });
});
