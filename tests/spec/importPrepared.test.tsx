import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { preparedImports, products } from '#server/db/schema.ts';
import { hold } from '#tests/support/hold.ts';
import { addBrand } from '#tests/support/importing.ts';
import { PAGE, PREPARED_CALL, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { addProducts } from '#tests/support/records.ts';
import { goTo } from '#tests/support/screen.tsx';

const { server, open, answer, complaints, filters, openPage, send, title, counted, rowAt, start } =
  usePreparedScreens();

describe('§2 An upload before it is imported', () => {
  it('[I740] [I742] its address brings it back with its choices, and starting it sends no file', async () => {
    const user = await openPage();
    await send(user);
    await title();
    await user.click(screen.getByRole('button', { name: 'Изменить правила' }));
    await user.click(screen.getByRole('checkbox', { name: 'Пустая ячейка стирает значение' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Пустая/ })).toBeChecked());
    const address = window.location.pathname + window.location.search;
    expect(address).toMatch(/\?prepared=\d+$/);
    goTo(PAGE);
    await user.click(await screen.findByRole('button', { name: 'товары.csv' }));
    await title();

    const { user: again } = await open(address, 'admin');
    await title();
    expect(screen.getByText(/пустые ячейки стирают значения/)).toBeVisible();
    await counted('Все 3', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 3', 'Исключены 0');
    await again.click(screen.getByRole('button', { name: 'Разобрать' }));
    await again.click(await screen.findByRole('button', { name: 'Остальные добавить в справочник (2)' }));
    await counted('Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    await again.click(start());
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(await server().db.select().from(products)).toHaveLength(1);
    await server().deps.backgroundTasks.whenSettled();
    expect(await server().db.select().from(preparedImports)).toEqual([]);
    await open(address, 'admin');
    expect(await screen.findByRole('heading', { name: 'Этого файла больше нет' })).toBeVisible();
  });

  it('[J708] says how many prices change by more than the limit that is set', async () => {
    await addProducts(server(), { name: 'Квас', sku: 'A-1', price: 100 }, { name: 'Морс', sku: 'A-2', price: 100 });
    const admin = await server().as('admin');
    await admin('PUT', '/history-settings', { keep_days: 400, price_percent: 20 });
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Цена, RUB'],
      ['A-1', '125'],
      ['A-2', '119'],
    ]);
    await title();
    expect(
      await screen.findByText('2 цены изменятся, в среднем на +22 %, 1 вырастет больше чем на 20 %'),
    ).toBeVisible();
  });

  it('[I741] [I748] the columns are one line until they are opened, and the rows are filtered by what becomes of them', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    expect(screen.getByText('Распознано 4 из 5 столбцов')).toBeVisible();
    expect(screen.queryByText('Полка')).not.toBeInTheDocument();
    await counted('Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    expect(within(await rowAt('2, новый')).getByRole('gridcell', { name: 'Квас' })).toBeVisible();
    await user.click(filters().getByRole('button', { name: 'С ошибками 2' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /2, новый/ })).not.toBeInTheDocument());
    expect(within(await rowAt('3, ошибка')).getByText('Нужно число, например 1 234,5')).toBeVisible();
    await user.click(filters().getByRole('button', { name: 'Изменятся 0' }));
    expect(await screen.findByText('Таких строк в таблице нет.')).toBeVisible();
  });

  it('[I743] a cell is corrected with the input of its field, in all alike rows too, and rows are left out by a tick', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    const faulty = within(await rowAt('4, ошибка'));
    await user.click(faulty.getByText('много'));
    const weight = within(await screen.findByRole('dialog', { name: 'Строка 4: Вес, кг' }));
    await user.type(weight.getByLabelText('Вес, кг'), '0,7');
    await user.click(await weight.findByRole('checkbox', { name: 'Во всех строках, где «много»: 2' }));
    await user.click(weight.getByRole('button', { name: 'Исправить' }));
    await counted('Все 3', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 1', 'Исключены 0');

    await user.click(within(await rowAt('3, ошибка')).getByText('Ростик'));
    const brand = within(await screen.findByRole('dialog', { name: 'Строка 3: Бренд' }));
    await user.click(brand.getByRole('combobox', { name: 'Бренд' }));
    await user.click(await screen.findByRole('option', { name: 'Росток' }));
    await user.click(brand.getByRole('button', { name: 'Исправить' }));
    await counted('Все 3', 'Новые 3', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');

    await user.click(within(await rowAt('2, новый')).getByRole('checkbox', { name: 'Импортировать строку 2' }));
    await counted('Все 3', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 1');
    await user.click(start());
    await screen.findByRole('heading', { name: 'Импорт завершён' });
    const written = await server().db.select({ sku: products.sku, weight: products.weight }).from(products);
    expect(written).toEqual([
      { sku: 'A-2', weight: 0.7 },
      { sku: 'A-3', weight: 0.7 },
    ]);
  });

  it('[I747] the keyboard moves between the cells, corrects one, and leaves a row out', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    const first = within(await rowAt('2, новый')).getByRole('gridcell', { name: 'A-1' });
    first.focus();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    const name = within(await rowAt('3, ошибка')).getByRole('gridcell', { name: 'Морс' });
    await waitFor(() => expect(name).toHaveFocus());
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Строка 3: Название' }));
    expect(dialog.getByRole('textbox', { name: /^Название/ })).toHaveValue('Морс');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(name).toHaveFocus());
    await user.keyboard(' ');
    expect(await rowAt('3, исключена')).toBeVisible();
  });

  it('[B332] an upload or a preview that fails is no end: it is sent or read again', async () => {
    const user = await openPage();
    const failed = () => HttpResponse.json({ code: 504, message: '' }, { status: 504 });
    const sending = hold();
    answer(
      http.post(
        PREPARED_CALL,
        async () => {
          await sending.released;
          return failed();
        },
        { once: true },
      ),
    );
    await send(user);
    expect(await screen.findByText(/^(Отправляем|Читаем)/)).toBeVisible();
    expect(screen.getByRole('main').querySelector('[data-variant=contained]')).toBeNull();
    sending.release();
    expect(await screen.findByText('Отправить файл не удалось')).toBeVisible();
    let isDown = true;
    answer(http.get(`${PREPARED_CALL}/:id`, () => (isDown ? failed() : undefined)));
    await user.click(screen.getByRole('button', { name: 'Отправить ещё раз' }));
    const again = await screen.findByRole('button', { name: 'Повторить' });
    isDown = false;
    await user.click(again);
    await title();
  });

  it('[B440] a start that fails keeps the file and its preview, and turns the button that was pressed', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    const starting = hold();
    answer(
      http.post(
        `${PREPARED_CALL}/:id/start`,
        async () => {
          await starting.released;
          return HttpResponse.json({ code: 500, message: '' }, { status: 500 });
        },
        { once: true },
      ),
    );
    await send(user);
    await title();
    await counted('Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    await user.click(start());
    expect(start()).toHaveAttribute('aria-busy', 'true');
    starting.release();
    const failure = 'Начать импорт не удалось, файл остался на сервере';
    expect(await screen.findByText(failure, { exact: false })).toBeVisible();
    expect(screen.getByText(/товары\.csv/)).toBeVisible();
    await user.click(start());
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(complaints()).toHaveLength(1);
  });

  it('[I740] a table that cannot be imported says why, and an upload that is not wanted is removed', async () => {
    const user = await openPage();
    await send(user, [
      ['Полка', 'Ряд'],
      ['1', '2'],
    ]);
    expect(await screen.findByText(/Не нашлось строки, в которой есть известные заголовки/)).toBeVisible();
    expect(start()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Выбрать другой файл' }));
    await user.click(await screen.findByRole('button', { name: 'Удалить загруженный файл «товары.csv»' }));
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(screen.queryByText('Загружены, но ещё не импортированы')).not.toBeInTheDocument());
    expect(await server().db.select().from(preparedImports)).toEqual([]);
  });

  it('[I748] [I749] columns are chosen by hand where nothing is recognised, remembered, and the next file needs none', async () => {
    const user = await openPage();
    const table = [
      ['Икс', 'Игрек'],
      ['P-7', 'Сок'],
    ];
    await send(user, table);
    expect(await screen.findByRole('table', { name: 'Столбцы таблицы' })).toBeVisible();
    const assign = async (header: string, field: string) => {
      await user.click(screen.getByRole('combobox', { name: `Поле для столбца «${header}»` }));
      await user.click(await screen.findByRole('option', { name: field }));
      await waitFor(() =>
        expect(screen.getByRole('combobox', { name: `Поле для столбца «${header}»` })).toHaveValue(field),
      );
    };
    expect(within(screen.getByRole('row', { name: /Икс/ })).getByText('P-7')).toBeVisible();
    await assign('Икс', 'Артикул');
    await assign('Игрек', 'Название');
    await counted('Все 1', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    await user.type(screen.getByRole('textbox', { name: 'Поставщик' }), 'Ромашка');
    await user.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    expect(await screen.findByText('Столбцы как у поставщика «Ромашка»')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Выбрать другой файл' }));
    await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
    await send(user, table);
    expect(await screen.findByText('Столбцы как у поставщика «Ромашка»')).toBeVisible();
    await counted('Все 1', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
  });
});
