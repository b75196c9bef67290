import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const EDITOR = '/content/nomenclature/1/settings';
const PRODUCT = '*/api/products/1';

const field = (name: string) => screen.getByRole('textbox', { name });
const saveButton = () => screen.getByRole('button', { name: 'Сохранить' });
const stored = async () => (await (await server().as('admin'))('GET', '/products/1')).result;

/** The editor of «Квас», opened. */
const openEditor = async () => {
  const { user } = await open(EDITOR);
  await screen.findByRole('heading', { name: 'Квас' });
  const retype = async (name: string, text: string) => {
    await user.clear(field(name));
    if (text) await user.type(field(name), text);
  };
  return { user, retype };
};

describe('The editor of a record', () => {
  beforeEach(() =>
    addProducts(
      server(),
      { name: 'Квас', sku: 'K-1', weight: 0.5 },
      { name: 'Морс', sku: 'M-1', barcode: '4600000000015' },
    ),
  );

  it('[R12] an address without a tab leads to the settings tab', async () => {
    await open('/content/nomenclature/1');
    await screen.findByRole('heading', { name: 'Квас' });
    expect(window.location.pathname).toBe(EDITOR);
  });

  it('[L10] [L126] saving waits for the server, then the form stands saved', async () => {
    const { user, retype } = await openEditor();
    expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument();
    await retype('Название', 'Квас хлебный');
    expect(screen.getByRole('region', { name: 'Не сохранено' })).toHaveTextContent('Не сохранено: Название');
    const { released, release } = hold();
    answer(
      http.put(PRODUCT, async () => {
        await released;
      }),
    );
    saveButton().focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(saveButton()).toHaveAttribute('aria-disabled', 'true'));
    expect(saveButton()).toHaveFocus();
    expect(saveButton()).toHaveAttribute('aria-busy', 'true');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: 'Квас' })).toBeVisible();
    release();
    expect(await screen.findByRole('heading', { name: 'Квас хлебный' })).toBeVisible();
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument();
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', sku: 'K-1', version: 2 });
  });

  it.each([
    [
      'a fault of the server',
      () => HttpResponse.json({ code: 500, message: '' }, { status: 500 }),
      'Что-то пошло не так.. Обратитесь в поддержку',
    ],
    [
      'a fault that an answer of 200 holds',
      () => HttpResponse.json({ code: 500, message: 'error in products' }),
      'Что-то пошло не так.. Обратитесь в поддержку',
    ],
    [
      'a lost network',
      () => HttpResponse.error(),
      'Нет связи с сервером. Проверьте подключение: введённое не потеряно',
    ],
    ['an unknown status', () => HttpResponse.json({}, { status: 418 }), 'Упс! Что то пошло не так!'],
  ])('[L10, N6, N7] after %s what was typed stays and can be saved again', async (_, failing, text) => {
    const { user, retype } = await openEditor();
    await retype('Название', 'Квас хлебный');
    answer(http.put(PRODUCT, failing, { once: true }));
    await user.click(saveButton());
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('Название')).toHaveValue('Квас хлебный');
    complaints();
    await user.click(saveButton());
    expect(await screen.findByRole('heading', { name: 'Квас хлебный' })).toBeVisible();
  });

  it('[N5] a 403 is silent and loses nothing', async () => {
    const { user, retype } = await openEditor();
    await retype('Название', 'Квас хлебный');
    const refusal = hold();
    answer(
      http.put(PRODUCT, async () => {
        await refusal.released;
        return HttpResponse.json({ code: 403, message: 'Нельзя' }, { status: 403 });
      }),
    );
    await user.click(saveButton());
    await waitFor(() => expect(saveButton()).toHaveAttribute('aria-disabled', 'true'));
    refusal.release();
    await waitFor(() => expect(saveButton()).not.toHaveAttribute('aria-disabled', 'true'));
    expect(screen.queryByText('Нельзя')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(field('Название')).toHaveValue('Квас хлебный');
  });

  it('[L12, X3, X22] an error of the server stands at its field', async () => {
    const { user, retype } = await openEditor();
    await retype('Штрихкод', '4600000000015');
    await user.click(saveButton());
    await waitFor(() => expect(field('Штрихкод')).toBeInvalid());
    expect(field('Штрихкод')).toHaveAccessibleDescription(/^Такое значение уже есть/);
    expect(await screen.findByText('Не сохранено: проверьте отмеченные поля')).toBeVisible();
    await waitFor(() => expect(field('Штрихкод')).toHaveFocus());
    await retype('Штрихкод', '');
    await waitFor(() => expect(field('Штрихкод')).toBeValid());
  });

  it('[L460] [L648] a barcode of another record is an error when the field is left, with a link to that record in a new window', async () => {
    const { user, retype } = await openEditor();
    await retype('Штрихкод', '4600000000015');
    expect(field('Штрихкод')).toBeValid();
    await user.tab();
    const other = await screen.findByRole('link', { name: 'Морс' });
    expect(other).toHaveAttribute('href', '/content/nomenclature/2/settings');
    expect(other).toHaveAttribute('target', '_blank');
    expect(field('Штрихкод')).toBeInvalid();
    expect(field('Штрихкод')).toHaveAccessibleDescription('Такое значение уже есть: Морс');
    await retype('Штрихкод', '4600000000022');
    await user.tab();
    await waitFor(() => expect(field('Штрихкод')).toBeValid());
    await retype('Артикул', 'K-1');
    await user.tab();
    expect(field('Артикул')).toBeValid();
  });

  it('[L12, U3] a fault on another tab opens that tab, with the focus on the field', async () => {
    const { user, retype } = await openEditor();
    await retype('Штрихкод', '4600000000016');
    const tabs = within(screen.getByRole('navigation', { name: 'Разделы записи' }));
    await user.click(tabs.getByRole('link', { name: 'Цена' }));
    await user.type(await screen.findByRole('textbox', { name: 'Цена, RUB' }), '10');
    await user.click(saveButton());
    await waitFor(() => expect(field('Штрихкод')).toHaveFocus());
    expect(window.location.pathname).toBe(EDITOR);
    expect(field('Штрихкод')).toBeInvalid();
  });

  it.each([
    ['Название', '', 'Заполните поле'],
    ['Штрихкод', '4600000000016', 'Контрольная цифра не сходится, проверьте штрихкод'],
    ['Штрихкод', '46000A', 'В штрихкоде могут быть только цифры'],
    ['Вес, кг', 'много', 'Нужно число'],
    ['Вес, кг', '0,1234', 'Не больше трёх знаков после запятой'],
    ['Вес, кг', '-1', 'Не меньше 0'],
  ])('[L12, X22, X23] %s «%s» is refused at the field before it is sent', async (name, typed, text) => {
    const { user, retype } = await openEditor();
    answer(http.put(PRODUCT, () => expect.unreachable('a form with faults was sent')));
    await retype(name, typed);
    await user.click(saveButton());
    await waitFor(() => expect(field(name)).toBeInvalid());
    expect(field(name)).toHaveAccessibleDescription(text);
  });

  it('[L40] what is unsaved in a tab that is not open is named, and a click leads to it', async () => {
    const { user, retype } = await openEditor();
    await retype('Название', 'Сок');
    await user.click(screen.getByRole('link', { name: 'Цена' }));
    await retype('Цена, RUB', '12');
    const bar = within(screen.getByRole('region', { name: 'Не сохранено' }));
    await user.click(bar.getByRole('link', { name: 'Цена, RUB' }));
    expect(field('Цена, RUB')).toHaveFocus();
    await user.click(bar.getByRole('link', { name: 'Название' }));
    await waitFor(() => expect(field('Название')).toHaveValue('Сок'));
    expect(window.location.pathname).toBe(EDITOR);
  });

  it('[L40] what is wrong in a tab that is not open is named, and a click leads to it', async () => {
    const { user, retype } = await openEditor();
    await retype('Штрихкод', '46000A');
    await user.click(screen.getByRole('link', { name: 'Цена' }));
    await user.click(saveButton());
    const bar = screen.getByRole('region', { name: 'Не сохранено' });
    await waitFor(() => expect(bar).toHaveTextContent('Проверьте: Штрихкод'));
    await user.click(within(bar).getAllByRole('link', { name: 'Штрихкод' })[1] as HTMLElement);
    await waitFor(() => expect(field('Штрихкод')).toBeInvalid());
  });

  it('[L10] edits can be taken back', async () => {
    const { user, retype } = await openEditor();
    await retype('Название', 'Сок');
    await retype('Вес, кг', '0,7');
    await user.click(screen.getByRole('button', { name: 'Отменить изменения' }));
    expect(field('Название')).toHaveValue('Квас');
    expect(field('Вес, кг')).toHaveValue('0,5');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument());
  });

  it.each(['en', 'ru'])('[U7] Ctrl+S saves in the %s layout', async layout => {
    const { retype } = await openEditor();
    await retype('Артикул', 'K-2');
    fireEvent.keyDown(field('Артикул'), { ctrlKey: true, code: 'KeyS', key: layout === 'en' ? 's' : 'ы' });
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(await stored()).toMatchObject({ sku: 'K-2' });
  });

  it.each(['/content/nomenclature/999/settings', '/content/nomenclature/abc/settings'])(
    '[L20] %s shows that there is no such record and leads back',
    async address => {
      const { user } = await open(address);
      const missing = await screen.findByRole('alert');
      expect(within(missing).getByRole('heading', { name: 'Такой записи нет' })).toBeVisible();
      await user.click(within(missing).getByRole('link', { name: 'К разделу «Номенклатура»' }));
      expect(await screen.findByRole('link', { name: 'Квас' })).toBeVisible();
    },
  );

  it('[L20, N15] a record that cannot be read now is read again on request', async () => {
    answer(http.get(PRODUCT, () => HttpResponse.json({ code: 500, message: '' }, { status: 500 }), { once: true }));
    const { user } = await open(EDITOR);
    const failed = await screen.findByRole('alert');
    expect(within(failed).getByRole('heading', { name: 'Запись не загрузилась' })).toBeVisible();
    complaints();
    await user.click(within(failed).getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('heading', { name: 'Квас' })).toBeVisible();
  });
});
