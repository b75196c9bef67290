import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { RoleSlug } from '#contract/roles.ts';
import { batches, languages } from '#server/db/schema.ts';
import { addImages, imagesIn, pngOf } from '#tests/support/images.ts';
import { addModels, addProducts, findRow, rowNames } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const CALL = '*/api/products/*/images';

const begin = async (role: RoleSlug = 'photographer', ...colours: string[]) => {
  const [product] = await addProducts(server(), { name: 'Латте' });
  await server()
    .db.insert(languages)
    .values([
      { code: 'ru', name: 'Русский', order: 1 },
      { code: 'en', name: 'English', order: 2 },
    ]);
  const path = `/products/${product?.id ?? 0}/images`;
  await addImages(server(), path, ...colours);
  const opened = await open(`/content/nomenclature/${product?.id}/images`, role);
  await screen.findByRole('region', { name: 'Изображения' });
  return { ...opened, path, id: product?.id ?? 0 };
};
const pictureFile = async (name: string, colour = name.replace('.png', '')) =>
  new File([(await pngOf(colour)) as BlobPart], name, { type: 'image/png' });
const choose = (user: UserEvent, files: File[]) =>
  user.upload(screen.getAllByLabelText('Выбрать файлы', { selector: 'input[multiple]' })[0] as HTMLElement, files);
const shown = () =>
  screen.queryAllByRole('button', { name: /^Открыть: / }).map(card => card.getAttribute('aria-label'));
const named = (...names: string[]) => names.map(name => `Открыть: ${name}.png`);
const chooseAction = async (user: UserEvent, name: string, action: string) => {
  await user.click(screen.getByRole('button', { name: `Действия: ${name}.png` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const kept = async (path: string) => imagesIn(await (await server().as('photographer'))('GET', path));

describe('Contract 3: adding images', () => {
  it('[G18] [G19] a photographer chooses many files, and sees each come in its order or why it did not', async () => {
    const { user } = await begin();
    expect(await screen.findByRole('heading', { name: 'Изображений пока нет' })).toBeVisible();
    const plan = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'план.jpg', { type: 'image/jpeg' });
    await choose(user, [
      await pictureFile('red.png'),
      plan,
      await pictureFile('green.png'),
      await pictureFile('blue.png'),
    ]);
    await waitFor(() => expect(shown()).toEqual(named('red', 'green', 'blue')));
    const refused = await screen.findByRole('listitem', { name: 'Загрузка: план.jpg' });
    expect(refused).toHaveTextContent('«план.jpg»: это не JPEG, не PNG и не WebP. Сохраните снимок');
    expect(within(refused).queryByRole('button', { name: 'Повторить' })).not.toBeInTheDocument();
    await user.click(within(refused).getByRole('button', { name: 'Убрать: план.jpg' }));
    expect(refused).not.toBeInTheDocument();
    expect(screen.getByText('3 изображения')).toBeVisible();
    expect(within(screen.getByRole('main')).getByText('Главное').closest('li')).toHaveTextContent('red.png');
  });

  it('[G18] files that are dropped are taken as well', async () => {
    await begin('content_manager');
    const area = screen.getByRole('region', { name: 'Изображения' });
    const dataTransfer = { types: ['Files'], files: [await pictureFile('red.png'), await pictureFile('blue.png')] };
    fireEvent.dragEnter(area, { dataTransfer });
    expect(screen.getByText('Отпустите, чтобы добавить')).toBeVisible();
    fireEvent.drop(area, { dataTransfer });
    await waitFor(() => expect(shown()).toEqual(named('red', 'blue')));
    expect(screen.queryByText('Отпустите, чтобы добавить')).not.toBeInTheDocument();
  });

  it('[J721] files that are added together are one batch, and the next ones another', async () => {
    const { user } = await begin();
    const written = async () =>
      (await server().db.select().from(batches).orderBy(batches.id)).map(({ kind, summary }) => [
        kind,
        summary?.map(({ records, changes }) => [records, changes]) ?? null,
      ]);
    await choose(user, [await pictureFile('red.png'), await pictureFile('green.png'), await pictureFile('blue.png')]);
    await waitFor(() => expect(shown()).toEqual(named('red', 'green', 'blue')));
    await waitFor(async () => expect(await written()).toEqual([['images', [[1, 3]]]]));
    await choose(user, [await pictureFile('white.png')]);
    await waitFor(() => expect(shown()).toHaveLength(4));
    expect(await written()).toEqual([
      ['images', [[1, 3]]],
      ['images', null],
    ]);
  });

  it('[G4] [G19] a file that is too large is refused before it is sent', async () => {
    const { user, path } = await begin();
    await choose(user, [new File([new Uint8Array(15 * 2 ** 20 + 1)], 'большой.jpg', { type: 'image/jpeg' })]);
    expect(await screen.findByRole('alert')).toHaveTextContent('Файл больше 15 МБ');
    expect(await kept(path)).toEqual([]);
  });

  it('[G19] files that did not reach the server are sent again, all by one press', async () => {
    const { user } = await begin();
    let lost = 2;
    answer(
      http.post(CALL, () => {
        lost -= 1;
        return lost >= 0 ? HttpResponse.error() : undefined;
      }),
    );
    await choose(user, [await pictureFile('red.png'), await pictureFile('blue.png')]);
    await user.click(await screen.findByRole('button', { name: 'Повторить 2 файла' }));
    await waitFor(() => expect(shown()).toEqual(named('red', 'blue')));
    complaints();
  });

  it('[G8] [G18] a picture that is there already is reported and not added twice', async () => {
    const { user } = await begin('photographer', 'red');
    await waitFor(() => expect(shown()).toEqual(named('red')));
    await choose(user, [await pictureFile('ещё раз.png', 'red')]);
    expect(await screen.findByText('Такое изображение здесь уже есть: ещё раз.png')).toBeVisible();
    expect(shown()).toEqual(named('red'));
  });

  it('[G20] files go on uploading while another record is open, and closing the window has to be confirmed meanwhile', async () => {
    const [other] = await addProducts(server(), { name: 'Капучино' });
    const { user, services, path, id } = await begin();
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    answer(
      http.post(CALL, async () => {
        await held;
        return undefined;
      }),
    );
    await choose(user, [await pictureFile('red.png'), await pictureFile('blue.png')]);
    expect(await screen.findAllByRole('progressbar')).toHaveLength(2);
    expect([services.unsavedForms.hasUnsaved(), services.unsavedForms.hasUnsavedOnScreen()]).toEqual([true, false]);
    goTo(`/content/nomenclature/${other?.id}/images`);
    expect(await screen.findByRole('heading', { name: 'Изображений пока нет' })).toBeVisible();
    release();
    await waitFor(async () => expect(await kept(path)).toHaveLength(2));
    await waitFor(() => expect(services.unsavedForms.hasUnsaved()).toBe(false));
    goTo(`/content/nomenclature/${id}/images`);
    await waitFor(() => expect(shown()).toEqual(named('red', 'blue')));
  });
});

describe('Contract 3: images that are there', () => {
  it('[G9] [G21] a manager orders images and chooses the main one without a mouse', async () => {
    const { user, path } = await begin('content_manager', 'red', 'green', 'blue');
    await waitFor(() => expect(shown()).toEqual(named('red', 'green', 'blue')));
    await chooseAction(user, 'blue', 'Переместить в начало');
    await waitFor(() => expect(shown()).toEqual(named('blue', 'red', 'green')));
    await chooseAction(user, 'red', 'Переместить вперёд');
    await waitFor(() => expect(shown()).toEqual(named('blue', 'green', 'red')));
    await chooseAction(user, 'green', 'Сделать главным');
    await waitFor(async () =>
      expect((await kept(path)).map(({ file_name, is_main }) => [file_name, is_main])).toEqual([
        ['blue.png', false],
        ['green.png', true],
        ['red.png', false],
      ]),
    );
    expect((await screen.findByText('Главное')).closest('li')).toHaveTextContent('green.png');
  });

  it('[G21] an order that met another change shows the images as they are', async () => {
    const { user, path } = await begin('content_manager', 'red', 'green');
    await waitFor(() => expect(shown()).toEqual(named('red', 'green')));
    answer(
      http.put(CALL, async () => {
        const [red] = await kept(path);
        await (await server().as('photographer'))('DELETE', `${path}/${red?.id}`);
        return undefined;
      }),
    );
    await chooseAction(user, 'green', 'Переместить назад');
    expect(await screen.findByText(/^Изображения только что изменил кто-то другой/)).toBeVisible();
    await waitFor(() => expect(shown()).toEqual(named('green')));
  });

  it('[G21] an order that could not be saved is not shown, even while the images cannot be read either', async () => {
    const { user } = await begin('content_manager', 'red', 'green');
    await waitFor(() => expect(shown()).toEqual(named('red', 'green')));
    answer(http.all(CALL, () => HttpResponse.json({ code: 504, message: 'Повторите позже' }, { status: 504 })));
    await chooseAction(user, 'green', 'Переместить назад');
    expect(await screen.findByText('Повторите позже')).toBeVisible();
    expect(shown()).toEqual(named('red', 'green'));
  });

  it('[G22] [G9] the full view leads by arrows and keeps what was typed', async () => {
    const { user, path } = await begin('photographer', 'red', 'green');
    await user.click(await screen.findByRole('button', { name: 'Открыть: red.png' }));
    const view = await screen.findByRole('dialog', { name: 'Просмотр изображения' });
    expect(within(view).getByText('Изображение 1 из 2')).toBeVisible();
    await user.click(await within(view).findByLabelText('Описание (Русский)'));
    await user.paste('Стакан латте');
    await user.click(within(view).getByRole('button', { name: 'Следующее изображение' }));
    expect(await within(view).findByText('Изображение 2 из 2')).toBeVisible();
    expect((await kept(path))[0]?.alt).toEqual({ ru: 'Стакан латте' });
    await user.click(within(view).getByLabelText('Описание (English)'));
    await user.paste('A glass');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(view).not.toBeInTheDocument());
    expect((await kept(path))[1]?.alt).toEqual({ en: 'A glass' });
    expect(screen.getByRole('button', { name: 'Открыть: red.png' })).toHaveFocus();
    await user.keyboard('{Enter}{ArrowRight}');
    const again = within(await screen.findByRole('dialog', { name: 'Просмотр изображения' }));
    expect(await again.findByText('Изображение 2 из 2')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(await again.findByText('Изображение 1 из 2')).toBeVisible();
  });

  it('[G22] an alt text that could not be kept stays where it was typed', async () => {
    const { user } = await begin('photographer', 'red');
    await user.click(await screen.findByRole('button', { name: 'Открыть: red.png' }));
    const field = await screen.findByLabelText('Описание (Русский)');
    answer(http.put(CALL, () => HttpResponse.error()));
    await user.click(field);
    await user.paste('Латте');
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(await screen.findByText(/Нет связи|Сервер не отвечает|связ/)).toBeVisible();
    expect(field).toBeVisible();
    expect(field).toHaveValue('Латте');
    complaints();
  });

  it('[G23] an image is removed after a question, and the focus is on its neighbour', async () => {
    const { user, path } = await begin('photographer', 'red', 'green');
    await screen.findByRole('button', { name: 'Открыть: red.png' });
    await chooseAction(user, 'red', 'Удалить');
    const question = await screen.findByRole('dialog', { name: 'Удалить изображение?' });
    expect(question).toHaveTextContent('Отменить удаление можно сразу после него, а позже — в истории карточки.');
    await user.click(within(question).getByRole('button', { name: 'Отмена' }));
    expect(await kept(path)).toHaveLength(2);
    await chooseAction(user, 'red', 'Удалить');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(shown()).toEqual(named('green')));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Открыть: green.png' })).toHaveFocus());
    expect(await screen.findByText('Изображение удалено')).toBeVisible();
    await chooseAction(user, 'green', 'Удалить');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Выбрать файлы' })).toHaveFocus());
  });

  it('[G16] an image is replaced by another file', async () => {
    const { user, path } = await begin('photographer', 'red', 'green');
    await screen.findByRole('button', { name: 'Открыть: red.png' });
    await user.click(screen.getByRole('button', { name: 'Действия: red.png' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Заменить' }));
    const card = screen.getByRole('button', { name: 'Действия: red.png' }).closest('li') as HTMLElement;
    await user.upload(within(card).getByLabelText('Выбрать файлы'), await pictureFile('blue.png'));
    await waitFor(() => expect(shown()).toEqual(named('blue', 'green')));
    expect((await kept(path)).map(({ is_main }) => is_main)).toEqual([true, false]);
  });

  it('[G26] images that are added and removed elsewhere appear by themselves', async () => {
    const { path } = await begin('photographer', 'red');
    await waitFor(() => expect(shown()).toEqual(named('red')));
    await addImages(server(), path, 'blue');
    await waitFor(() => expect(shown()).toEqual(named('red', 'blue')));
    const [red] = await kept(path);
    await (await server().as('content_manager'))('DELETE', `${path}/${red?.id}`);
    await waitFor(() => expect(shown()).toEqual(named('blue')));
  });
});

describe('The picture of a record elsewhere', () => {
  const pictureIn = (place: HTMLElement) => place.querySelector('img');

  it('[G24] [G26] the list, the search and the editor show the main image, else a letter', async () => {
    const [latte] = await addProducts(server(), { name: 'Латте' }, { name: 'Капучино' });
    const path = `/products/${latte?.id}/images`;
    const [red] = await addImages(server(), path, 'red');
    const { user } = await open('/content/nomenclature');
    const picture = pictureIn(await findRow('Латте'));
    expect(picture).toHaveAttribute('src', `/api${red?.addresses.small}`);
    expect(picture).toHaveAttribute('loading', 'lazy');
    expect(picture).toHaveAttribute('width', '26');
    expect(pictureIn(await findRow('Капучино'))).toBeNull();
    expect(await findRow('Капучино')).toHaveTextContent(/^К/);

    await user.click(screen.getByRole('combobox', { name: 'Найти товар или модель' }));
    await user.type(await screen.findByRole('combobox', { name: 'Найти товар или модель' }), 'Латте');
    expect(pictureIn(await screen.findByRole('option', { name: /Латте/ }))).toHaveAttribute(
      'src',
      `/api${red?.addresses.small}`,
    );
    await user.keyboard('{Escape}');
    const [, blue] = await addImages(server(), path, 'blue');
    await (await server().as('photographer'))('PUT', path, { main_id: blue?.id });
    await waitFor(async () =>
      expect(pictureIn(await findRow('Латте'))).toHaveAttribute('src', `/api${blue?.addresses.small}`),
    );
    goTo(`/content/nomenclature/${latte?.id}/settings`);
    const heading = await screen.findByRole('heading', { name: 'Латте' });
    expect(pictureIn(heading.closest('header') as HTMLElement)).toHaveAttribute('src', `/api${blue?.addresses.small}`);
  });

  it('[G24] a picture that cannot be read leaves the letter', async () => {
    const [latte] = await addProducts(server(), { name: 'Латте' });
    await addImages(server(), `/products/${latte?.id}/images`, 'red');
    await open('/content/nomenclature');
    const row = await findRow('Латте');
    fireEvent.error(pictureIn(row) as HTMLElement);
    expect(pictureIn(row)).toBeNull();
    expect(row).toHaveTextContent(/^Л/);
  });

  it.each([
    { resource: 'nomenclature', path: '/products', add: addProducts },
    { resource: 'catalog', path: '/models', add: addModels },
  ])('[G25] a photographer finds what has no images in $resource with one press', async ({ resource, path, add }) => {
    const [latte] = await add(server(), { name: 'Латте' }, { name: 'Капучино' });
    await addImages(server(), `${path}/${latte?.id}/images`, 'red');
    const { user } = await open(`/content/${resource}`, 'photographer');
    await waitFor(() => expect(rowNames()).toEqual(['Капучино', 'Латте']));
    await user.click(screen.getByRole('button', { name: 'Без изображений' }));
    await waitFor(() => expect(rowNames()).toEqual(['Капучино']));
    expect(screen.getByRole('button', { name: 'Изображение: нет' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Без изображений' })).not.toBeInTheDocument();
  });
});
