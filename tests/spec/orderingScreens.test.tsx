import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { addProducts, rowNames } from '#tests/support/records.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const button = (name: string) => screen.getByRole('button', { name });
const valuesOf = async (code: string) => {
  const { result } = await (await server().as('admin'))('GET', `/reference/${code}/value/list`);
  return (result as { name: string; archived: boolean }[]).map(({ name, archived }) => (archived ? `${name}*` : name));
};

describe('Order of settings', () => {
  it('[R77] [E14] an administrator puts languages in order by keys, and the first one is current', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English'], ['tt', 'Татарча']);
    const { user } = await open('/content/settings/language');
    await waitFor(() => expect(rowNames()).toEqual(['Русский', 'English', 'Татарча']));
    await user.click(button('Изменить порядок'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Порядок: Языки' }));
    expect(dialog.getByText(/Первый язык — текущий/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Сохранить порядок' })).toBeDisabled();
    const handle = await dialog.findByRole('button', { name: 'Переместить «Татарча»' });
    handle.focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(handle).toHaveFocus();
    expect(dialog.getByText('Татарча: место 1 из 3')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Сохранить порядок' }));
    await waitFor(() => expect(rowNames()).toEqual(['Татарча', 'Русский', 'English']));
    const { result } = await (await server().as('admin'))('GET', '/language');
    expect((result as { code: string }[])[0]).toMatchObject({ code: 'tt' });
  });

  it('[L700] the dialog stays until the order is saved', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const { user } = await open('/content/settings/language', 'admin');
    await waitFor(() => expect(rowNames()).toEqual(['Русский', 'English']));
    const { released, release } = hold();
    answer(http.put('*/api/language/order', () => released));
    await user.click(button('Изменить порядок'));
    (await screen.findByRole('button', { name: 'Переместить «English»' })).focus();
    await user.keyboard('{ArrowUp}');
    await user.click(button('Сохранить порядок'));
    await tryToClose(user);
    release();
    expect(await screen.findByText('Порядок сохранён')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('Values in the editor of their reference', () => {
  const openSizes = async (...names: string[]) => {
    const ids = await addReference(server(), 'test_size', ...names);
    const lists = itemsIn(await (await server().as('admin'))('GET', '/reference?search=test_size'));
    const { user } = await open(`/content/settings/reference/${lists[0]?.id}/edit`);
    await screen.findByRole('heading', { name: /^Значения/ });
    return { user, ids };
  };

  it('[R78] an administrator adds many values at once, and sees which were there', async () => {
    const { user } = await openSizes('S');
    fireEvent.change(screen.getByRole('textbox', { name: 'Добавить значения' }), { target: { value: 'M\n\n s\nL\n' } });
    await user.click(button('Добавить'));
    expect(await screen.findByText('Добавлено: 2. Уже были: s')).toBeVisible();
    expect(await screen.findByRole('textbox', { name: 'Значение «M»' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Значения 3' })).toBeVisible();
    expect(await valuesOf('test_size')).toEqual(['L', 'M', 'S']);
  });

  it('[R78] [R77] an administrator renames, archives and orders values where they stand', async () => {
    const { user } = await openSizes('L', 'M', 'S');
    const name = screen.getByRole('textbox', { name: 'Значение «M»' });
    fireEvent.change(name, { target: { value: 'L' } });
    await user.type(name, '{Enter}');
    expect(await screen.findByText('Такое значение уже есть')).toBeVisible();
    fireEvent.change(name, { target: { value: 'Средний' } });
    await user.type(name, '{Enter}');
    await screen.findByRole('textbox', { name: 'Значение «Средний»' });
    await user.click(button('Убрать «L» в архив'));
    await screen.findByText('в архиве');
    button('Переместить «S»').focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    await user.click(button('Сохранить порядок'));
    await waitFor(async () => expect(await valuesOf('test_size')).toEqual(['S', 'L*', 'Средний']));
    await user.click(button('Вернуть «L» из архива'));
    await waitFor(async () => expect(await valuesOf('test_size')).toEqual(['S', 'L', 'Средний']));
    expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument();
  });

  it('[R81] a name is sent once, and what is typed while it is saved is kept', async () => {
    const { user } = await openSizes('M');
    const { released, release } = hold();
    const sent: unknown[] = [];
    answer(
      http.put('*/api/reference/test_size/value/*', async ({ request }) => {
        sent.push(await request.clone().json());
        await released;
      }),
    );
    const name = screen.getByRole('textbox', { name: 'Значение «M»' });
    await user.clear(name);
    await user.type(name, 'Средний{Enter}');
    await user.tab();
    await user.type(name, ' размер');
    release();
    expect(await screen.findByRole('textbox', { name: 'Значение «Средний»' })).toHaveValue('Средний размер');
    expect(sent).toHaveLength(1);
    await user.tab();
    await waitFor(async () => expect(await valuesOf('test_size')).toEqual(['Средний размер']));
  });

  it('[R78] [R75] an administrator deletes a value; one that is used offers what to do instead', async () => {
    const { user, ids } = await openSizes('Своя полка', 'Лишний');
    await defineAttributes(server(), { code: 'size', kind: 'reference', reference: 'test_size' });
    await addProducts(server(), { name: 'Квас', attributes: { size: ids['Своя полка'] } });
    const confirm = async () =>
      user.click(
        within(await screen.findByRole('dialog', { name: /^Удалить/ })).getByRole('button', { name: 'Удалить' }),
      );
    await user.click(await screen.findByRole('button', { name: 'Удалить «Лишний»' }));
    await confirm();
    await waitFor(async () => expect(await valuesOf('test_size')).toEqual(['Своя полка']));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(button('Удалить «Своя полка»'));
    await confirm();
    const dialog = within(await screen.findByRole('dialog', { name: '«Своя полка» используется' }));
    await user.click(dialog.getByRole('button', { name: 'Убрать в архив' }));
    await screen.findByText('в архиве');
  });
});
